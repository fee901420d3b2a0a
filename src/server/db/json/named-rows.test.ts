import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase, type Database } from '../connect.ts'
import { tags } from '../schema/keywords.ts'
import { createTestDatabase } from '../testing.ts'
import { createNamedRows } from './named-rows.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.insert(tags).values([{ tag: 'zeal' }, { tag: 'ash' }])
})
afterAll(() => database.close())

/** Named tags, and how often they were read. */
function namedTags(clock = () => new Date('2026-01-01')) {
  let reads = 0
  const names = createNamedRows({
    db: database.db,
    clock,
    from: [tags],
    async read() {
      reads += 1
      const { rows } = await database.db.execute<{ id: number; json: string }>(
        sql`select tag_id as id, to_json(tag)::text as json from tags order by tag`,
      )
      return rows
    },
  })
  return { names, reads: () => reads }
}

it('lists of ids become the rows in their own order, read once for any number of lists', async () => {
  const { names, reads } = namedTags()
  expect(await names.listsOf(['{1,2}', '{}', '{2}', '{1,2}'])).toEqual([
    '["ash","zeal"]',
    '[]',
    '["ash"]',
    '["ash","zeal"]',
  ])
  await names.listsOf(['{1}'])
  expect(reads()).toBe(1)
})

it('a renamed row shows at once, and an id without a row is left out', async () => {
  const { names } = namedTags()
  expect(await names.listsOf(['{1,999}'])).toEqual(['["zeal"]'])
  await database.db.execute(sql`update tags set tag = 'zest' where tag_id = 1`)
  expect(await names.listsOf(['{1}'])).toEqual(['["zest"]'])
})

it('a row of another server shows as soon as its id does, and a new name within a second', async () => {
  const { pool: other, close } = connectDatabase(database.url, 1)
  let now = Date.parse('2026-01-01')
  const { names } = namedTags(() => new Date(now))
  await names.listsOf(['{1}'])
  await other.query("insert into tags (tag) values ('new')")
  const { rows } = await other.query<{ id: number }>("select tag_id as id from tags where tag = 'new'")
  expect(await names.listsOf([`{${rows[0]?.id}}`])).toEqual(['["new"]'])
  await other.query("update tags set tag = 'renamed' where tag = 'new'")
  now += 1000
  expect(await names.listsOf([`{${rows[0]?.id}}`])).toEqual(['["renamed"]'])
  await close()
})
