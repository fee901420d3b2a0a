import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Permission } from '#shared/access/permissions.ts'
import type { PostRemedy, PostState } from '#shared/features/articles/articles/rules.ts'
import type { Database } from '../../../db/connect.ts'
import { articlePosts } from '../../../db/schema/article-work.ts'
import { articles } from '../../../db/schema/articles.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import type { PostStanding, SitePost } from '../../../integrations/publishing-site/port.ts'
import { callerWith, quietParts, siteThat } from '../../../testing/article-parts.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'
import { listEditedPosts } from './edited-reader.ts'
import { findPublished } from './verbs/find-published.ts'
import { restorePost } from './verbs/restore-post.ts'
import { findWholeArticle } from './whole-queries.ts'

const [THEN, NOW] = [new Date(Date.UTC(2026, 2, 1)), new Date(Date.UTC(2026, 2, 2))]
const URL = 'https://wp.example/kettles/'

let database: Database
let userId: number
let siteId: number
beforeAll(async () => {
  database = await createTestDatabase()
  userId = (await buildUser(database.db)).id
  siteId = (await buildSite(database.db, { code: 'ps' })).id
})
afterAll(() => database.close())
beforeEach(() => database.pool.query('delete from articles'))

let postId = 0
/** An article with a post, and the post's stored state, if any. */
async function withPost(status: string, known?: { state: PostState; url?: string | null }) {
  postId += 1
  const { id } = await buildArticle(database.db, { userId, siteId, status, postId })
  if (known)
    await database.db.insert(articlePosts).values({ articleId: id, postId, url: URL, since: THEN, ...known })
  return { id, postId }
}
type Standing = Pick<PostStanding, 'state' | 'url'>
/** The hourly look, with what the site says of every post. */
const look = (standing: Standing, asked: number[][] = []) =>
  findPublished({
    ...quietParts(database.db, () => NOW),
    publishing: siteThat({
      async listStandings(ids) {
        asked.push([...ids])
        return ids.map((id) => ({ id, ...standing }))
      },
    }),
  })
async function read(id: number) {
  const whole = await findWholeArticle(database.db, id)
  const { article, post, events = [] } = whole ?? {}
  const news = events.map(({ entry }) => [entry.action, entry.comment])
  return { status: article?.status, state: post?.state, url: post?.url, since: post?.since, news }
}

it.each<[string, PostState | null, PostStanding['state'], PostState, unknown[]]>([
  ['approved', null, 'draft', 'draft', []],
  ['approved', 'live', 'draft', 'draft', []],
  ['published', null, 'draft', 'withdrawn', [['post-lost', 'Its post is a draft again.']]],
  ['published', 'live', 'draft', 'withdrawn', [['post-lost', 'Its post is a draft again.']]],
  ['published', 'draft', 'draft', 'draft', []],
  ['published', 'live', 'gone', 'gone', [['post-lost', 'Its post was deleted.']]],
  ['published', 'withdrawn', 'trashed', 'trashed', []],
  ['published', 'gone', 'live', 'live', [['post-back', null]]],
])(
  'the post of an article that is %s, known as %s and now %s, is %s',
  async (status, known, state, is, news) => {
    const { id } = await withPost(status, known === null ? undefined : { state: known })
    await look({ state, url: state === 'live' ? URL : null })
    expect(await read(id)).toMatchObject({ status, state: is, news })
  },
)

it('an approved article is published when its post is live, even if its record says so already', async () => {
  const { id } = await withPost('approved', { state: 'live' })
  await look({ state: 'live', url: URL })
  expect(await read(id)).toMatchObject({ status: 'published', news: [['published', null]] })
})

it('a lost post keeps its last address, and a moved one the day since when it is live', async () => {
  const [lost, moved] = [await withPost('published', { state: 'live' }), `${URL}2/`]
  await look({ state: 'trashed', url: null })
  expect(await read(lost.id)).toMatchObject({ state: 'trashed', url: URL, since: NOW })
  await database.pool.query('delete from articles')
  const { id } = await withPost('published', { state: 'live' })
  await look({ state: 'live', url: moved })
  expect(await read(id)).toMatchObject({ state: 'live', url: moved, since: THEN })
})

it('what a site says about a former post is not attributed to the article', async () => {
  const { id, postId: former } = await withPost('published', { state: 'live' })
  const change = database.db
    .update(articles)
    .set({ postId: former + 5000 })
    .where(eq(articles.id, id))
  await findPublished({
    ...quietParts(database.db, () => NOW),
    publishing: siteThat({
      async listStandings() {
        await change
        return [{ id: former, state: 'gone', url: null }]
      },
    }),
  })
  const [kept] = await database.db.select().from(articlePosts).where(eq(articlePosts.articleId, id))
  expect([kept?.state, await read(id)]).toMatchObject(['live', { state: undefined, news: [] }])
})

