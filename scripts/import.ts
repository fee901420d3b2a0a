// npm run import -- KIND FILE: imports a file that an operator has.
import { statSync } from 'node:fs'
import path from 'node:path'
import { CommandError, runCommand, withWorkspace } from './command.ts'
import { importFile } from './import-file.ts'
import { KINDS } from './import-kinds.ts'

const usage = Object.values(KINDS)
  .map((kind) => kind.usage)
  .join('\n')

function readCommand() {
  const [name = '', ...args] = process.argv.slice(2)
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  if (kind === undefined) throw new CommandError(`Usage:\n${usage}`)
  try {
    return { kind, ...kind.read(args) }
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} Usage:\n${kind.usage}`)
  }
}

await runCommand(async () => {
  const { kind, files, run } = readCommand()
  const [file, ...rest] = files
  if (file === undefined || rest.length > 0) throw new CommandError(`Usage:\n${usage}`)
  const target = path.resolve(process.env.INIT_CWD ?? '.', file)
  if (statSync(target, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandError(`${target} is a directory. Name a file in it.`)
  await withWorkspace((context) => importFile(context, { kind, run, file: target }))
})
