import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { articles } from '../../db/schema/articles.ts'
import { auditEntries } from '../../db/schema/audit.ts'
import { createTestDatabase } from '../../db/testing.ts'
import type { Caller } from '../../security/actor.ts'
import { buildArticle, buildSite, buildUser } from '../../testing/builders.ts'
import { findMirror, markWaiting } from './mirror-store.ts'
import { readArticles } from './queries.ts'
import { findRenewal, insertRenewal, removeRenewal } from './renewal-store.ts'
import { leaveRenewed } from './verbs/leave-renewed.ts'

const POST = 700
const OWN = 'It becomes a new post'
const clock = () => new Date(Date.UTC(2026, 2, 1))

let database: Database
let actor: Caller
let siteId: number
beforeAll(async () => {
  database = await createTestDatabase()
  siteId = (await buildSite(database.db, { code: 'lr' })).id
  const { id, firstName, lastName, username } = await buildUser(database.db)
  actor = {
    kind: 'person',
    ...{ id, firstName, lastName, username, session: '' },
    roleId: 'opm',
    permissions: ['ManageArticles'],
    origin: { requestId: 'r', address: '127.0.0.1' },
  }
})
afterAll(() => database.close())

/** An approved article that was to replace a post, as read by the user who gives that up. */
async function begun() {
  const { db } = database
  const { id } = await buildArticle(db, { userId: actor.id, siteId, status: 'approved' })
  await insertRenewal(db, { articleId: id, postId: POST })
  await markWaiting(db, id, 'post', clock())
  const [whole] = await readArticles(db, [id])
  if (!whole) throw new Error('There is no article.')
  const leave = (isFollowed: boolean) =>
    leaveRenewed(
      {
        ...{ db, clock, listeners: [], enqueue: async () => {}, hasBuiltInPosts: () => false },
        publishing: (): never => {
          throw new Error('This post has not been written.')
        },
        postKeywords: {
          findChosenKeyword: async () => null,
          findRenewedPost: async () =>
            isFollowed ? { postId: POST, renews: 'post', isChangeable: false } : null,
          mayChangeLive: async () => false,
          releasePost: async () => {},
          announceAnother: async () => {},
        },
      },
      actor,
      whole,
    )
  const entries = () =>
    db
      .select({ before: auditEntries.before, after: auditEntries.after })
      .from(auditEntries)
      .where(eq(auditEntries.nounId, String(id)))
  return { id, leave, entries }
}

it.each([
  ['follows', true, { renews: POST }, { renews: null, words: `${OWN}: post ${POST} is not changed.` }],
  ['follows no more', false, {}, { words: `${OWN}.` }],
] as const)(
  'giving up the place at a post that the user %s records that post in the audit log and requests another',
  async (_, isFollowed, before, after) => {
    const { id, leave, entries } = await begun()
    await leave(isFollowed)
    expect(await entries()).toEqual([{ before, after }])
    expect(await findRenewal(database.db, id)).toBeUndefined()
    expect(await findMirror(database.db, id, 'post')).toMatchObject({ state: 'waiting', leasedUntil: null })
  },
)

it.each([
  [
    'is out',
    (id: number) => database.db.update(articles).set({ status: 'published' }).where(eq(articles.id, id)),
  ],
  [
    'has its post',
    (id: number) => database.db.update(articles).set({ postId: POST }).where(eq(articles.id, id)),
  ],
  ['was given another post by a faster user', (id: number) => removeRenewal(database.db, id)],
])('the place at a post is not given up of an article that %s by now', async (_, change) => {
  const { id, leave, entries } = await begun()
  await change(id)
  const before = await findRenewal(database.db, id)
  await leave(true)
  expect(await entries()).toEqual([])
  expect(await findRenewal(database.db, id)).toEqual(before)
})
