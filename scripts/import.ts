// npm run import -- KIND FILE: brings in what an operator has in a file.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type CommandContext, CommandError, runCommand, withWorkspace } from './command.ts'
import { importKeywords } from './import-keywords.ts'
import { type ImportOptions, importShareOfVoice } from './import-share-of-voice.ts'
import { importAvailabilityFile, importEarningsFile, importPostsFile } from './import-warehouse.ts'

interface Kind {
  usage: string
  run(context: CommandContext, file: string, options: ImportOptions): Promise<void>
}

const KINDS: Readonly<Record<string, Kind>> = {
  'share-of-voice': {
    usage: 'npm run import -- share-of-voice FILE [--add-keywords]',
    run: importShareOfVoice,
  },
  keywords: { usage: 'npm run import -- keywords FILE.csv[.gz]', run: importKeywords },
  content: { usage: 'npm run import -- content FILE', run: importPostsFile },
  earnings: { usage: 'npm run import -- earnings FILE', run: importEarningsFile },
  availability: { usage: 'npm run import -- availability FILE', run: importAvailabilityFile },
}

const usage = Object.values(KINDS)
  .map((kind) => kind.usage)
  .join('\n')

function readOptions() {
  try {
    return parseArgs({
      options: { 'add-keywords': { type: 'boolean', default: false } },
      allowPositionals: true,
    })
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} Usage:\n${usage}`)
  }
}

await runCommand(async () => {
  const { values, positionals } = readOptions()
  const [name = '', file, ...rest] = positionals
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  if (kind === undefined || file === undefined || rest.length > 0) throw new CommandError(`Usage:\n${usage}`)
  await withWorkspace((context) => kind.run(context, path.resolve(process.env.INIT_CWD ?? '.', file), values))
})
