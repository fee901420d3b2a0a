import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkTransaction } from './bulk-transaction.ts'
import { type Database, transaction } from './connect.ts'
import { createRemembered } from './remembered.ts'
import { excludedWords, keywords, tags } from './schema/keywords.ts'
import { createTestDatabase } from './testing.ts'
import { onWrite, tablesOf, WRITERS } from './writes.ts'

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

test('the tables that a statement writes to are found in its text, and a read has none', () => {
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
    ['\n  select refresh_article_statuses(array(select keyword_id from keywords))', ['keywords']],
    ['SELECT keep_risks ($1)', ['stock_risks']],
    ['select refresh_article_statuses from tags', []],
  ]
  for (const [statement, tables] of cases) expect([...tablesOf(statement)], statement).toEqual(tables)
})

test('listeners run before the caller of any kind of write continues', async () => {
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

test('a function that writes is heard as the tables that it writes to, in a transaction too', async () => {
  const { db } = database
  let told = 0
  onWrite(db, [keywords], () => {
    told += 1
  })
  const recount = sql`select refresh_article_statuses(array(select keyword_id from keywords))`
  await db.execute(recount)
  expect(told).toBe(1)
  await transaction(db, async (tx) => {
    await tx.execute(recount)
    expect(told).toBe(1)
  })
  expect(told).toBe(2)
  expect(heard).toBe(0)
})

test('every function of the database that writes is known with the tables that it writes to', async () => {
  const { rows } = await database.pool.query<{ name: string; body: string }>(`
    select p.proname as name, p.prosrc as body from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and p.prokind = 'f' and p.prorettype <> 'trigger'::regtype`)
  const writing = rows.flatMap(({ name, body }) => {
    // A row that is locked or replaced names no further table.
    const tables = tablesOf(body.replace(/(for (no key )?|do )update/gi, ''))
    return tables.size === 0 ? [] : [[name, [...tables].sort()]]
  })
  expect(Object.fromEntries(writing)).toEqual(WRITERS)
})

test('a transaction is reported once it has ended, and not before others can see its writes', async () => {
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
  await transaction(db, (tx) => tx.insert(excludedWords).values({ word: 'kettle' }))
  await transaction(db, async (tx) => {
    await tx.select().from(tags).for('update')
  })
  expect(heard).toBe(0)
})

test('a total that was counted while a transaction was open is counted again once it is over', async () => {
  const { db } = database
  const clock = () => new Date('2026-11-22T12:00:00Z')
  const totals = createRemembered({ keepMs: 60_000, clock, db, from: [tags] })
  const total = () => totals.get('all', () => db.$count(tags))
  const before = await total()
  await transaction(db, async (tx) => {
    await tx.insert(tags).values({ tag: 'open' })
    expect(await total()).toBe(before)
  })
  expect(await total()).toBe(before + 1)
  await db.insert(excludedWords).values({ word: 'toaster' })
  let counts = 0
  await totals.get('all', async () => {
    counts += 1
    return 0
  })
  expect(counts).toBe(0)
})

test('an old cached value is returned while it is refreshed, and no caller waits', async () => {
  let now = new Date('2026-11-22T12:00:00Z')
  const kept = createRemembered({ keepMs: 1000, clock: () => now, db: database.db, from: [tags] })
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }
  let [told, readings] = [1, 0]
  let answer = () => {}
  const slowly = () => {
    readings += 1
    return new Promise<number>((resolve) => {
      answer = () => resolve(told)
    })
  }
  const first = Promise.all([kept.get('a', slowly), kept.get('a', slowly)])
  answer()
  expect([await first, readings]).toEqual([[1, 1], 1])
  pass(1000)
  told = 2
  expect([await kept.get('a', slowly), await kept.get('a', slowly), readings]).toEqual([1, 1, 2])
  answer()
  await expect.poll(() => kept.get('a', slowly)).toBe(2)
  expect(readings).toBe(2)
  // After twice as long it is not returned any more.
  pass(2000)
  told = 3
  const third = kept.get('a', slowly)
  answer()
  expect([await third, readings]).toEqual([3, 3])
})

test('a refresh during a write is not cached', async () => {
  let now = new Date('2026-11-22T12:00:00Z')
  const kept = createRemembered({ keepMs: 1000, clock: () => now, db: database.db, from: [tags] })
  const ended: (() => void)[] = []
  const read = (value: number) => () =>
    new Promise<number>((resolve) => {
      ended.push(() => resolve(value))
    })
  const first = kept.get('a', read(1))
  ended[0]?.()
  await first
  now = new Date(now.getTime() + 1000)
  expect(await kept.get('a', read(2))).toBe(1)
  await database.db.insert(tags).values({ tag: 'between' })
  ended[1]?.()
  const after = kept.get('a', read(3))
  ended[2]?.()
  expect(await after).toBe(3)
})

test('after a failed refresh the next caller reads again', async () => {
  let now = new Date('2026-11-22T12:00:00Z')
  const kept = createRemembered({ keepMs: 1000, clock: () => now, db: database.db, from: [tags] })
  await kept.get('a', async () => 1)
  now = new Date(now.getTime() + 1000)
  const fails = async () => {
    throw new Error('The connection was lost.')
  }
  expect(await kept.get('a', fails)).toBe(1)
  await expect.poll(() => kept.get('a', async () => 2)).toBe(2)
})
