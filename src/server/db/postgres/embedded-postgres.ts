import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { chooseServerAccount } from './account.ts'
import { locateEmbeddedBinaries } from './binaries.ts'
import { type Cluster, createCluster } from './cluster.ts'
import {
  placeSocket,
  prepareDataFolder,
  removeSocket,
  removeSocketFolder,
  removeStaleDrafts,
} from './folders.ts'
import {
  connectWhenReady,
  exitOnSignals,
  launchPostmaster,
  type Postmaster,
  socketUrl,
  tryConnect,
} from './postmaster.ts'
import { disownPid, isServerAlive, type PostmasterFile, readPostmasterFile } from './postmaster-file.ts'
import { beginLog, reasonFromLog, serverLog } from './server-log.ts'
import { DatabaseStartError } from './start-error.ts'

export { DatabaseStartError }

export type EmbeddedPostgresOptions = {
  dataDir: string
  log: (line: string) => void
  /** Called with one line when the server ends unexpectedly; defaults to `log`. */
  onLost?: (line: string) => void
  /** Use the server that another process runs on this folder, instead of refusing (backup, restore). */
  join?: boolean
}

export type EmbeddedPostgres = {
  url: string
  /** Ends the server in order, or at once when the time is over: the next start recovers the committed data. */
  stop(options?: { withinMs: number }): Promise<void>
}

const databaseName = 'copydesk'
const startDeadline = 30_000
const ownerPatience = 2_000
const stopDeadline = 30_000
// How long a server may take to end at once: one that waits for a slow disk is left to it.
const abortPatience = 300
// How long a new server may be without an owner: the process that started it is about to claim it.
const claimPatience = '2 seconds'

const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: '256MB',
  random_page_cost: 1.1,
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Values and statements stay out of the log: they may hold personal data and secrets.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, creating the cluster on first use, and returns the address
 * of the database. A server that a killed process left behind is stopped in order and restarted; a
 * folder in use by a living process is refused, or joined when asked. Throws DatabaseStartError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(options.dataDir)
  const directory = path.join(dataDir, 'postgres')
  prepareDataFolder(dataDir, directory)
  exitOnSignals()
  removeStaleDrafts(directory)
  const account = chooseServerAccount(directory)
  const cluster: Cluster = { directory, account, binaries: locateEmbeddedBinaries(account) }
  if (!fs.existsSync(path.join(directory, 'PG_VERSION'))) {
    options.log('Creating the database …')
    await createCluster(cluster, { durable: true })
  }
  return obtainServer(cluster, { ...options, dataDir })
}

/** Removes what a server that is gone has left behind. */
function clearTraces({ directory }: Cluster, gone: PostmasterFile): void {
  removeSocket(gone.socketDir, directory)
  disownPid(directory, gone)
}

/**
 * A server runs in the folder already. Joins it if that is wanted; one that an ended process left behind is stopped.
 * Resolves to the moment at which another process was first seen using it, or undefined. Throws once that has lasted
 * too long.
 */
