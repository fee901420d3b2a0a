import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ARTICLE_STATUSES } from '#shared/features/articles/articles/rules.ts'
import { type Database, transaction } from '../../../db/connect.ts'
import { articleMirrors } from '../../../db/schema/article-work.ts'
import { auditEntries } from '../../../db/schema/audit.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import type { ArticleEventKind } from '../../../kernel/article-events/article-event.ts'
import type { Caller } from '../../../security/actor.ts'
import { callerWith, quietParts } from '../../../testing/article-parts.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'
import { findMirror, markWaiting } from './mirror-store.ts'
import type { ArticleDeps } from './verbs/access.ts'
import { followBoard } from './verbs/follow-board.ts'
import { handOverArticle } from './verbs/hand-over-article.ts'
import { retryMirrors } from './verbs/mirror-article.ts'
import { requestPosts } from './verbs/mirror-post.ts'
import { requestTasks } from './verbs/mirror-task.ts'
import { publishArticle } from './verbs/publish-article.ts'
import { deleteArticle } from './verbs/review-article.ts'
import { findWholeArticle } from './whole-queries.ts'

const NOW = new Date(Date.UTC(2026, 2, 1))

let database: Database
let actor: Caller
let siteId: number
let boardlessId: number
beforeAll(async () => {
  database = await createTestDatabase()
  actor = callerWith(await buildUser(database.db), ['UserAccess'])
  siteId = (await buildSite(database.db, { boardGid: '1' })).id
  boardlessId = (await buildSite(database.db, { boardGid: null })).id
})
afterAll(() => database.close())

/** Whether this event of such an article requests a copy of it. */
async function requests(target: 'task' | 'post', action: ArticleEventKind, values: object = {}) {
  const { db } = database
  const { id, title } = await buildArticle(db, { userId: actor.id, siteId, ...values })
  const listener = { task: requestTasks, post: requestPosts }[target](quietParts(db, () => NOW))
  const event = { articleId: id, title, action, ownerId: actor.id, actorId: null, actor, now: NOW }
  await transaction(db, (tx) => listener(tx, event))
  return (await findMirror(db, id, target)) !== undefined
}

it.each<[ArticleEventKind, object, boolean]>([
  ['requested', {}, true],
  ['saved', {}, true],
  ['keyword-linked', {}, true],
  ['handed-over', {}, true],
  ['post-moved', { status: 'published' }, false],
  ['post-lost', { status: 'published' }, false],
  ['deleted', {}, false],
  ['drafted', { status: 'draft' }, false],
])('the event “%s” of an article %o requests a copy of its task: %s', async (action, values, isRequested) => {
  expect(await requests('task', action, values)).toBe(isRequested)
  expect(await requests('task', action, { ...values, siteId: boardlessId })).toBe(false)
})

const HAS_POST = { postId: 5 }
it.each<[ArticleEventKind, object, boolean]>([
  ['approved', {}, true],
  ['returned', {}, false],
  ['saved', {}, false],
  ['saved', HAS_POST, true],
  ['handed-over', HAS_POST, false],
  ['keyword-linked', HAS_POST, false],
  ['adopted', { status: 'approved' }, true],
  ['adopted', { status: 'published' }, false],
  ['revised', { status: 'published' }, true],
])('the event “%s” of an article %o requests a copy of its post: %s', async (action, values, isRequested) => {
  expect(await requests('post', action, values)).toBe(isRequested)
})

it('an update never requests a post: its article has one', async () => {
  for (const action of ['approved', 'saved'] as const) {
    const out = await buildArticle(database.db, { userId: actor.id, siteId, status: 'published' })
    expect(await requests('post', action, { ...HAS_POST, revisesId: out.id })).toBe(false)
  }
})

it('when a board’s webhooks resume, every task whose article can still change is read again, newest first', async () => {
  const boardGid = '1700000000000002'
  const { id: other } = await buildSite(database.db, { boardGid })
  const gids: string[] = []
  for (const status of ARTICLE_STATUSES) {
    const values = { status, siteId: other, taskGid: `2${status.length}${status}` }
    gids.push((await buildArticle(database.db, { userId: actor.id, ...values })).taskGid ?? '')
  }
  await buildArticle(database.db, { userId: actor.id, siteId: other })
  await buildArticle(database.db, { userId: actor.id, siteId, taskGid: '9' })
  const followed: unknown[] = []
  const enqueue = async (_tx: unknown, job: string, payload: object) => void followed.push([job, payload])
  await followBoard({ db: database.db, enqueue }, boardGid)
  const isOpen = (gid: string) => !/published|rejected|canceled/.test(gid)
  expect(followed).toEqual(
    gids
      .filter(isOpen)
      .toReversed()
      .map((gid) => ['articles.follow-task', { gid }]),
  )
})

