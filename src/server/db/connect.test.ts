import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { killable } from '../testing/killable.ts'
import {
  connectDatabase,
  type Database,
  migrationsFolder,
  openDatabase,
  openUnmigratedDatabase,
  transaction,
} from './connect.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './migration-record.ts'
import { missedReleases } from './postgres/releases.ts'
import { createBlankDatabase, createTestDatabase } from './testing.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query('create table counter (id int primary key, value int not null)')
})

beforeEach(async () => {
  await database.pool.query('truncate counter')
  await database.pool.query('insert into counter values (1, 0), (2, 0)')
})

afterAll(() => database.close())

const values = async () =>
  (await database.pool.query<{ value: number }>('select value from counter order by id')).rows.map(
    (row) => row.value,
  )

describe('values from the database', () => {
  it('keep a day as written, in any time zone', async () => {
    const { rows } = await database.pool.query("select date '2026-03-29' as day")
    expect(rows).toEqual([{ day: '2026-03-29' }])
  })

  it('are numbers for counts, and text where a number would lose digits', async () => {
    const { rows } = await database.db.execute(sql`select count(*) as small, 9007199254740993::int8 as large`)
    expect(rows).toEqual([{ small: 1, large: '9007199254740993' }])
  })

  it('sort and fold case the same on every server', async () => {
    const { rows } = await database.pool.query(
      "select array(select x from unnest(array['b', 'B', 'a', 'ä', 'Z']) x order by x) as sorted, upper('é') as upper",
    )
    expect(rows).toEqual([{ sorted: ['B', 'Z', 'a', 'b', 'ä'], upper: 'É' }])
  })
})

describe('a connection', () => {
  const limits = async (client: { query: Database['pool']['query'] }) => {
    const { rows } = await client.query(
      "select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle",
    )
    return rows[0]
  }
  const LIMITED = { statement: '15s', lock: '10s', idle: '30s' }

  it('waits for no statement, no lock and no idle transaction for ever', async () => {
    expect(await limits(database.pool)).toEqual(LIMITED)
  })

  it('that breaks between two statements fails its own transaction, and nothing else', async () => {
    const uncaught: unknown[] = []
    const hear = (error: unknown) => uncaught.push(error)
    process.on('uncaughtException', hear)
    const broken = transaction(database.db, async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      // Waits for the connection's end, which its server tells without being asked.
      await database.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid])
      await tx.execute(sql`update counter set value = 9`)
    })
    await expect(broken).rejects.toThrow()
    expect(await values()).toEqual([0, 0])
    process.off('uncaughtException', hear)
    expect(uncaught).toEqual([])
  })

  it('that breaks while a transaction begins is given back', async () => {
    const { pool, db, close } = connectDatabase(database.url, 2)
    const server = killable(pool)
    for (const isAfter of [false, true, false])
      expect(
        (await server.run({ statement: 1, isAfter }, () => transaction(db, async () => {}))).isKilled,
      ).toBe(true)
    await Promise.all([1, 2, 3].map(() => transaction(db, (tx) => tx.execute(sql`select 1`))))
    expect(pool.totalCount - pool.idleCount).toBe(0)
    await close()
  })

  it('is limited again after a migration, which is not', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-migrations-'))
    for (const { name, sql: text } of await readMigrations(migrationsFolder)) {
      await writeFile(path.join(folder, name), text)
    }
    const noted = "create table noted as select current_setting('statement_timeout') as statement"
    await writeFile(path.join(folder, '99999999999999_noted.sql'), noted)
    await migrate(database.pool, folder)
    const { rows } = await database.pool.query('select statement from noted')
    expect(rows).toEqual([{ statement: '0' }])
    expect(await limits(database.pool)).toEqual(LIMITED)
    await rm(folder, { recursive: true, force: true })
  })
})

describe('a transaction', () => {
  it('writes everything or nothing', async () => {
    const attempt = transaction(database.db, async (tx) => {
      await tx.execute(sql`update counter set value = 7`)
      throw new Error('refused')
    })
    await expect(attempt).rejects.toThrow('refused')
    expect(await values()).toEqual([0, 0])
  })

  it('can hold another one, which fails alone', async () => {
    await transaction(database.db, async (tx) => {
      await tx.execute(sql`update counter set value = 1 where id = 1`)
      await transaction(tx, async (inner) => {
        await inner.execute(sql`update counter set value = 1 where id = 2`)
        throw new Error('refused')
      }).catch(() => {})
    })
    expect(await values()).toEqual([1, 0])
  })

  it('runs again when it loses a deadlock', async () => {
    const bothHoldOne = meeting(2)
    const addInOrder = (first: number, second: number) =>
      transaction(database.db, async (tx) => {
        await tx.execute(sql`update counter set value = value + 1 where id = ${first}`)
        await bothHoldOne()
        await tx.execute(sql`update counter set value = value + 1 where id = ${second}`)
      })
    await Promise.all([addInOrder(1, 2), addInOrder(2, 1)])
    expect(await values()).toEqual([2, 2])
  })
})

