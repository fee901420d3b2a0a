import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../db/connect.ts'
import { articles } from '../../../db/schema/articles.ts'
import { auditEntries } from '../../../db/schema/audit.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import type { PublishingSite, WholePost } from '../../../integrations/publishing-site/port.ts'
import type { Caller } from '../../../security/actor.ts'
import { callerWith, quietParts, siteThat } from '../../../testing/article-parts.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'
import { findMirror, markWaiting } from './mirror-store.ts'
import { findRenewal, insertRenewal, removeRenewal, updateRenewal } from './renewal-store.ts'
import { leaveRenewed } from './verbs/leave-renewed.ts'
import { findWholeArticle } from './whole-queries.ts'

const POST = 700
const OWN = 'It becomes a new post'
const clock = () => new Date(Date.UTC(2026, 2, 1))

let database: Database
let actor: Caller
let siteId: number
beforeAll(async () => {
  database = await createTestDatabase()
  siteId = (await buildSite(database.db, { code: 'lr' })).id
  actor = callerWith(await buildUser(database.db), ['ManageArticles'])
})
afterAll(() => database.close())

interface Stage {
  isChangeable?: boolean
  isBuiltIn?: boolean
  site?: Partial<PublishingSite>
  by?: Caller
}

/** An approved article that was to replace a post, as read by the user who gives that up. */
async function begun() {
  const { db } = database
  const { id } = await buildArticle(db, { userId: actor.id, siteId, status: 'approved' })
  await insertRenewal(db, { articleId: id, postId: POST })
  await markWaiting(db, id, 'post', clock())
  const whole = await findWholeArticle(db, id)
  if (!whole) throw new Error('There is no article.')
  const leave = (
    isFollowed: boolean,
    { isChangeable = false, isBuiltIn = false, site = {}, by = actor }: Stage = {},
  ) => {
    const quiet = quietParts(db, clock)
    const tie = { postId: POST, renews: 'post' as const, isChangeable }
    const postKeywords = { ...quiet.postKeywords, findRenewedPost: async () => (isFollowed ? tie : null) }
    const hasBuiltInPosts = () => isBuiltIn
    return leaveRenewed({ ...quiet, postKeywords, hasBuiltInPosts, publishing: siteThat(site) }, by, whole)
  }
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
  'giving up the place at a post that the user %s records that post in the audit trail and requests another',
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

const standing = (state: 'live' | 'draft' | 'gone') => ({
  listStandings: async ([id = 0]: readonly number[]) => [{ id, state, url: null }],
})
const CONFLICT = { code: 'conflict', details: { status: 'approved', version: 1 } }

it('an article keeps its post while the post can be replaced, and gives it up once the site no longer shows it', async () => {
  const { id, leave, entries } = await begun()
  await expect(leave(true, { isChangeable: true, site: standing('live') })).rejects.toMatchObject({
    ...CONFLICT,
    message: 'The post can be replaced now. Retry its copy instead.',
  })
  expect([await entries(), await findRenewal(database.db, id)]).toMatchObject([[], { postId: POST }])
  await leave(true, { isChangeable: true, site: standing('draft') })
  expect(await entries()).toHaveLength(1)
})

it('an article gives up a post of another system once its site has posts of its own', async () => {
  const { leave, entries } = await begun()
  await leave(true, { isChangeable: true, isBuiltIn: true })
  expect(await entries()).toHaveLength(1)
})

it('only an article’s owner and users who manage articles can give up its post', async () => {
  const stranger = await buildUser(database.db)
  const { leave, entries } = await begun()
  await expect(leave(true, { by: callerWith(stranger, ['CreateArticle']) })).rejects.toMatchObject({
    ...{ code: 'forbidden', message: 'This is not your article.' },
  })
  expect(await entries()).toEqual([])
  await leave(true, { by: callerWith(stranger, ['ManageArticles']) })
  expect(await entries()).toHaveLength(1)
})

const text = (content: string): WholePost => ({
  ...{ title: 'Kettles', content, excerpt: '', picture: null },
  ...{ focusKeyword: null, authorName: null, products: null, structured: null },
})
const KEPT = text('<p>What another author wrote.</p>')
const tried = async () => {
  const article = await begun()
  await updateRenewal(database.db, article.id, { before: KEPT })
  return article
}
const reads = (now: WholePost | null) => ({ ...standing('draft'), readWhole: async () => now })

it.each([
  ['still has its text', reads(KEPT), `${OWN}: post ${POST} is not changed.`],
  ['has an editor’s', reads(text('<p>What an editor wrote.</p>')), `${OWN}: post ${POST} is not changed.`],
  ['is gone, together with its stored text', standing('gone'), `${OWN}.`],
])('after a lost answer, the place at a post that %s is given up', async (_, site, words) => {
  const { id, leave, entries } = await tried()
  await leave(true, { site })
  expect((await entries()).map(({ after }) => after)).toEqual([{ renews: null, words }])
  expect(await findRenewal(database.db, id)).toBeUndefined()
})

it.each<[string, Stage]>([
  ['may have the article’s text', { site: reads(text('<p class="aop-intro">Kettle</p>')) }],
  ['cannot be read', { site: reads(null) }],
  ['is out of reach on a site with its own posts', { isBuiltIn: true }],
])('after a lost answer, the old text of a post that %s stays kept', async (_, stage) => {
  const { id, leave, entries } = await tried()
  await expect(leave(true, stage)).rejects.toMatchObject({
    ...CONFLICT,
    message: expect.stringMatching(/^We lost an answer from the site, so the post may already have/),
  })
  expect([await entries(), await findRenewal(database.db, id)]).toMatchObject([[], { before: KEPT }])
})
