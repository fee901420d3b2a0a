import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { ended, eventually, isCommand, onFreePort } from './other-programs.ts'

const PROGRAM = 'pgbouncer'
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` }
export const hasPgBouncer = isCommand(PROGRAM)

/** Whether it can keep prepared statements in transaction mode, as from 1.21 on. */
export function canKeepStatements(): boolean {
  if (!hasPgBouncer) return false
  const [, minor] =
    /PgBouncer 1\.(\d+)/.exec(execFileSync(PROGRAM, ['--version'], { env, encoding: 'utf8' })) ?? []
  return Number(minor) >= 21
}

export interface PgBouncer {
  /** The address of the same database, through the pooler. */
  url: string
  stop(): Promise<void>
}

interface Pooled {
  /** Address of the database on the test server's socket. */
  url: string
  mode: 'session' | 'transaction'
  /** Further lines of its settings. */
  more?: string
}

async function startOn(port: number, { url, mode, more = '' }: Pooled): Promise<PgBouncer> {
  const { pathname, searchParams } = new URL(url)
  const database = pathname.slice(1)
  const [host, socketPort, user] = ['host', 'port', 'user'].map((name) => searchParams.get(name))
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-pgbouncer-'))
  await chmod(folder, 0o755)
  const settings = join(folder, 'pgbouncer.ini')
  await writeFile(
    settings,
    `[databases]
${database} = host=${host} port=${socketPort} dbname=${database} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${more}`,
  )
  // It refuses to run as root.
  const account = process.getuid?.() === 0 ? ['-u', 'postgres'] : []
  const child = spawn(PROGRAM, [...account, settings], { stdio: 'ignore', env })
  const pooled = `postgres://${user}@127.0.0.1:${port}/${database}`
  async function stop() {
    await ended(child, () => child.kill('SIGKILL'))
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await eventually('PgBouncer', child, async () => {
      const client = new pg.Client({ connectionString: pooled })
      await client.connect()
      await client.end()
      return true
    })
    return { url: pooled, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Debian's PgBouncer in front of a database, on a loopback port. */
export const startPgBouncer = (pooled: Pooled): Promise<PgBouncer> =>
  onFreePort((port) => startOn(port, pooled))
