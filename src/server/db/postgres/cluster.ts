import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type { ServerAccount } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { DatabaseStartError } from './start-error.ts'

/** One PostgreSQL data folder, with the programs and the account that serve it. */
export type Cluster = { directory: string; binaries: PostgresBinaries; account?: ServerAccount }

/** The one database role of a cluster; the socket's folder is private, so it needs no password. */
export const clusterUser = 'copydesk'

/**
 * Makes an empty cluster. It grows beside its final place and is moved there when complete, so that
 * neither a kill nor a second start at the same moment ever meets half a cluster.
 */
export async function createCluster(cluster: Cluster, { durable }: { durable: boolean }): Promise<void> {
  const draft = fs.mkdtempSync(`${cluster.directory}.new-`)
  const removeDraft = () => fs.rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 25 })
  try {
    if (cluster.account) fs.chownSync(draft, cluster.account.uid, cluster.account.gid)
    const args = [...initdbArguments(cluster.binaries.major), ...(durable ? [] : ['--no-sync'])]
    await runInitdb({ ...cluster, directory: draft }, args, removeDraft)
    fs.renameSync(draft, cluster.directory)
  } catch (error) {
    removeDraft()
    if (fs.existsSync(path.join(cluster.directory, 'PG_VERSION'))) return
    throw new DatabaseStartError(
      `The database could not be created in ${cluster.directory}: ${error instanceof Error ? error.message : error} Free disk space or choose another data folder with DATA_DIR.`,
    )
  }
}

/** Runs initdb; when our process ends first, kills it and all that it has started, then calls `onExit`. */
async function runInitdb(draft: Cluster, args: string[], onExit: () => void): Promise<void> {
  const place = processPlace(draft)
  const program = path.join(draft.binaries.bin, 'initdb')
  const stdio = ['ignore', 'ignore', 'pipe'] as const
  const child = spawn(program, ['-D', place.dataPath, ...args], {
    ...place.options,
    stdio: [...stdio],
    detached: true,
  })
  const killAll = () => {
    // A group of its own: initdb starts servers in turn, which must not write on.
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
    onExit()
  }
  process.once('exit', killAll)
  let output = ''
  child.stderr?.on('data', (data) => {
    output += data
  })
  try {
    const [code] = await once(child, 'close')
    if (code !== 0) throw new Error(lastFailure(output))
  } finally {
    process.off('exit', killAll)
  }
}

/**
 * How a PostgreSQL program of this cluster is spawned. A server account that is not ours may be unable
 * to walk the path to the data folder (a home with mode 0700). The working folder is set before the
 * account changes and every process inherits it, so the server finds its data as /proc/self/cwd. (Programs
 * older than 16 leave their working folder for a moment and could not come back.)
 */
export function processPlace({ directory, binaries, account }: Cluster) {
  const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC', PGTZ: 'UTC' }
  const byWorkingFolder = account && process.platform === 'linux' && binaries.major >= 16
  const dataPath = byWorkingFolder ? '/proc/self/cwd' : directory
  return { dataPath, options: { ...account, cwd: directory, env } }
}

function initdbArguments(major: number): string[] {
  const common = ['-U', clusterUser, '--auth=trust', '-E', 'UTF8']
  if (major < 17) return [...common, '--locale=C.UTF-8']
  // The built-in provider sorts the same everywhere, whatever the C library's version.
  const builtin = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const system = process.platform === 'darwin' ? ['--locale=C', '--lc-ctype=UTF-8'] : ['--locale=C.UTF-8']
  return [...common, ...builtin, ...system]
}

function lastFailure(output: string): string {
  const failures = output.split('\n').filter((line) => /error|fatal|could not/i.test(line))
  return failures.at(-1)?.trim() ?? 'initdb failed.'
}
