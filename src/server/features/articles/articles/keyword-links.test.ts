import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEYWORDS_MAXIMUM } from '#shared/features/articles/articles/rules.ts'
import { boardTasks } from '../../../db/schema/board.ts'
import { sitePosts } from '../../../db/schema/posts.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildKeyword, buildSite } from '../../../testing/builders.ts'

let api: Api
let owner: Client
let stranger: Client
let validator: Client
let siteId: number

beforeAll(async () => {
  api = await startApi()
  owner = await api.as('opm')
  stranger = await api.as('opm', 2)
  validator = await api.as('qa')
  siteId = (await buildSite(api.database.db, { code: 'kl', boardGid: '1400000000000001' })).id
})
afterAll(() => api.close())

/** A requested article whose task is on the board. */
async function followed() {
  const { body } = await owner.post('/api/articles', {
    siteId,
    keywords: [(await buildKeyword(api.database.db)).keyword],
    title: 'Kettles',
    intro: 'Nine boiled.',
    products: [{ asin: 'B0CQ77XWHE', name: 'Moka Lane Duetto', award: 'Best Overall' }],
    draft: false,
  })
  await api.app.queue.drain()
  return read(body.article_id)
}
const read = async (id: number) => (await validator.get(`/api/articles/${id}`)).body
const link = (who: Client, { gid }: { gid: string }, keyword_id: number) =>
  who.post('/api/articles/asana_article', { keyword_id, gid })
const unlink = (who: Client, { article_id }: { article_id: number }, keywordId: number) =>
  who.delete(`/api/articles/${article_id}/keywords/${keywordId}`)
const idsOf = ({ keywords }: { keywords: { keyword_id: number }[] }) =>
  keywords.map(({ keyword_id }) => keyword_id)
const approve = (id: number, version?: number) =>
  validator.patch(`/api/articles/validate/${id}`, { command: 'approve', version })

test('adding or removing a keyword is in the history and does not change the version under review [D37]', async () => {
  const article = await followed()
  const keyword = await buildKeyword(api.database.db)
  expect((await link(owner, article, keyword.id)).status).toBe(200)
  expect((await link(owner, article, keyword.id)).status).toBe(200)
  const linked = await read(article.article_id)
  expect(idsOf(linked)).toEqual([...idsOf(article), keyword.id])
  expect([linked.version, linked.updated_at]).toEqual([article.version, article.updated_at])
  expect(linked.events.slice(article.events.length)).toEqual([
    expect.objectContaining({
      action: 'keyword-linked',
      comment: keyword.keyword,
      user: expect.objectContaining({ id: owner.id }),
    }),
  ])
  expect((await unlink(validator, article, keyword.id)).status).toBe(204)
  const unlinked = await read(article.article_id)
  expect(idsOf(unlinked)).toEqual(idsOf(article))
  expect(unlinked.events.at(-1)).toMatchObject({ action: 'keyword-unlinked', comment: keyword.keyword })
  expect((await approve(article.article_id, article.version)).status).toBe(200)
})

test('an added keyword updates the task but does not write the post again', async () => {
  const { article_id: id } = await followed()
  await approve(id)
  await api.app.queue.drain()
  const approved = await read(id)
  const { db } = api.database
  const isPost = eq(sitePosts.id, approved.wordpress_id)
  await db.update(sitePosts).set({ title: 'As the editor wants it' }).where(isPost)
  const keyword = await buildKeyword(db)
  await link(owner, approved, keyword.id)
  expect((await read(id)).mirrors).toMatchObject([
    { target: 'post', state: 'done' },
    { target: 'task', state: 'waiting' },
  ])
  await api.app.queue.drain()
  const [task] = await db.select().from(boardTasks).where(eq(boardTasks.gid, approved.gid))
  expect(task?.notes).toContain(keyword.keyword)
  await unlink(owner, approved, keyword.id)
  await api.app.queue.drain()
  expect((await read(id)).mirrors).toMatchObject([{ state: 'done' }, { state: 'done' }])
  const [post] = await db.select().from(sitePosts).where(isPost)
  expect(post?.title).toBe('As the editor wants it')
})

test('requesters can add a keyword to any article through its task, but remove keywords only from their own [TASK-015] [D60] [T2]', async () => {
  const article = await followed()
  const keyword = await buildKeyword(api.database.db)
  const added = await link(stranger, article, keyword.id)
  expect([added.status, added.body.article_id, idsOf(added.body)]).toEqual([
    200,
    article.article_id,
    [...idsOf(article), keyword.id],
  ])
  expect(added.body.events.at(-1)).toMatchObject({ action: 'keyword-linked', user: { id: stranger.id } })
  const { status, body } = await unlink(stranger, article, keyword.id)
  expect([status, body.message]).toEqual([
    403,
    'Only the requester and validators can remove a keyword from an article.',
  ])
  expect(idsOf(await read(article.article_id))).toEqual([...idsOf(article), keyword.id])
  expect((await link(await api.as('wrt'), article, article.keywords[0].keyword_id)).status).toBe(403)
})

test('linking a task to a keyword its article already has returns that article, whoever asks [TASK-016] [D60]', async () => {
  const article = await followed()
  const { status, body } = await link(stranger, article, article.keywords[0].keyword_id)
  expect([status, body]).toEqual([200, article])
})

test('any keyword but the last can be removed in every status, and other people’s drafts stay hidden [D61]', async () => {
  const { db } = api.database
  const article = await followed()
  const keyword = await buildKeyword(db)
  await link(owner, article, keyword.id)
  await approve(article.article_id)
  expect((await unlink(owner, article, article.keywords[0].keyword_id)).status).toBe(204)
  expect((await unlink(owner, article, keyword.id)).status).toBe(400)
  expect((await unlink(owner, article, article.keywords[0].keyword_id)).status).toBe(404)
  expect(idsOf(await read(article.article_id))).toEqual([keyword.id])
  const draft = await buildArticle(db, { userId: owner.id, status: 'draft' })
  expect((await unlink(validator, { article_id: draft.id }, draft.keyword.id)).status).toBe(404)
})

test('an article at its keyword limit gets no more, and its owner is told why', async () => {
  const { db, pool } = api.database
  const article = await followed()
  for (let position = 1; position < KEYWORDS_MAXIMUM; position += 1) {
    const { id } = await buildKeyword(db)
    await pool.query('insert into article_keywords (article_id, keyword_id, position) values ($1, $2, $3)', [
      article.article_id,
      id,
      position,
    ])
  }
  const { status, body } = await link(owner, article, (await buildKeyword(db)).id)
  expect([status, body.message]).toEqual([422, 'The article has 50 keywords, the maximum.'])
  expect((await read(article.article_id)).keywords).toHaveLength(KEYWORDS_MAXIMUM)
})
