import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../db/connect.ts'
import { parseText } from '../../../db/json/json-text.ts'
import { articleFaqs, articleKeywords, articleProducts } from '../../../db/schema/articles.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import type { Caller } from '../../../security/actor.ts'
import { callerWith } from '../../../testing/article-parts.ts'
import { buildArticle, buildKeyword, buildSite, buildUser } from '../../../testing/builders.ts'
import { findFirstKeyword, readContent } from './content-queries.ts'
import { searchArticles } from './queries.ts'
import { listKeywordIds } from './store.ts'
import { findWholeArticle } from './whole-queries.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  for (const displayName of ['Öfen', 'oak', 'Zeal', 'öfen', 'Ash'])
    await buildSite(database.db, { displayName })
  for (const firstName of ['Élan', 'elan', 'Zoe', 'Élan', 'Ann', 'ann'])
    await buildUser(database.db, { firstName })
  await database.pool.query(`
    insert into articles (title, status, site_id, user_id)
    select 'Kettle ' || i, case when i % 9 = 0 then 'draft' else 'requested' end,
      (select site_id from sites order by site_id offset i % 17 % 4 limit 1), (select id from users order by id offset i % 23 % 5 limit 1)
    from generate_series(1, 500) i`)
})
afterAll(() => database.close())

const NAMES = {
  site: 'lower(s.display_name collate "und-x-icu") $ , s.site_id $',
  user: 'lower(u.first_name collate "und-x-icu") $ , lower(u.last_name collate "und-x-icu") $ , u.id $',
}

it('an article’s keywords, products and questions keep the order they were given in', async () => {
  const { db } = database
  const [owner, site] = [await buildUser(db), await buildSite(db)]
  const { id: articleId, keyword } = await buildArticle(db, { userId: owner.id, siteId: site.id })
  const first = await buildKeyword(db)
  await db.insert(articleKeywords).values({ articleId, keywordId: first.id, position: -1 })
  const product = { articleId, name: 'Pot', award: 'Best Value' }
  await db.insert(articleProducts).values({ ...product, asin: 'B0FIRST001', position: -1 })
  await db.insert(articleFaqs).values({ articleId, question: 'Is it red?', position: -1 })
  const whole = await findWholeArticle(db, articleId)
  const kept = await readContent(db, articleId)
  const words = [first.keyword, keyword.keyword]
  const actor = callerWith(owner, [])
  const filter = { sort: 'article_id', sortOrder: 'desc', page: 1, keywordId: first.id } as const
  const [listed] = (await searchArticles(db, filter, { actor, timeZone: 'UTC' })).map(parseText)
  for (const keywords of [whole?.keywords, kept?.content.keywords, listed?.keywords])
    expect(keywords?.map((each) => each.keyword)).toEqual(words)
  for (const products of [whole?.products, kept?.content.products])
    expect(products?.map(({ asin }) => asin)).toEqual(['B0FIRST001', 'B0AAAAAAA1'])
  expect(whole?.faqs.map(({ question }) => question)).toEqual(['Is it red?', 'Is it loud?'])
  expect(kept?.content.faqs).toEqual(['Is it red?', 'Is it loud?'])
  expect(await findFirstKeyword(db, articleId)).toBe(first.keyword)
  expect(await listKeywordIds(db, articleId)).toEqual([first.id, keyword.id])
})

it('the pages of the history by site or requester add up to the whole list in that order, near and far [ART-132]', async () => {
  const { rows: people } = await database.pool.query<{ id: number }>('select min(id) as id from users')
  const id = people[0]?.id ?? 0
  const actor: Caller = {
    kind: 'person',
    id,
    firstName: 'Ann',
    lastName: 'One',
    username: 'ann@desk.example',
    roleId: 'opm',
    permissions: [],
    session: '',
    origin: { requestId: 'r', address: '127.0.0.1' },
  }
  for (const sort of ['site', 'user'] as const)
    for (const sortOrder of ['asc', 'desc'] as const) {
      const { rows } = await database.pool.query<{ id: number }>(
        `select article_id as id from articles a join sites s using (site_id) join users u on u.id = a.user_id
         where status <> 'draft' or user_id = $1 order by ${NAMES[sort].replaceAll('$', sortOrder)}, article_id ${sortOrder}`,
        [id],
      )
      const pages = []
      for (let page = 1; page <= 26; page++) {
        pages.push(await searchArticles(database.db, { sort, sortOrder, page }, { actor, timeZone: 'UTC' }))
      }
      expect(pages.flat().map((row) => parseText(row).article_id)).toEqual(rows.map((row) => row.id))
      expect(pages.at(-1)).toEqual([])
    }
})
