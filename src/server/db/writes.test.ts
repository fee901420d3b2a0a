import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkTransaction } from './bulk-transaction.ts'
import { type Database, transaction } from './connect.ts'
import { createRememberedTotals } from './remembered-totals.ts'
import { excludedWords, tags } from './schema/keywords.ts'
import { createTestDatabase } from './testing.ts'
import { onWrite, tablesOf } from './writes.ts'

let database: Database
let heard = 0
beforeAll(async () => {
  database = await createTestDatabase()
  onWrite(database.db, [tags], () => {
    heard += 1
  })
})
afterAll(() => database.close())
beforeEach(() => {
  heard = 0
})

test('a statement tells which tables it writes to, and one that reads tells none', () => {
  const cases: [statement: string, tables: string[]][] = [
    ['insert into "tags" ("tag") values ($1) on conflict do update set "tag" = $2', ['tags', 'set']],
    ['INSERT INTO public.tags (tag) SELECT tag FROM others', ['tags']],
    [
      'with gone as (delete from "visits" returning *) insert into "days" select * from gone',
      ['visits', 'days'],
    ],
    ['update only keywords k set tag_ids = $1', ['keywords']],
    ['merge into "sites" using x on true when matched then delete', ['sites']],
    ['truncate table tags', ['tags']],
    ['copy keywords (keyword) from stdin', ['keywords']],
    ['copy (select 1) to stdout', []],
    ['select * from tags for update', []],
  ]
  for (const [statement, tables] of cases) expect([...tablesOf(statement)], statement).toEqual(tables)
})

test('a write is heard before whoever made it goes on, however it is made', async () => {
  const { db, pool } = database
  const ways: (() => Promise<unknown>)[] = [
    () => db.insert(tags).values({ tag: 'one' }),
    () => db.update(tags).set({ tag: 'two' }).where(eq(tags.tag, 'one')),
    () =>
      db.execute(
        sql`with gone as (delete from tags returning tag) insert into tags (tag) select tag from gone`,
      ),
    () => pool.query("insert into tags (tag) values ('three')"),
    () => new Promise((resolve) => pool.query("delete from tags where tag = 'three'", resolve)),
    () => transaction(db, (tx) => tx.insert(tags).values({ tag: 'four' })),
    () => bulkTransaction(pool, (_, tx) => tx.delete(tags)),
    () => bulkTransaction(pool, (client) => client.query("insert into tags (tag) values ('five')")),
  ]
  for (const [index, write] of ways.entries()) {
    await write()
    expect(heard, `way ${index}`).toBe(index + 1)
  }
})

test('a transaction is heard when it has ended, and not before others can see what it wrote', async () => {
  const { db } = database
  await transaction(db, async (tx) => {
    await tx.insert(tags).values({ tag: 'later' })
    await transaction(tx, (inner) => inner.insert(tags).values({ tag: 'much later' }))
    expect(heard).toBe(0)
  })
  expect(heard).toBe(1)
})

test('reads and writes to other tables are not heard', async () => {
  const { db } = database
  await db.select().from(tags)
  await transaction(db, (tx) => tx.insert(excludedWords).values({ word: 'the' }))
  await transaction(db, async (tx) => {
    await tx.select().from(tags).for('update')
  })
  expect(heard).toBe(0)
})

test('a total that was counted while a transaction was open is counted again once it is over', async () => {
  const { db } = database
  const clock = () => new Date('2026-11-22T12:00:00Z')
  const totals = createRememberedTotals({ keepMs: 60_000, clock, db, from: [tags] })
  const total = () => totals.get('all', () => db.$count(tags))
  const before = await total()
  await transaction(db, async (tx) => {
    await tx.insert(tags).values({ tag: 'open' })
    expect(await total()).toBe(before)
  })
  expect(await total()).toBe(before + 1)
  await db.insert(excludedWords).values({ word: 'and' })
  let counts = 0
  await totals.get('all', async () => {
    counts += 1
    return 0
  })
  expect(counts).toBe(0)
})
