// npm run import -- KIND FILE: brings in what an operator has in a file.
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type CommandContext, CommandError, runCommand, withWorkspace } from './command.ts'
import { importKeywords } from './import-keywords.ts'

interface Kind {
  usage: string
  run(context: CommandContext, file: string): Promise<void>
}

const KINDS: Readonly<Record<string, Kind>> = {
  keywords: { usage: 'npm run import -- keywords FILE.csv[.gz]', run: importKeywords },
}

const usage = Object.values(KINDS)
  .map((kind) => kind.usage)
  .join('\n')

function readPositionals() {
  try {
    return parseArgs({ allowPositionals: true }).positionals
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} Usage:\n${usage}`)
  }
}

await runCommand(async () => {
  const [name = '', file, ...rest] = readPositionals()
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  if (kind === undefined || file === undefined || rest.length > 0) throw new CommandError(`Usage:\n${usage}`)
  await withWorkspace((context) => kind.run(context, path.resolve(process.env.INIT_CWD ?? '.', file)))
})
