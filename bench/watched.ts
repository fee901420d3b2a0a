import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createToken, hashToken } from '../src/server/security/tokens.ts'
import type { BenchDatabase } from './database.ts'

export interface Watched {
  /** Memory of the process before and at most, in MB. */
  before: number
  peak: number
  /** Milliseconds. */
  longestGap: number
}

export interface WatchedServer {
  address: string
  /** Runs something against the server; returns the memory it took and how long it blocked other work. */
  watch(run: () => Promise<void>): Promise<Watched>
  /** Processor time since its start, in ms. */
  processorTime(): Promise<number>
  stop(): void
}

const answer = async (child: ChildProcess, order: string): Promise<Watched & Used> => {
  child.send(order)
  const [watched] = await once(child, 'message')
  return watched as Watched & Used
}

interface Used {
  cpu: NodeJS.CpuUsage
}

/** Processor time of all threads of the process since its start, in ms. */
async function processorTime(child: ChildProcess): Promise<number> {
  const { cpu } = await answer(child, 'time')
  return (cpu.user + cpu.system) / 1000
}

/**
 * Copydesk on this database, in a process of its own, running only the named jobs; its clock starts at `now`.
 */
export async function startWatchedServer(
  { url, dataDir }: Pick<BenchDatabase, 'url' | 'dataDir'>,
  { now = '', jobs = [] }: { now?: string; jobs?: readonly string[] } = {},
): Promise<WatchedServer> {
  const child = fork(new URL('./watched-server.ts', import.meta.url), [url, dataDir, now, ...jobs])
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return {
    address,
    async watch(run) {
      await answer(child, 'begin')
      await run()
      return answer(child, 'end')
    },
    processorTime: () => processorTime(child),
    stop: () => child.disconnect(),
  }
}

/** The hand-written server, in a process of its own. */
export async function startMinimalServer(
  url: string,
  today = '',
): Promise<Pick<WatchedServer, 'address' | 'processorTime' | 'stop'>> {
  const child = fork(new URL('./minimal-server.ts', import.meta.url), [url, today])
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return { address, processorTime: () => processorTime(child), stop: () => child.disconnect() }
}

/** A session of a new operations manager, created without signing in. */
export async function createSession({ pool }: Pick<BenchDatabase, 'pool'>): Promise<string> {
  const token = createToken()
  await pool.query(
    `with person as (
       insert into users (first_name, last_name, username, role_id) values ('Bench', 'Person', $2, 'opm') returning id)
     insert into sessions (token_hash, user_id, expires_at) select $1, id, now() + interval '12 hours' from person`,
    [hashToken(token), `${token.slice(0, 20).toLowerCase()}@desk.example`],
  )
  return token
}
