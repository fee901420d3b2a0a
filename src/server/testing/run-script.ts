import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const SCRIPTS = path.join(import.meta.dirname, '../../../scripts')
/** As `scripts/run.mjs` starts them. */
export const LOADING = ['--import', new URL('../loading.ts', import.meta.url).href]

interface Run {
  /** Where the command is typed, and where its data is. */
  folder: string
  /** The database that it works on; null for its own below `folder`. */
  databaseUrl: string | null
  /** Further settings. */
  settings?: Record<string, string>
}

/** Starts a command of `scripts/` as a person would; `ended` answers how it ended and all that it said. */
export function startScript(file: string, args: readonly string[], { folder, databaseUrl, settings }: Run) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const env = { ...inherited, NODE_ENV: 'development', DATA_DIR: folder, INIT_CWD: folder, ...settings }
  const child = spawn(process.execPath, [...LOADING, path.join(SCRIPTS, file), ...args], {
    env: { ...env, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      said += data
    })
  }
  const ended = once(child, 'close').then(([code]) => ({ code, said: said.trimEnd() }))
  return { child, ended }
}

/** Runs a command of `scripts/` to its end. */
export const runScript = (file: string, args: readonly string[], run: Run) =>
  startScript(file, args, run).ended
