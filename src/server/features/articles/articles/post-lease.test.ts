import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../db/connect.ts'
import { articles } from '../../../db/schema/articles.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { createBuiltInPosts } from '../../../integrations/publishing-site/built-in.ts'
import { buildArticle, buildPost, buildSite, buildUser } from '../../../testing/builders.ts'
import { findMirror, markWaiting } from './mirror-store.ts'
import { mirrorPost } from './verbs/mirror-post.ts'

let database: Database
let userId: number
let siteId: number
beforeAll(async () => {
  database = await createTestDatabase()
  userId = (await buildUser(database.db)).id
  siteId = (await buildSite(database.db, { code: 'sl' })).id
})
afterAll(() => database.close())

/** As long as a site may take that answers at the last moment, and to read its posts one by one. */
const SLOW_MS = { call: 20_000, reading: 60_000 }

/** A site and a catalogue that answer at the last moment; after each answer it is seen whether the copy is held still. */
function slowWorld(articleId: number, renewedId: number | null) {
  let ahead = 0
  const clock = () => new Date(Date.UTC(2026, 2, 1) + ahead)
  const { db } = database
  const asked: string[] = []
  async function late<Answer>(name: string, answer: Promise<Answer>): Promise<Answer> {
    const said = await answer
    ahead += name === 'readPublished' ? SLOW_MS.reading : SLOW_MS.call
    const until = (await findMirror(db, articleId, 'post'))?.leasedUntil ?? clock()
    asked.push(until > clock() ? name : `${name}, when another worker could begin`)
    return said
  }
  const posts = createBuiltInPosts({ db, clock, findSiteId: async () => siteId }, 'sl')
  const site: typeof posts = {
    ...posts,
    getPost: (id) => late('getPost', posts.getPost(id)),
    listStandings: (ids) => late('listStandings', posts.listStandings(ids)),
    readPublished: (ids) => late('readPublished', posts.readPublished(ids)),
    updatePost: (id, change) => late('updatePost', posts.updatePost(id, change)),
    rewritePost: (id, content, steps) => late('rewritePost', posts.rewritePost(id, content, steps)),
  }
  const deps = {
    db,
    clock,
    publishing: () => site,
    catalog: {
      getItems: () => late('getItems', Promise.resolve({ items: [], missing: [], invalid: [] })),
      check: async () => ({ adapter: 'x', ok: true, detail: '' }),
    },
    publicUrl: 'https://desk.example',
    log: { info() {}, warn() {} },
    listeners: [],
    postKeywords: {
      findChosenKeyword: async () => null,
      findRenewedPost: async () =>
        renewedId === null ? null : { postId: renewedId, renews: 'post' as const, isChangeable: true },
      mayChangeLive: async () => true,
      releasePost: async () => {},
      announceAnother: async () => {},
    },
    hasBuiltInPosts: () => false,
  }
  return { deps, asked }
}

async function waiting(status: string, postId: number | null): Promise<number> {
  const { id } = await buildArticle(database.db, { userId, siteId, status, postId })
  await markWaiting(database.db, id, 'post', new Date(Date.UTC(2026, 2, 1)))
  return id
}

it('a post is changed by one worker even if its site and the catalogue are as slow as allowed', async () => {
  const { id: postId } = await buildPost(database.db, { siteId, status: 'publish' })
  const id = await waiting('published', postId)
  const { deps, asked } = slowWorld(id, null)
  await mirrorPost(deps, id)
  expect(asked).toEqual(['getPost', 'readPublished', 'getItems', 'updatePost'])
})

it('a rewritten post is written by one worker too', async () => {
  const { id: postId } = await buildPost(database.db, { siteId, status: 'publish' })
  const id = await waiting('approved', null)
  const { deps, asked } = slowWorld(id, postId)
  await mirrorPost(deps, id)
  expect(asked).toEqual(['listStandings', 'readPublished', 'getItems', 'rewritePost'])
  const [article] = await database.db.select().from(articles).where(eq(articles.id, id))
  expect(article).toMatchObject({ status: 'published', postId })
})
