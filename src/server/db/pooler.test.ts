import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canKeepStatements, hasPgBouncer, type PgBouncer, startPgBouncer } from '../testing/pgbouncer.ts'
import { until } from '../testing/until.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import { connectDatabase, type Database, openUnmigratedDatabase } from './connect.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { createBlankDatabase } from './testing.ts'

let database: Database
let pooler: PgBouncer | undefined
beforeEach(async () => {
  database = await createBlankDatabase()
})
afterEach(async () => {
  await pooler?.stop()
  pooler = undefined
  await database.close()
})

async function start(mode: 'session' | 'transaction', more?: string) {
  pooler = await startPgBouncer({ url: database.url, mode, ...(more === undefined ? {} : { more }) })
  return pooler.url
}

/** A start through the pooler; returns the reason if it is refused, and null otherwise. */
async function refusalOf(databaseUrl: string, directUrl = database.url): Promise<string | null> {
  try {
    const addresses = { databaseUrl, ...(directUrl === '' ? {} : { directUrl }) }
    const opened = await openUnmigratedDatabase({ ...addresses, dataDir: '/none', log: () => {} })
    await opened.close()
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** Runs the statements that a refusal names, as an administrator would. */
async function obey(refusal: string) {
  for (const [statement] of refusal.matchAll(/alter role .*?;/g)) await database.pool.query(statement)
}

describe.runIf(hasPgBouncer)('PgBouncer', () => {
  it.each([
    ['refuses the limits of time', undefined],
    ['drops them', 'ignore_startup_parameters = options'],
  ])('in session mode works once the role has the limits of time, where it %s', async (_, more) => {
    const url = await start('session', more)
    const refusal = (await refusalOf(url)) ?? ''
    expect(refusal).toMatch(
      /^The pooler in front of the database passes on no settings.*statement_timeout = '15s';/,
    )
    await obey(refusal)
    await pooler?.stop()
    const again = await start('session', more)
    for (let starts = 0; starts < 3; starts++) expect(await refusalOf(again)).toBeNull()
  })

  it('in transaction mode is refused with the remedy where it keeps no prepared statements', async () => {
    const more = canKeepStatements() ? 'max_prepared_statements = 0' : ''
    await obey((await refusalOf(await start('transaction', more))) ?? '')
    await pooler?.stop()
    expect(await refusalOf(await start('transaction', more))).toMatch(
      /keeps no prepared statements\. Use it in session mode, or PgBouncer 1\.21 or newer/,
    )
  })

  it.runIf(canKeepStatements())('in transaction mode works where it keeps them', async () => {
    const more = 'max_prepared_statements = 100'
    await obey((await refusalOf(await start('transaction', more))) ?? '')
    await pooler?.stop()
    expect(await refusalOf(await start('transaction', more))).toBeNull()
  })

  it('is refused without the address of the server behind it, or with that of another database', async () => {
    const url = await start('session')
    expect(await refusalOf(url, '')).toMatch(/^DATABASE_URL leads to a pooler\. Set DATABASE_DIRECT_URL/)
    const other = await createBlankDatabase()
    const refusal = await refusalOf(url, other.url)
    await other.close()
    expect(refusal).toBe('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.')
    expect(await refusalOf(url, 'postgres://nobody@127.0.0.1:1/none')).toMatch(
      /^The database does not answer at DATABASE_DIRECT_URL: /,
    )
  })

  it('with fewer connections than a start needs is refused, and the refusal comes soon', async () => {
    const more = 'default_pool_size = 4'
    await obey((await refusalOf(await start('session', more))) ?? '')
    await pooler?.stop()
    expect(await refusalOf(await start('session', more))).toMatch(
      /did not give this server 5 connections within 5 seconds\. Raise its pool_size\.$/,
    )
  })

  it('in transaction mode keeps no lock of a start, so that the next one goes on', async () => {
    const { pool, close } = connectDatabase(await start('transaction'), 5, { sendsSettings: false })
    const turn = { lock: ADVISORY_LOCKS.startQueue, work: 'makes the queues of jobs', log: () => {} }
    for (let starts = 0; starts < 3; starts++) await oneAtATime(pool, turn, async () => {})
    await close()
    // Other tests have locks in databases of their own, and the pooler ends its connections in its own time.
    const held =
      "select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())"
    await until(async () => (await database.pool.query(held)).rows.length === 0)
  })
})
