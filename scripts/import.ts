// npm run import -- KIND FILE: brings in what an operator has in a file.
import { statSync } from 'node:fs'
import path from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { type CommandContext, CommandError, runCommand, withWorkspace } from './command.ts'
import { importKeywords, KEYWORD_OPTIONS } from './import-keywords.ts'
import { importShareOfVoice } from './import-share-of-voice.ts'
import { importAvailabilityFile, importEarningsFile, importPostsFile } from './import-warehouse.ts'

interface Kind {
  usage: string
  /** The bare words after the kind, and what its options say. */
  read(args: string[]): { files: string[]; run(context: CommandContext, file: string): Promise<void> }
}

function parse<Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
  return parseArgs({ args, options, allowPositionals: true })
}

/** A kind of file that needs no options. */
const plain = (name: string, run: (context: CommandContext, file: string) => Promise<void>): Kind => ({
  usage: `npm run import -- ${name} FILE`,
  read: (args) => ({ files: parse(args, {}).positionals, run }),
})

const KINDS: Readonly<Record<string, Kind>> = {
  'share-of-voice': {
    usage: 'npm run import -- share-of-voice FILE [--add-keywords]',
    read(args) {
      const { values, positionals } = parse(args, { 'add-keywords': { type: 'boolean', default: false } })
      return { files: positionals, run: (context, file) => importShareOfVoice(context, file, values) }
    },
  },
  keywords: {
    usage: `npm run import -- keywords FILE.csv[.gz] [--keyword-column COLUMN] [--tags-column COLUMN]
    [--sites-column COLUMN] [--tracked-column COLUMN] [--heading yes|no]
    [--separator comma|semicolon|tab|pipe|none] [--tags TAGS] [--sites SITES]`,
    read(args) {
      const { values, positionals } = parse(args, KEYWORD_OPTIONS)
      return { files: positionals, run: (context, file) => importKeywords(context, file, values) }
    },
  },
  content: plain('content', importPostsFile),
  earnings: {
    usage: 'npm run import -- earnings FILE [--earnings-column NAME]',
    read(args) {
      const { values, positionals } = parse(args, { 'earnings-column': { type: 'string' } })
      return { files: positionals, run: (context, file) => importEarningsFile(context, file, values) }
    },
  },
  availability: plain('availability', importAvailabilityFile),
}

const usage = Object.values(KINDS)
  .map((kind) => kind.usage)
  .join('\n')

function readCommand() {
  const [name = '', ...args] = process.argv.slice(2)
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  if (kind === undefined) throw new CommandError(`Usage:\n${usage}`)
  try {
    return kind.read(args)
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} Usage:\n${kind.usage}`)
  }
}

await runCommand(async () => {
  const { files, run } = readCommand()
  const [file, ...rest] = files
  if (file === undefined || rest.length > 0) throw new CommandError(`Usage:\n${usage}`)
  const target = path.resolve(process.env.INIT_CWD ?? '.', file)
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`${target} is a directory. Name a file in it.`)
  await withWorkspace((context) => run(context, target))
})