async function meetServer(
  cluster: Cluster,
  { running, inUseSince = Date.now() }: { running: PostmasterFile; inUseSince: number | undefined },
  { join, dataDir, log }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres | number | undefined> {
  const state = await meetRunningServer(cluster, running)
  if (state === 'left behind') log('Stopped the database that an earlier, killed process left behind.')
  if (state !== 'in use') return undefined
  if (join) return { url: socketUrl(running.socketDir, databaseName, running.port), stop: async () => {} }
  if (Date.now() - inUseSince > ownerPatience) throw inUseError(dataDir)
  return inUseSince
}

async function obtainServer(cluster: Cluster, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const began = Date.now()
  let inUseSince: number | undefined
  let failure = ''
  while (Date.now() - began < startDeadline) {
    const running = readPostmasterFile(cluster.directory)
    if (running && isServerAlive(running)) {
      const met = await meetServer(cluster, { running, inUseSince }, options)
      if (typeof met === 'object') return met
      inUseSince = met
    } else {
      if (running) clearTraces(cluster, running)
      const started = await startServer(cluster, options)
      if (typeof started !== 'string') return started
      failure = started
      if (!isPassing(failure)) break
    }
    await sleep(50)
  }
  throw new DatabaseStartError(
    `The database in ${cluster.directory} could not be started: ${failure || whyBusy(cluster)} See ${serverLog(options.dataDir)}.`,
  )
}

/** Starts a server and takes ownership; returns the reason as text if it did not start. */
async function startServer(
  cluster: Cluster,
  { dataDir, log: say, onLost = say }: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres | string> {
  const { asServer, asClient } = placeSocket(cluster)
  const log = beginLog(dataDir)
  const postmaster = launchPostmaster(cluster, { socketDir: asServer, logFile: log.file, settings })
  // A process that ends without closing the database must not leave the server behind.
  const stopOnExit = () => {
    postmaster.kill('SIGINT')
    removeSocketFolder(asClient)
  }
  process.once('exit', stopOnExit)
  const owner = await connectWhenReady(postmaster, socketUrl(asClient, 'postgres'))
  if (!owner || !(await takeOwnership(owner))) {
    process.off('exit', stopOnExit)
    await owner?.end().catch(() => {})
    if (postmaster.hasExited()) removeSocketFolder(asClient)
    // The server works: another process has claimed it, and will stop or keep it.
    return owner ? '' : reasonFromLog(log)
  }
  await createDatabase(owner)
  let isStopping = false
  void postmaster.exited.then((code) => {
    process.off('exit', stopOnExit)
    removeSocketFolder(asClient)
    if (!isStopping)
      onLost(`The database server stopped unexpectedly (code ${code}). See ${log.file}, then start again.`)
  })
  const stop: EmbeddedPostgres['stop'] = async (limit = { withinMs: stopDeadline }) => {
    isStopping = true
    await owner.end().catch(() => {})
    await stopPostmaster(postmaster, limit)
  }
  return { url: socketUrl(asClient, databaseName), stop }
}

/**
 * Ends the server in order: open transactions roll back, and all that was written goes to its place, which a busy
 * disk can make long. When the time is over it ends at once, and the next start does that from the log.
 */
async function stopPostmaster(postmaster: Postmaster, { withinMs }: { withinMs: number }): Promise<void> {
  const waiting = new AbortController()
  const wait = (ms: number) => sleep(ms, undefined, { signal: waiting.signal }).catch(() => {})
  postmaster.kill('SIGINT')
  await Promise.race([postmaster.exited, wait(Math.max(0, withinMs - abortPatience))])
  if (!postmaster.hasExited()) {
    postmaster.kill('SIGQUIT')
    await Promise.race([postmaster.exited, wait(abortPatience)])
  }
  waiting.abort()
}

/** Checks a running server that this process did not start, and stops it if no process owns it. */
async function meetRunningServer(
  { directory }: Cluster,
  running: PostmasterFile,
): Promise<'left behind' | 'in use' | 'busy'> {
  const client = await tryConnect(socketUrl(running.socketDir, 'postgres', running.port))
  if (!client) return 'busy'
  try {
    const { rows } = await client.query<{ text: string; young: boolean }>(
      "select pg_read_file('postmaster.pid') as text, clock_timestamp() - pg_postmaster_start_time() < $1 as young",
      [claimPatience],
    )
    if (rows[0]?.text !== running.text) return 'busy'
    if (!(await isOwned(client)) && rows[0].young) return 'busy'
    if (!(await takeOwnership(client))) return 'in use'
    process.kill(running.pid, 'SIGINT')
    while (isServerAlive(running)) await sleep(20)
    removeSocket(running.socketDir, directory)
    return 'left behind'
  } catch {
    return 'busy'
  } finally {
    await client.end().catch(() => {})
  }
}

async function isOwned(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_locks where locktype = 'advisory' and classid = 0 and objid = $1 and granted",
    [ADVISORY_LOCKS.ownDatabase],
  )
  return Boolean(rowCount)
}

/** False if another process owns the server or has just stopped it. */
async function takeOwnership(client: pg.Client): Promise<boolean> {
  const lock = client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    ADVISORY_LOCKS.ownDatabase,
  ])
  return lock.then(
    ({ rows }) => rows[0]?.taken === true,
    () => false,
  )
}

async function createDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
  if (!rowCount) await client.query(`create database ${databaseName}`)
}

/** Why a running server accepts no connection, which is usually because its socket is not visible to us. */
function whyBusy({ directory }: Cluster): string {
  const running = readPostmasterFile(directory)
  if (!running || fs.existsSync(running.socketDir)) return 'another process keeps it busy.'
  return `it runs (process ${running.pid}), but its socket in ${running.socketDir} cannot be reached from here. A service with a private /tmp needs a DATA_DIR with a shorter path.`
}

/** Just after a kill, old back ends may still be leaving: these failures pass by themselves. */
function isPassing(failure: string): boolean {
  return /postmaster\.pid|shared memory block|shutting down|starting up|^$/.test(failure)
}

function inUseError(dataDir: string): DatabaseStartError {
  return new DatabaseStartError(
    `Copydesk is already running on the data folder ${dataDir}. Stop it first, or choose another folder with DATA_DIR.`,
  )
}
