import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../testing/until.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { connectDatabase, type Database } from './connect.ts'
import { oneAtATime, type ServerTurn } from './one-at-a-time.ts'
import { DatabaseStartError } from './postgres/start-error.ts'
import { createBlankDatabase } from './testing.ts'

const lock = ADVISORY_LOCKS.layDown
let database: Database
beforeAll(async () => {
  database = await createBlankDatabase()
})
afterAll(() => database.close())

/** A server's turn, and what it said. */
function turnOf(patience: NonNullable<ServerTurn['patience']>) {
  const said: string[] = []
  const turn = { lock, work: 'prepares the workspace', log: (line: string) => void said.push(line), patience }
  return { said, turn }
}

/** Another server that has its turn until `end` is called. */
async function otherServer() {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [lock])
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { pid: rows[0]?.pid, end: () => client.query('rollback').then(() => client.release()) }
}

it('a server that waits for another says so, and which process has the turn, and goes on afterwards', async () => {
  const other = await otherServer()
  const { said, turn } = turnOf({ saysAfterMs: 20, givesUpAfterMs: 60_000 })
  const done = oneAtATime(database.pool, turn, async () => 'done')
  await until(() => said.length > 0)
  expect(said).toEqual([
    expect.stringMatching(
      new RegExp(
        `^Waiting for another server, which prepares the workspace ….* process ${other.pid},? .*connected`,
      ),
    ),
  ])
  await other.end()
  expect(await done).toBe('done')
})

it('a server that waits takes no connection from the one that works', async () => {
  const other = await otherServer()
  const { pool, close } = connectDatabase(database.url, 1)
  const { said, turn } = turnOf({ saysAfterMs: 20, givesUpAfterMs: 60_000 })
  const done = oneAtATime(pool, turn, async () => 'done')
  await until(() => said.length > 0)
  expect((await pool.query('select 1')).rowCount).toBe(1)
  await other.end()
  expect(await done).toBe('done')
  await close()
})

it('a server whose connection breaks during its turn ends with an error, because another may begin', async () => {
  const { turn } = turnOf({ saysAfterMs: 1000, givesUpAfterMs: 1000 })
  const work = async () => {
    await database.pool.query(
      'select pg_terminate_backend(pid) from pg_locks where locktype = $1 and objid = $2 and database = (select oid from pg_database where datname = current_database())',
      ['advisory', lock],
    )
    return new Promise<string>(() => {})
  }
  await expect(oneAtATime(database.pool, turn, work)).rejects.toThrow(/broke while this server had its turn/)
})

it('a server that waits too long gives up, and says which process to end', async () => {
  const other = await otherServer()
  const { turn } = turnOf({ saysAfterMs: 60_000, givesUpAfterMs: 50 })
  const waiting = oneAtATime(database.pool, turn, async () => 'done')
  await expect(waiting).rejects.toThrow(DatabaseStartError)
  await expect(waiting).rejects.toThrow(new RegExp(`process ${other.pid}.*pg_terminate_backend`))
  await other.end()
})

it('a server that has its turn at once says nothing, and gives it on even if its work fails', async () => {
  const { said, turn } = turnOf({ saysAfterMs: 1000, givesUpAfterMs: 1000 })
  const failing = oneAtATime(database.pool, turn, () => Promise.reject(new Error('disk full')))
  await expect(failing).rejects.toThrow('disk full')
  expect(await oneAtATime(database.pool, turn, async () => 'done')).toBe('done')
  expect(said).toEqual([])
})