describe('opening a database', () => {
  it('says in one line that the server does not answer', async () => {
    const opening = openDatabase({
      databaseUrl: 'postgres://127.0.0.1:1/none',
      dataDir: '/unused',
      log: () => {},
    })
    await expect(opening).rejects.toThrow(
      'The database does not answer: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL and that the server runs.',
    )
  })

  it('works on any server that DATABASE_URL names', async () => {
    const again = await openDatabase({ databaseUrl: database.url, dataDir: '/unused', log: () => {} })
    const { rows } = await again.pool.query('select count(*) from counter')
    await again.close()
    expect(rows).toEqual([{ count: 2 }])
  })
})

it('an external server that misses security releases is reported at the start', async ({ skip }) => {
  const told: string[] = []
  const { url } = database
  const opened = await openUnmigratedDatabase({
    databaseUrl: url,
    dataDir: '/unused',
    log: (line) => told.push(line),
  })
  const { rows } = await opened.pool.query("select current_setting('server_version_num')::int as version")
  await opened.close()
  const missed = missedReleases(rows[0].version)
  if (missed === null) return skip('This server is up to date.')
  expect(told).toContain(missed)
})

describe('a database that allows few connections', () => {
  /** A role with this limit; calls `work` with its address. */
  async function withLimit(limit: number, work: (url: string) => Promise<void>) {
    const role = `limited_${limit}`
    await database.pool.query(`create role ${role} login password 'limited' connection limit ${limit}`)
    const url = new URL(database.url)
    url.searchParams.set('user', role)
    url.searchParams.set('password', 'limited')
    try {
      await work(url.href)
    } finally {
      await database.pool.query(`drop role ${role}`)
    }
  }
  const open = async (databaseUrl: string, connections: number) => {
    const told: string[] = []
    const log = (line: string) => told.push(line)
    return {
      told,
      opened: await openUnmigratedDatabase({ databaseUrl, connections, dataDir: '/unused', log }),
    }
  }
  /** As many transactions at the same time as `count`, each of which holds a connection. */
  const ask = async ({ db }: Database, count: number) => {
    const asked = Array.from({ length: count }, () =>
      transaction(db, (tx) => tx.execute(sql`select 1 as one`)),
    )
    return (await Promise.all(asked)).length
  }

  it('gives a server no more connections than it has left, and the log says so', () =>
    withLimit(6, async (url) => {
      const { opened, told } = await open(url, 20)
      expect(await ask(opened, 50)).toBe(50)
      expect(opened.pool.totalCount).toBeLessThanOrEqual(6)
      await opened.close()
      expect(told.join()).toContain(
        'The database has 6 connections left for this server, which wants 20 (DATABASE_CONNECTIONS).',
      )
    }))

  it('serves servers that together want more: each waits for connections of its own', () =>
    withLimit(12, async (url) => {
      const [one, other] = [await open(url, 10), await open(url, 10)]
      expect(await Promise.all([ask(one.opened, 60), ask(other.opened, 60)])).toEqual([60, 60])
      expect([...one.told, ...other.told].join()).toContain('The database refused a connection.')
      await one.opened.close()
      await other.opened.close()
    }))

  it('is refused at the start when too few are left to work with', () =>
    withLimit(4, async (url) => {
      await expect(open(url, 20)).rejects.toThrow(
        'The database has 4 connections left for this server; Copydesk needs at least 5.',
      )
    }))
})

describe('a database opened for a backup or a restore', () => {
  it('keeps the schema that it has', async () => {
    const blank = await createBlankDatabase()
    const opened = await openUnmigratedDatabase({ databaseUrl: blank.url, dataDir: '/unused', log: () => {} })
    const { rows } = await opened.pool.query(
      "select count(*)::int as tables from pg_tables where schemaname = 'public'",
    )
    await opened.close()
    await blank.close()
    expect(rows).toEqual([{ tables: 0 }])
  })
})

/** Lets everybody go on once `size` callers have come; later callers pass. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived >= size) resolve()
    return promise
  }
}
