import { getTableName, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectDatabase, type Database } from '../../../db/connect.ts'
import { articles } from '../../../db/schema/articles.ts'
import { contentPosts, contentProducts } from '../../../db/schema/content.ts'
import { products } from '../../../db/schema/products.ts'
import { sites } from '../../../db/schema/sites.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { buildSite } from '../../../testing/builders.ts'
import { createPageReader } from './content-reader.ts'

const PAGE = { sort: 'EARNINGS', sortOrder: 'desc', page: 1 } as const

let database: Database
/** Another server on the same database: what it writes is not heard here. */
let other: Database
let siteId: number
let now: number
let readPage: ReturnType<typeof createPageReader>
beforeEach(async () => {
  database = await createTestDatabase()
  other = connectDatabase(database.url)
  now = Date.parse('2026-11-22T12:00:00Z')
  readPage = createPageReader({ db: database.db, clock: () => new Date(now) })
  siteId = (await buildSite(database.db, { code: 'ok' })).id
  await publish('1', 'Kettles')
})
afterEach(async () => {
  await other.close()
  await database.close()
})

const publish = (postId: string, title: string) =>
  other.db.execute(
    sql`insert into content_posts (site_id, post_id, title, source) values (${siteId}, ${postId}, ${title}, 'import')`,
  )
const rename = (title: string) => other.db.execute(sql`update content_posts set title = ${title}`)
const read = async (question: { title?: string; sort?: 'POST_TITLE' } = {}) => {
  const { total, rows } = await readPage({ ...PAGE, ...question })
  return [total, ...rows.map(({ POST_TITLE }) => POST_TITLE)]
}

it('caches a page of posts for three seconds', async () => {
  expect(await read()).toEqual([1, 'Kettles'])
  await rename('Teapots')
  now += 2999
  expect(await read()).toEqual([1, 'Kettles'])
  now += 3001
  expect(await read()).toEqual([1, 'Teapots'])
})

it.each([articles, contentPosts, contentProducts, products, sites])(
  'reads its page again once something was written to $_.name',
  async (table) => {
    expect(await read()).toEqual([1, 'Kettles'])
    await rename('Teapots')
    expect(await read()).toEqual([1, 'Kettles'])
    await database.db.execute(sql`delete from ${table} where false`)
    expect(await read(), getTableName(table)).toEqual([1, 'Teapots'])
  },
)

it('drops a post within six seconds after another server removed it, with any reads in between', async () => {
  expect(await read({ title: 'kettle' })).toEqual([1, 'Kettles'])
  await other.db.execute(sql`update content_posts set gone_at = now()`)
  await publish('2', 'Kettles anew')
  now += 5900
  // A page that is not cached, of posts whose total is.
  expect(await read({ title: 'kettle', sort: 'POST_TITLE' })).toEqual([1])
  now += 100
  expect(await read({ title: 'kettle', sort: 'POST_TITLE' })).toEqual([1, 'Kettles anew'])
})