it('only validators publish a lost post again; its owner and users who manage articles can create it again', async () => {
  const { id } = await withPost('published', { state: 'trashed' })
  const [stranger, owner] = [await buildUser(database.db), { id: userId }]
  const restore = (who: { id: number }, permissions: Permission[], remedy: PostRemedy) => {
    const caller = callerWith({ ...stranger, ...who }, permissions)
    return restorePost(
      quietParts(database.db, () => NOW),
      caller,
      { articleId: id, remedy },
    )
  }
  await expect(restore(owner, ['CreateArticle'], 'publish')).rejects.toMatchObject({
    ...{ code: 'forbidden', message: 'Only validators may publish a post.' },
  })
  await expect(restore(stranger, ['CreateArticle'], 'renew')).rejects.toMatchObject({
    ...{ code: 'forbidden', message: 'This is not your article.' },
  })
  expect(await read(id)).toMatchObject({ state: 'trashed', news: [] })
  await restore(owner, ['CreateArticle'], 'renew')
  expect(await read(id)).toMatchObject({ state: undefined, news: [['post-renewed', null]] })
})

it('live posts of active sites are compared with the text written into them, and sites that do not answer are counted', async () => {
  const { db } = database
  const written = { title: 'Kettles', intro: 'They pour.', products: [], questions: [] }
  const [edited, silent, missing] = [
    await withPost('published', { state: 'live' }),
    await withPost('published', { state: 'live' }),
    await withPost('published', { state: 'live' }),
  ]
  const former = await withPost('published', { state: 'withdrawn' })
  const retired = await withPost('published', { state: 'live' })
  await db.update(articlePosts).set({ written })
  const { id: retiredSite } = await buildSite(db, { retiredAt: NOW })
  await db.update(articles).set({ siteId: retiredSite }).where(eq(articles.id, retired.id))
  await withPost('published', { state: 'live' })
  const asked: number[] = []
  const getPost = async (id: number) => {
    asked.push(id)
    if (id === missing.postId) return null
    if (id === silent.postId) throw new Error('Away')
    const post = { title: 'Pots', introText: 'They pour.', products: [], questions: [] }
    return post as unknown as SitePost
  }
  const site = await listEditedPosts({ db, publishing: siteThat({ getPost }) })
  expect(site).toMatchObject({
    edited: [{ articleId: edited.id, places: ['Title'] }],
    ...{ looked: 2, unasked: 1, all: 3 },
  })
  expect(asked).toEqual([missing.postId, silent.postId, edited.postId])
  expect(asked).not.toContain(former.postId)
})

it.each<[string, Standing]>([
  ['live', { state: 'live', url: URL }],
  ['draft', { state: 'draft', url: null }],
  ['gone', { state: 'gone', url: null }],
])(
  'an article whose post is still %s is neither written nor locked by the hourly look',
  async (_, standing) => {
    const { id } = await withPost('published', { state: standing.state })
    // A lock leaves its transaction in the row.
    const traces = () =>
      database.db
        .select({
          article: sql`(articles.xmin, articles.xmax)::text`,
          post: sql`(article_posts.xmin, article_posts.xmax)::text`,
        })
        .from(articles)
        .innerJoin(articlePosts, eq(articlePosts.articleId, articles.id))
        .where(eq(articles.id, id))
    const before = await traces()
    await look(standing)
    expect(await traces()).toEqual(before)
  },
)

it('the posts of all given articles are read a hundred at a time, without those of updates or other articles', async () => {
  const only = async (values: object) =>
    (await buildArticle(database.db, { userId, siteId, status: 'approved', postId: 9000, ...values })).id
  const published = await only({ status: 'published' })
  for (const values of [{ revisesId: published }, { postId: null }, { status: 'canceled' }])
    await only(values)
  await database.pool.query(
    `with many as (insert into articles (title, status, site_id, user_id, wordpress_id)
       select 'Kettle ' || i, 'approved', $1, $2, 9000 + i from generate_series(1, 200) i
       returning article_id, wordpress_id)
     insert into article_posts (article_id, wordpress_id, state, since) select *, 'draft', now() from many`,
    [siteId, userId],
  )
  const asked: number[][] = []
  await look({ state: 'draft', url: null }, asked)
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 1])
  expect(asked.flat()).toEqual(Array.from({ length: 201 }, (_, at) => 9000 + at))
})
