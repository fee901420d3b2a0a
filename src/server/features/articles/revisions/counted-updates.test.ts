import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { articleEvents, articleProducts, articles } from '../../../db/schema/articles.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { listManagedSites } from '../../ground/sites/queries.ts'
import { countArticlesOf, findOwnKeywords } from '../../keywords/opportunities/queries.ts'
import { findOwnSide } from '../../market/share-of-voice/own-side-queries.ts'
import { countWrongStatuses } from '../../operate/scan/queries.ts'

let api: Api
let writer: Client
let other: Client
let qa: Client
beforeAll(async () => {
  api = await startApi()
  writer = await api.as('opm')
  other = await api.as('eng')
  qa = await api.as('adm')
})
afterAll(() => api.close())

let siteId: number
let serial = 0
/** A word that only this test's records contain. */
const word = () => `of${serial}kind`
beforeEach(async () => {
  serial += 1
  siteId = (await buildSite(api.database.db, { code: `u${serial}` })).id
})

interface Row {
  article_id: number
  title: string
  status: string
  revises: number | null
  last_update: { article_id: number; status: string; updated_at: string } | null
}

/** A published article of the writer, with its own product. */
async function published() {
  const asin = `B0UPDATE${String(serial).padStart(2, '0')}`
  const article = await buildArticle(api.database.db, {
    userId: writer.id,
    siteId,
    status: 'published',
    title: `Kettles ${word()}`,
    keyword: `kettle ${word()}`,
  })
  const product = { articleId: article.id, position: 1, asin, name: 'Pour Kettle', award: 'Best Value' }
  await api.database.db.insert(articleProducts).values(product)
  return { ...article, asin }
}
/** An update of the article, waiting for QA. */
async function updateOf(id: number, title: string, by = writer): Promise<number> {
  const { body: begun } = await by.post(`/api/articles/${id}/revision`)
  const { body: draft } = await by.get(`/api/articles/${begun.article_id}`)
  const sent = await by.patch(`/api/articles/${draft.article_id}`, {
    title,
    version: draft.version,
    draft: false,
  })
  expect([sent.status, sent.body.status]).toEqual([200, 'requested'])
  return draft.article_id
}
const review = (id: number, command: string) =>
  qa.patch(`/api/articles/validate/${id}`, { command, reason: 'As it is.' })

const history = async (query = '') => {
  const { body } = await qa.get(`/api/articles?site=${siteId}${query}`)
  expect(body.totalCount).toBe(body.nodes.length)
  return body.nodes as Row[]
}
const idsOf = (rows: Row[]) => rows.map(({ article_id: id }) => id)
const keywordRow = async (keyword: string, status = '') => {
  const { body } = await qa.get(`/api/keywords?keyword=${encodeURIComponent(keyword)}&limit=5${status}`)
  return body.data[0]
}

/** The result of every list and count for one article with its keyword and product. */
async function countsOf({ keyword, asin }: Awaited<ReturnType<typeof published>>) {
  const { db } = api.database
  const { rows } = await api.database.pool.query('select product_id from products where asin = $1', [asin])
  const { body: product } = await qa.get(`/api/products/${rows[0].product_id}`)
  const { body: mentions } = await qa.get(`/api/products/${product.product_id}/articles`)
  const { body: suggested } = await qa.get(`/api/articles/suggestions?query=${word()}`)
  const [site] = await listManagedSites(db, qa.id, siteId)
  const own = await findOwnKeywords(db, [keyword.identity])
  return {
    history: (await history()).length,
    byName: (await history('&sort=site')).length,
    targeted: (await history(`&keywordId=${keyword.id}`)).length,
    ofKeyword: (await keywordRow(keyword.keyword)).articles.length,
    mentions: mentions.length,
    ofProduct: product.countArticles,
    suggested: suggested.length,
    ofSite: site?.articlesCount,
    opportunity: own.get(keyword.identity)?.articles,
    catalogue: (await countArticlesOf(db, [asin])).get(asin),
  }
}

/** The same count in each of them. */
const each = (count: number) => ({
  history: count,
  byName: count,
  targeted: count,
  ofKeyword: count,
  mentions: count,
  ofProduct: count,
  suggested: count,
  ofSite: count,
  opportunity: count,
  catalogue: count,
})
const statuses = async (by: Client) => (await by.get('/api/profile/work')).body.statuses

it('an update that waits for QA counts separately and names the article that it updates', async () => {
  const article = await published()
  const id = await updateOf(article.id, article.title)
  expect(await countsOf(article)).toEqual(each(2))
  expect(await history()).toMatchObject([
    { article_id: id, status: 'requested', revises: article.id, last_update: null },
    { article_id: article.id, status: 'published', revises: null, last_update: null },
  ])
  const { body: pending } = await qa.get('/api/articles/pending')
  expect(pending.nodes.find((row: Row) => row.article_id === id)).toMatchObject({ revises: article.id })
  expect(await keywordRow(article.keyword.keyword, '&articleStatus=requested')).toBeDefined()
})

