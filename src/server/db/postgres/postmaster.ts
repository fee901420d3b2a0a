import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, clusterUser, processPlace } from './cluster.ts'

export type PostmasterOptions = {
  socketDir: string
  logFile: string
  settings: Record<string, string | number>
  /** Kill the server with this process (Linux only); for servers that hold nothing worth keeping. */
  diesWithParent?: boolean
}

/** A PostgreSQL server process that we have started. */
export type Postmaster = {
  pid: number
  /** Resolves with the exit code when the process ends for any reason. */
  exited: Promise<number>
  hasExited(): boolean
  kill(signal: NodeJS.Signals): void
}

const socketPort = 5432

/** Starts the server process of a cluster; it may not accept connections yet. */
export function launchPostmaster(cluster: Cluster, options: PostmasterOptions): Postmaster {
  const settings = {
    listen_addresses: '',
    port: socketPort,
    unix_socket_directories: options.socketDir,
    unix_socket_permissions: '0700',
    ...options.settings,
  }
  const place = processPlace(cluster)
  const command = [
    ...(options.diesWithParent ? parentDeathPrefix() : []),
    path.join(cluster.binaries.bin, 'postgres'),
    ...['-D', place.dataPath],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const output = fs.openSync(options.logFile, 'a', 0o600)
  // A process group of its own: the terminal's Ctrl-C must reach us only, so that we end the server in order.
  const child = spawn(command[0] ?? '', command.slice(1), {
    ...place.options,
    stdio: ['ignore', output, output],
    detached: true,
  })
  fs.closeSync(output)
  let ended = false
  const exited = once(child, 'exit').then(
    ([code]) => Number(code ?? -1),
    () => -1,
  )
  void exited.then(() => {
    ended = true
  })
  return { pid: child.pid ?? -1, exited, hasExited: () => ended, kill: (signal) => void child.kill(signal) }
}

/**
 * Until the application listens to a signal itself, a signal ends this process without its exit handlers,
 * and so without its children. This makes it an exit like any other.
 */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    if (process.listenerCount(signal) > 0) continue
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + os.constants.signals[signal])
    })
  }
}

/** The address of a database behind a socket folder. */
export function socketUrl(socketDir: string, database: string, port = socketPort): string {
  const query = new URLSearchParams({ host: socketDir, port: String(port), user: clusterUser })
  return `postgresql:///${database}?${query}`
}

/** Connects as soon as the server accepts; undefined when it ended first. Recovery may take minutes. */
export async function connectWhenReady(postmaster: Postmaster, url: string): Promise<pg.Client | undefined> {
  while (!postmaster.hasExited()) {
    const client = await tryConnect(url)
    if (client) return client
    await sleep(20)
  }
  return undefined
}

/** One attempt to connect; undefined if the server does not answer, or is starting or stopping. */
export async function tryConnect(url: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  // A later loss of this connection is noticed at its next use; it must not end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch {
    return undefined
  }
}

function parentDeathPrefix(): string[] {
  const setpriv = '/usr/bin/setpriv'
  return fs.existsSync(setpriv) ? [setpriv, '--pdeathsig', 'QUIT'] : []
}