it('an overdue copy is requested again after forty minutes, once, and its last failure stays visible', async () => {
  const { db } = database
  const { id } = await buildArticle(db, { userId: actor.id, siteId })
  await markWaiting(db, id, 'task', NOW)
  const error = 'Asana is not available.'
  await db.update(articleMirrors).set({ error }).where(eq(articleMirrors.articleId, id))
  const requested: unknown[] = []
  const retry = async (minutes: number) => {
    const clock = () => new Date(NOW.getTime() + minutes * 60_000)
    const enqueue = async (_tx: unknown, job: string, { articleId }: { articleId?: number }) =>
      void (articleId === id && requested.push([minutes, job]))
    await retryMirrors({ db, clock, enqueue })
  }
  for (const minutes of [30, 40, 41, 42, 81, 82]) await retry(minutes)
  expect(requested).toEqual([41, 82].map((minutes) => [minutes, 'articles.mirror-task']))
  expect(await findMirror(db, id, 'task')).toMatchObject({ error })
})

it('only an approved article is published, once', async () => {
  const { db } = database
  const publish = (articleId: number) =>
    transaction(db, (tx) => {
      const publication = { articleId, actorId: null, actor, now: NOW }
      return publishArticle({ listeners: [] }, tx, publication)
    })
  const approved = await buildArticle(db, { userId: actor.id, siteId, status: 'approved' })
  const requested = await buildArticle(db, { userId: actor.id, siteId })
  const ends = []
  for (const { id } of [requested, approved, approved]) ends.push(await publish(id))
  expect(ends).toEqual([false, true, false])
  const whole = [await findWholeArticle(db, requested.id), await findWholeArticle(db, approved.id)]
  expect(whole.map((each) => [each?.article.status, each?.events.length])).toEqual([
    ['requested', 0],
    ['published', 1],
  ])
})

it('a draft can’t be deleted by another user, or from an older version', async () => {
  const { db } = database
  const deps = quietParts(db, () => NOW) as unknown as ArticleDeps
  const owner = callerWith(actor as Caller, ['CreateArticle'])
  const { id } = await buildArticle(db, { userId: actor.id, siteId, status: 'draft', version: 3 })
  await expect(deleteArticle(deps, owner, id, { version: 2 })).rejects.toMatchObject({
    message: 'Another user has saved this article in the meantime.',
  })
  const other = callerWith(await buildUser(db), ['CreateArticle', 'ValidateArticles'])
  await expect(deleteArticle(deps, other, id, { version: 3 })).rejects.toMatchObject({ code: 'notFound' })
  expect(await findWholeArticle(db, id)).toBeDefined()
  await deleteArticle(deps, owner, id, { version: 3 })
  expect(await findWholeArticle(db, id)).toBeUndefined()
})

it('only the current owner hands an article over, and its one audit entry names both owners', async () => {
  const { db } = database
  const heir = await buildUser(db)
  const { id } = await buildArticle(db, { userId: actor.id, siteId })
  const deps = quietParts(db, () => NOW) as unknown as ArticleDeps
  const handOver = (fromId: number) =>
    transaction(db, (tx) =>
      handOverArticle(deps, tx, actor, { articleId: id, fromId, toId: heir.id, toName: 'Test Heir' }),
    )
  expect([await handOver(heir.id), await handOver(actor.id), await handOver(actor.id)]).toEqual([
    false,
    true,
    false,
  ])
  const whole = await findWholeArticle(db, id)
  expect([whole?.article.userId, whole?.article.version]).toEqual([heir.id, 1])
  expect(whole?.events.map(({ entry }) => [entry.action, entry.comment, entry.isSelf])).toEqual([
    ['handed-over', 'To Test Heir', false],
  ])
  const { before, after } = auditEntries
  expect(
    await db
      .select({ before, after })
      .from(auditEntries)
      .where(eq(auditEntries.nounId, String(id))),
  ).toEqual([{ before: { userId: actor.id }, after: { userId: heir.id } }])
})