it('an approved update is not a second article in any list or count', async () => {
  const article = await published()
  const before = await statuses(writer)
  const id = await updateOf(article.id, `Better kettles ${word()}`)
  expect((await review(id, 'approve')).status).toBe(200)
  for (const status of ['approved', 'published']) {
    await api.database.pool.query('update articles set status = $1 where article_id = $2', [status, id])
    expect(await countsOf(article), status).toEqual(each(1))
    expect(await history(), status).toEqual([
      expect.objectContaining({
        article_id: article.id,
        title: `Better kettles ${word()}`,
        status: 'published',
        last_update: { article_id: id, status, updated_at: expect.any(String) },
      }),
    ])
    expect(await history('&status=approved'), status).toEqual([])
    expect(await keywordRow(article.keyword.keyword, '&articleStatus=approved'), status).toBeUndefined()
    expect(await keywordRow(article.keyword.keyword, '&articleStatus=published'), status).toBeDefined()
    expect(await statuses(writer), status).toEqual(before)
  }
  expect(await countWrongStatuses(api.database.db)).toBe(0)
  const event = { action: 'published', userId: qa.id, createdAt: api.now() }
  await api.database.db
    .insert(articleEvents)
    .values([article.id, id].map((articleId) => ({ articleId, ...event })))
  const { articles: out } = await findOwnSide(api.database.db, article.keyword.identity, 'UTC')
  expect(out.map(({ title }) => title)).toEqual([`Better kettles ${word()}`])
})

it('an approved update gives its article its picture and intro, not its notes, and the latest one is the article’s last', async () => {
  const { id } = await published()
  await api.database.db.update(articles).set({ notes: 'About the first text.' }).where(eq(articles.id, id))
  const { body: begun } = await writer.post(`/api/articles/${id}/revision`)
  expect((await writer.get(`/api/articles/${begun.article_id}`)).body).toMatchObject({ notes: null })
  const texts = { intro: 'They pour better.', imageUrl: 'https://pictures.example/better.jpg' }
  await writer.patch(`/api/articles/${begun.article_id}`, { ...texts, notes: 'About this.', draft: false })
  expect((await review(begun.article_id, 'approve')).status).toBe(200)
  expect((await qa.get(`/api/articles/${id}`)).body).toMatchObject({
    ...{ status: 'published', notes: 'About the first text.' },
    ...{ intro: texts.intro, image_url: texts.imageUrl },
  })
  const next = await updateOf(id, `Best kettles ${word()}`)
  await review(next, 'approve')
  const last = { last_update: { article_id: next } }
  expect([await history(), (await qa.get(`/api/articles/${id}`)).body]).toMatchObject([[last], last])
})

it('an article and its updates link to each other; only their owners see drafts of updates', async () => {
  const article = await published()
  const first = await updateOf(article.id, 'New kettles')
  await review(first, 'approve')
  const second = await updateOf(article.id, 'Newer kettles')
  await review(second, 'reject')
  await other.post(`/api/articles/${article.id}/revision`)
  const { body } = await qa.get(`/api/articles/${article.id}`)
  expect(body).toMatchObject({
    title: 'New kettles',
    revises: null,
    revised_title: null,
    last_update: { article_id: first },
    updates: [
      { article_id: first, title: 'New kettles', status: 'approved', updated_at: expect.any(String) },
      { article_id: second, title: 'Newer kettles', status: 'rejected', updated_at: expect.any(String) },
    ],
  })
  expect((await qa.get(`/api/articles/${first}`)).body).toMatchObject({
    revises: article.id,
    revised_title: 'New kettles',
    updates: [],
  })
  // A rejected update is part of no article, so it stays in the lists itself.
  expect(idsOf(await history())).toEqual([second, article.id])
})

it('an approved update of another user’s article is in its writer’s work, but not in the writer’s counts', async () => {
  const article = await published()
  const before = await statuses(other)
  const id = await updateOf(article.id, 'Kettles by another hand', other)
  await review(id, 'approve')
  expect(await statuses(other)).toEqual(before)
  const piecesOf = async (by: Client) => {
    const { body } = await by.get('/api/profile/work')
    return body.nodes.filter(({ title }: Row) => title === 'Kettles by another hand')
  }
  expect(await piecesOf(other)).toMatchObject([{ article_id: id, revises: article.id }])
  expect(await piecesOf(writer)).toMatchObject([{ article_id: article.id, revises: null }])
  const own = await updateOf(article.id, 'Kettles by the same hand')
  await review(own, 'approve')
  const { body } = await writer.get('/api/profile/work')
  expect(idsOf(body.nodes)).not.toContain(own)
})
