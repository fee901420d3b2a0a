import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { eq, getTableName, sql } from 'drizzle-orm'
import { from as copyFrom } from 'pg-copy-streams'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkTransaction } from '../bulk-transaction.ts'
import { type Database, transaction } from '../connect.ts'
import { contentPosts, contentProducts } from '../schema/content.ts'
import { excludedWords, keywords } from '../schema/keywords.ts'
import { products } from '../schema/products.ts'
import { sites } from '../schema/sites.ts'
import { createTestDatabase } from '../testing.ts'
import { createReadCache } from './read-cache.ts'
import { REPORTED_TABLES } from './reported-tables.ts'
import { onWrite } from './writes.ts'

const named = (keyword: string) => ({ keyword, identity: keyword })

let database: Database
let heard = 0
beforeAll(async () => {
  database = await createTestDatabase()
  onWrite(database.db, [keywords], () => {
    heard += 1
  })
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.pool.query('truncate keywords cascade')
  heard = 0
})

test('listeners run before the caller of any kind of write continues', async () => {
  const { db, pool } = database
  const insert = (keyword: string) =>
    `insert into keywords (keyword, identity) values ('${keyword}', '${keyword}')`
  const ways: (() => Promise<unknown>)[] = [
    () => db.insert(keywords).values(named('one')),
    () => db.update(keywords).set(named('two')).where(eq(keywords.keyword, 'one')),
    () =>
      db.execute(sql`with gone as (delete from keywords returning keyword)
      insert into keywords (keyword, identity) select keyword, 'again' from gone`),
    () => db.execute(sql`/* a comment */ do $$ begin ${sql.raw(insert('in a block'))}; end $$`),
    () => db.execute(sql`select refresh_article_statuses(array(select keyword_id from keywords))`),
    () => pool.query(insert('three')),
    () => new Promise((resolve) => pool.query("delete from keywords where keyword = 'three'", resolve)),
    () => transaction(db, (tx) => tx.insert(keywords).values(named('four'))),
    () => bulkTransaction(pool, (_, tx) => tx.delete(keywords)),
    () => bulkTransaction(pool, (client) => client.query(insert('five'))),
    () =>
      bulkTransaction(pool, (client) =>
        pipeline(
          Readable.from(['six\tsix\n']),
          client.query(copyFrom('copy keywords (keyword, identity) from stdin')),
        ),
      ),
    () => pool.query('truncate keywords cascade'),
  ]
  for (const [index, write] of ways.entries()) {
    await write()
    expect(heard, `way ${index}`).toBe(index + 1)
  }
})

test('writes are heard over a connection that hides notices', async () => {
  await bulkTransaction(database.pool, async (client, tx) => {
    await client.query('set local client_min_messages = error')
    await tx.insert(keywords).values(named('unseen'))
  })
  expect(heard).toBe(1)
})

test('what a trigger writes is heard with the statement that fired it', async () => {
  const { db } = database
  const ours = {
    code: 'ours',
    displayName: 'Ours',
    normalizedName: 'ours',
    url: 'https://ours.example',
    logoUrl: '',
  }
  const [site] = await db.insert(sites).values(ours).returning()
  const [post] = await db
    .insert(contentPosts)
    .values({ siteId: site?.id ?? 0, postId: '1', title: 'A post', source: 'import' })
    .returning()
  let written = 0
  onWrite(db, [products], () => {
    written += 1
  })
  await db.insert(contentProducts).values({ contentPostId: post?.id ?? 0, asin: 'B000000001', position: 1 })
  expect(written).toBe(1)
})

test('a transaction whose connection breaks is heard, because it may have been committed', async () => {
  const broken = bulkTransaction(database.pool, async (client, tx) => {
    await tx.insert(keywords).values(named('lost'))
    await client.query('select pg_terminate_backend(pg_backend_pid())')
  })
  await expect(broken).rejects.toThrow()
  await expect.poll(() => heard).toBe(1)
})

test('a statement is heard whose connection breaks after it was carried out and before its answer arrives', async () => {
  const { db, pool } = database
  const client = await pool.connect()
  const { stream } = client.connection
  stream.pause()
  const cutOff = client.query("insert into keywords (keyword, identity) values ('cut off', 'cut off')")
  const broken = expect(cutOff).rejects.toThrow()
  await expect.poll(() => db.$count(keywords, eq(keywords.keyword, 'cut off'))).toBe(1)
  expect(heard).toBe(0)
  stream.destroy()
  await broken
  expect(heard).toBe(1)
  client.release(true)
})

test('the database reports every kind of write to each of these tables, and to no other table', async () => {
  const { rows } = await database.pool.query<{ name: string; type: number; enabled: string }>(`
    select relname as name, tgtype as type, tgenabled as enabled from pg_trigger join pg_class c on c.oid = tgrelid
    where tgfoid = 'report_write()'::regprocedure order by relname collate "C"`)
  // Once per statement, after an insert (4), a delete (8), an update (16) and a truncate (32).
  const reported = REPORTED_TABLES.map((table) => ({
    name: getTableName(table),
    type: 4 + 8 + 16 + 32,
    enabled: 'O',
  }))
  expect(rows).toEqual(reported)
})

test('a transaction is reported once it has ended, and not before others can see its writes', async () => {
  const { db } = database
  await transaction(db, async (tx) => {
    await tx.insert(keywords).values(named('later'))
    await transaction(tx, (inner) => inner.insert(keywords).values(named('much later')))
    expect(heard).toBe(0)
  })
  expect(heard).toBe(1)
})

test('reads and writes to other tables are not heard', async () => {
  const { db } = database
  await db.select().from(keywords)
  await transaction(db, (tx) => tx.insert(excludedWords).values({ word: 'kettle' }))
  await transaction(db, async (tx) => {
    await tx.select().from(keywords).for('update')
  })
  expect(heard).toBe(0)
})

test('a total that was counted while a transaction was open is counted again once it is over', async () => {
  const { db } = database
  const clock = () => new Date('2026-11-22T12:00:00Z')
  const totals = createReadCache({ maxAgeMs: 60_000, clock, db, from: [keywords] })
  const total = () => totals.get('all', () => db.$count(keywords))
  const before = await total()
  await transaction(db, async (tx) => {
    await tx.insert(keywords).values(named('open'))
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
  const kept = createReadCache({ maxAgeMs: 1000, clock: () => now, db: database.db, from: [keywords] })
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
  const kept = createReadCache({ maxAgeMs: 1000, clock: () => now, db: database.db, from: [keywords] })
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
  await database.db.insert(keywords).values(named('between'))
  ended[1]?.()
  const after = kept.get('a', read(3))
  ended[2]?.()
  expect(await after).toBe(3)
})

test('after a failed refresh the next caller reads again', async () => {
  let now = new Date('2026-11-22T12:00:00Z')
  const kept = createReadCache({ maxAgeMs: 1000, clock: () => now, db: database.db, from: [keywords] })
  await kept.get('a', async () => 1)
  now = new Date(now.getTime() + 1000)
  const fails = async () => {
    throw new Error('The connection was lost.')
  }
  expect(await kept.get('a', fails)).toBe(1)
  await expect.poll(() => kept.get('a', async () => 2)).toBe(2)
})
