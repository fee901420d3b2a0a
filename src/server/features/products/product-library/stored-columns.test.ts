import { afterAll, beforeAll, expect, it } from 'vitest'
import { STOCKS } from '#shared/features/products/product-library/rules.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import type { Database } from '../../../db/connect.ts'
import { contentPosts } from '../../../db/schema/content.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { createRandom } from '../../../random.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'
import { importAvailability } from '../products/verbs/import-availability.ts'
import { readStoredCounts } from './queries.ts'
import { updateStocks } from './stock-store.ts'

const ASINS = Array.from({ length: 12 }, (_, index) => `B0KEPT000${index.toString(36).toUpperCase()}`)

/** Of an article `r`: drafts count nowhere, and an approved update is a text of the article that it revises. */
const COUNTS = `r.status <> 'draft' and (r.revises_id is null or r.status not in ('approved', 'published'))`

let database: Database
const articleIds: number[] = []
const postIds: number[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  const { db } = database
  const { id: userId } = await buildUser(db)
  const { id: siteId } = await buildSite(db)
  for (let number = 0; number < 4; number++) {
    articleIds.push((await buildArticle(db, { userId, siteId })).id)
    const [post] = await db
      .insert(contentPosts)
      .values({ siteId, postId: String(number), title: `Post ${number}`, source: 'adopted' })
      .returning()
    if (post) postIds.push(post.id)
  }
})
afterAll(() => database.close())

it('stored figures of products (recommending articles and awards without drafts, number in each state, since when) match their sources after any writes', async () => {
  const random = createRandom('kept columns of products')
  const { db, pool } = database
  const some = () => ASINS.filter(() => random.chance(0.3))
  let now = new Date('2026-11-20T00:00:00Z')
  const writes = [
    () =>
      pool.query(
        `insert into article_products (article_id, position, asin, name, award)
          select $1, 0, asin, 'Name ' || $3::text, 'Award ' || $3::text from unnest($2::text[]) asin`,
        [random.pick(articleIds), some(), random.between(1, 9)],
      ),
    () => pool.query('delete from article_products where asin = any($1)', [some()]),
    () =>
      pool.query(
        `insert into content_products (content_post_id, position, asin, name)
          select $1, 0, asin, '' from unnest($2::text[]) asin on conflict do nothing`,
        [random.pick(postIds), some()],
      ),
    () => pool.query('delete from content_products where asin = any($1)', [some()]),
    () =>
      pool.query(
        'update content_posts set article_id = case when article_id is null then $1::int end where content_post_id = $2',
        [random.pick(articleIds), random.pick(postIds)],
      ),
    () =>
      pool.query(
        'update content_posts set gone_at = case when gone_at is null then now() end where content_post_id = $1',
        [random.pick(postIds)],
      ),
    () =>
      pool.query(`update articles set status = $1, revises_id = $2 where article_id = $3`, [
        random.pick(['draft', 'requested', 'approved']),
        random.pick([null, articleIds[0]]),
        articleIds[1],
      ]),
    () => pool.query('update articles set revises_id = null where article_id = $1', [articleIds[1]]),
    () =>
      pool.query(`update articles set status = $1 where article_id = $2`, [
        random.pick(['draft', 'requested']),
        random.pick(articleIds),
      ]),
    () => {
      now = new Date(now.getTime() + random.between(20, 120) * MINUTE_MS)
      const readings = some().map((asin) => ({
        asin,
        item: random.chance(0.1)
          ? null
          : { asin, title: asin, stock: random.pick(['IN_STOCK', 'OUT_OF_STOCK'] as const) },
      }))
      return updateStocks(db, readings, { readAt: now, keepsPrices: false })
    },
    () => pool.query('select compact_product_counts()'),
  ]
  const expectRecount = async () => {
    const { rows: wrong } = await pool.query(`
      select * from (
        select p.asin, p.article_count, p.award, (
          select count(distinct article_id)::int from article_products a join articles r using (article_id)
          where a.asin = p.asin and ${COUNTS}
        ) + (
          select count(*)::int from content_products c join content_posts x using (content_post_id)
          where c.asin = p.asin and x.article_id is null and x.gone_at is null
        ) as source, coalesce((
          select award from article_products a join articles r using (article_id)
          where a.asin = p.asin and ${COUNTS} and award <> '' order by a.product_id desc limit 1), '') as newest
        from products p) k
      where article_count <> source or award <> newest`)
    expect(wrong).toEqual([])
  }
  // Whatever maintains a figure, no later write may be needed to put it right.
  for (let round = 0; round < 500; round++) {
    await random.pick(writes)()
    await expectRecount()
  }
  const { rows: missing } = await pool.query(`
    select asin from article_products union select asin from content_products except select asin from products`)
  expect(missing).toEqual([])
  const { rows } = await pool.query('select stock, count(*)::int from products group by 1')
  const source = new Map(rows.map(({ stock, count }) => [stock, count]))
  expect(source.size).toBe(STOCKS.length)
  expect(await readStoredCounts(db)).toEqual(
    Object.fromEntries(STOCKS.map((stock) => [stock, source.get(stock) ?? 0])),
  )
  await pool.query('select compact_product_counts()')
  const { rows: several } = await pool.query(
    'select stock from product_counts group by 1 having count(*) > 1',
  )
  expect(several).toEqual([])
  expect(await readStoredCounts(db)).toEqual(
    Object.fromEntries(STOCKS.map((stock) => [stock, source.get(stock) ?? 0])),
  )
  // The last row of a product's history is the state that it is in.
  const { rows: differing } = await pool.query(`
    select p.asin from products p left join lateral (
      select stock, created_at from product_stocks s where s.product_id = p.product_id order by created_at desc, product_stock_id desc limit 1) l on true
    where (p.stock, p.stock_since) is distinct from (coalesce(l.stock, 'NOT_SCANNED'), l.created_at)`)
  expect(differing).toEqual([])
  const { rows: changes } = await pool.query('select count(*)::int from product_stocks')
  expect(changes[0].count).toBeGreaterThan(30)
})

it('a different state that a scan has seen, and not confirmed, ends with a newer import of availability', async () => {
  const { db, pool } = database
  const asin = 'B0CONFIRM1'
  const at = (hours: number) => new Date(Date.parse('2026-11-20T00:00:00Z') + hours * HOUR_MS)
  const scan = (stock: 'IN_STOCK' | 'OUT_OF_STOCK', hours: number) =>
    updateStocks(db, [{ asin, item: { asin, title: asin, stock } }], {
      readAt: at(hours),
      keepsPrices: false,
    })
  await pool.query('insert into products (asin) values ($1)', [asin])
  await scan('IN_STOCK', 0)
  await scan('OUT_OF_STOCK', 1)
  async function* file() {
    yield { line: 2, cells: { asin, availability: 'Now', seen: at(2).toISOString() } }
  }
  await importAvailability({ db, clock: () => at(2), refuse: () => {} }, file())
  // Seen for the first time since.
  await scan('OUT_OF_STOCK', 3)
  const { rows } = await pool.query('select stock, seen_at from products where asin = $1', [asin])
  expect(rows).toEqual([{ stock: 'IN_STOCK', seen_at: at(3) }])
})
