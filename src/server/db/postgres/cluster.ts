import { type ChildProcess, execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { ServerAccount } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { DatabaseStartError } from './start-error.ts'

/** One PostgreSQL data folder, with the programs and the account that serve it. */
export type Cluster = { directory: string; binaries: PostgresBinaries; account?: ServerAccount }

/** The one database role of a cluster; the socket's folder is private, so it needs no password. */
export const clusterUser = 'copydesk'

const run = promisify(execFile)

/**
 * Makes an empty cluster. It grows beside its final place and is moved there when complete, so that
 * neither a kill nor a second start at the same moment ever meets half a cluster.
 */
export async function createCluster(cluster: Cluster, { durable }: { durable: boolean }): Promise<void> {
  const draft = fs.mkdtempSync(`${cluster.directory}.new-`)
  let initdb: ChildProcess | undefined
  const removeDraft = () => {
    initdb?.kill('SIGKILL')
    // The programs that initdb itself has started may write for a moment longer.
    fs.rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 25 })
  }
  process.once('exit', removeDraft)
  try {
    if (cluster.account) fs.chownSync(draft, cluster.account.uid, cluster.account.gid)
    const args = [...initdbArguments(cluster.binaries.major), ...(durable ? [] : ['--no-sync'])]
    const place = processPlace({ ...cluster, directory: draft })
    const running = run(
      path.join(cluster.binaries.bin, 'initdb'),
      ['-D', place.dataPath, ...args],
      place.options,
    )
    initdb = running.child
    await running
    fs.renameSync(draft, cluster.directory)
  } catch (error) {
    removeDraft()
    if (fs.existsSync(path.join(cluster.directory, 'PG_VERSION'))) return
    throw new DatabaseStartError(
      `The database could not be created in ${cluster.directory}: ${lastLine(error)} Free disk space or choose another data folder with DATA_DIR.`,
    )
  } finally {
    process.off('exit', removeDraft)
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

function lastLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
  const lines = stderr.split('\n').filter((line) => /error|fatal|could not/i.test(line))
  return lines.at(-1)?.trim() ?? (error instanceof Error ? error.message.split('\n')[0] : String(error)) ?? ''
}
