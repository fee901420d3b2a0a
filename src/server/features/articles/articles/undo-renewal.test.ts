import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Database } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { PublishingSite, WholePost } from '../../../integrations/publishing-site/port.ts'
import type { Caller } from '../../../security/actor.ts'
import { callerWith, quietParts, siteThat } from '../../../testing/article-parts.ts'
import { buildArticle, buildSite, buildUser } from '../../../testing/builders.ts'
import { findPost, savePost } from './post-store.ts'
import { changesBetween } from './renewal-reader.ts'
import { findRenewal, insertRenewal, updateRenewal } from './renewal-store.ts'
import { moveArticle } from './store.ts'
import { seeRenewed } from './verbs/begin-renewal.ts'
import { undoRenewal } from './verbs/undo-renewal.ts'
import { findWholeArticle } from './whole-queries.ts'

const NOW = new Date(Date.UTC(2026, 2, 31))
const POST = 800
const text = (content: string): WholePost => ({
  ...{ title: 'Kettles', content, excerpt: '', picture: null },
  ...{ focusKeyword: null, authorName: null, products: null, structured: null },
})
const [BEFORE, AFTER] = [text('Before.'), text('After.')]

let database: Database
let actor: Caller
let siteId: number
beforeAll(async () => {
  database = await createTestDatabase()
  siteId = (await buildSite(database.db, { code: 'ur' })).id
  actor = callerWith(await buildUser(database.db), ['ValidateArticles'])
})
afterAll(() => database.close())

/** An article that has replaced a post's text, and its undo at a site that writes like this. */
async function renewed(writtenAt = NOW) {
  const { db } = database
  const { id } = await buildArticle(db, { userId: actor.id, siteId, status: 'published', postId: POST })
  await insertRenewal(db, { articleId: id, postId: POST })
  await updateRenewal(db, id, { before: BEFORE, after: AFTER, writtenAt })
  await savePost(db, { articleId: id, postId: POST, state: 'live', url: null, since: NOW })
  const written: unknown[] = []
  const released: number[] = []
  const undo = (writeWhole: PublishingSite['writeWhole'] = async () => {}, over: object = {}) => {
    const quiet = quietParts(db, () => NOW)
    const releasePost = async (_tx: unknown, articleId: number) => void released.push(articleId)
    const deps = { ...quiet, postKeywords: { ...quiet.postKeywords, releasePost }, ...over }
    const publishing = siteThat({
      async writeWhole(postId, change) {
        await writeWhole(postId, change)
        written.push([postId, change])
      },
    })
    return undoRenewal({ ...deps, publishing }, actor, id)
  }
  const read = async () => {
    const whole = await findWholeArticle(db, id)
    return {
      ...{ status: whole?.article.status, postId: whole?.article.postId, post: whole?.post },
      news: whole?.events.map(({ entry }) => [entry.action, entry.comment]),
    }
  }
  return { id, undo, read, written, released }
}
const OUT = { status: 'published', postId: POST, news: [] }

it('an undone replacement gives the post its old text once, and cancels the article without its post', async () => {
  const { id, undo, read, written, released } = await renewed()
  await undo()
  await undo()
  expect(released).toEqual([id])
  expect(await findPost(database.db, id)).toBeUndefined()
  expect(written).toEqual([[POST, { from: AFTER, to: BEFORE }]])
  expect(await read()).toEqual({
    ...{ status: 'canceled', postId: null, post: null },
    news: [['canceled', 'Its post has its old text again.']],
  })
})

it('of two undos at once, the later one changes nothing', async () => {
  const { undo, read } = await renewed()
  await undo(() => undo())
  expect((await read()).news).toHaveLength(1)
})

it('an article canceled while its post is restored is not canceled twice', async () => {
  const { id, undo, read } = await renewed()
  const cancel = async () => {
    await moveArticle(database.db, id, { from: 'published', to: 'canceled', now: NOW })
  }
  await expect(undo(cancel)).rejects.toMatchObject({ code: 'conflict' })
  expect(await read()).toMatchObject({ postId: POST, news: [] })
})

it.each([
  ['requested', 'An update of this article is in progress. Finish or cancel it first.'],
  [
    'approved',
    'An update of this article has been approved, so its post gets that text instead of the old one.',
  ],
])('a replacement with an update that is %s is not undone', async (status, message) => {
  const { id, undo, read, written } = await renewed()
  await buildArticle(database.db, { userId: actor.id, siteId, status, revisesId: id, postId: POST })
  await expect(undo()).rejects.toMatchObject({
    code: 'conflict',
    message,
    details: { status: 'published', version: 1 },
  })
  expect([await read(), written]).toMatchObject([OUT, []])
})

it('a replacement can be undone even if an update of its article was rejected or published', async () => {
  const { id, undo, read } = await renewed()
  for (const status of ['rejected', 'published'])
    await buildArticle(database.db, { userId: actor.id, siteId, status, revisesId: id, postId: POST })
  await undo()
  expect(await read()).toMatchObject({ status: 'canceled' })
})

it('a replacement can be undone until its thirtieth day', async () => {
  const [young, old] = [29.9 * DAY_MS, 30 * DAY_MS].map((age) => new Date(NOW.getTime() - age))
  await expect((await renewed(young)).undo()).resolves.toBeUndefined()
  const { undo, read } = await renewed(old)
  await expect(undo()).rejects.toMatchObject({ message: 'You can’t undo this: it’s older than 30 days.' })
  expect(await read()).toMatchObject(OUT)
})

it('a replacement is not undone if the site forbids it or the post has changed, and not reported undone while the site is down', async () => {
  const { undo, read, written } = await renewed()
  const failWith = (kind: 'conflict' | 'unavailable') => () =>
    Promise.reject(new IntegrationError('No', { system: 'WordPress', operation: 'x', kind }))
  const postKeywords = {
    ...quietParts(database.db, () => NOW).postKeywords,
    mayChangeLive: async () => false,
  }
  await expect(undo(undefined, { postKeywords })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(undo(failWith('conflict'))).rejects.toMatchObject({
    message:
      'The post has changed since the article replaced its text. Edit it on the site or in its article.',
    details: { status: 'published', version: 1 },
  })
  await expect(undo(failWith('unavailable'))).rejects.toMatchObject({ kind: 'unavailable' })
  expect([await read(), written]).toMatchObject([OUT, []])
})

it('a post is kept as it was first read for its update, not as it is after its text was replaced', async () => {
  const { db } = database
  const { id } = await buildArticle(db, { userId: actor.id, siteId })
  const reads = async (whole: WholePost | null) => {
    const publishing = siteThat({ readWhole: async () => whole })
    await seeRenewed({ ...quietParts(db, () => NOW), publishing }, id)
    return (await findRenewal(db, id))?.seen
  }
  expect(await reads(BEFORE)).toBeUndefined()
  await insertRenewal(db, { articleId: id, postId: POST })
  await updateRenewal(db, id, { writtenAt: NOW })
  expect(await reads(AFTER)).toBeNull()
  await updateRenewal(db, id, { writtenAt: null })
  expect([await reads(null), await reads(BEFORE), await reads(AFTER)]).toEqual([null, BEFORE, BEFORE])
})

it.each<[string, Partial<WholePost>, object[]]>([
  ['nothing', {}, []],
  ['its title', { title: 'Pots' }, [{ label: 'Title', before: 'Kettles', after: 'Pots' }]],
  [
    'a line of its text',
    { content: '<p>Before.</p><p>More.</p>' },
    [{ label: 'Text', before: '', after: 'More.' }],
  ],
  ['its excerpt', { excerpt: '<p>Short.</p>' }, [{ label: 'Excerpt', before: '', after: 'Short.' }]],
  ['its picture', { picture: 7 }, [{ label: 'Picture', before: '', after: 'Another picture' }]],
  [
    'a link in it',
    { content: '<a href="/">Before.</a>' },
    [{ label: 'Text', before: '', after: 'Links, products or layout' }],
  ],
  ['its products', { products: '[1]' }, [{ label: 'Text', before: '', after: 'Links, products or layout' }]],
  ['a field that readers do not see', { focusKeyword: 'pot', structured: '{}' }, []],
])('an editor’s change of %s of a post is shown as readers notice it', (_, change, changes) => {
  expect(changesBetween(BEFORE, { ...BEFORE, ...change })).toEqual(changes)
})

it('an article that has written no post text has nothing to undo', async () => {
  const { id, undo } = await renewed()
  const refusal = { message: 'This article hasn’t replaced a post’s text.' }
  for (const missing of [{ before: null }, { after: null }, { writtenAt: null }]) {
    await updateRenewal(database.db, id, missing)
    await expect(undo()).rejects.toMatchObject(refusal)
    await updateRenewal(database.db, id, { before: BEFORE, after: AFTER, writtenAt: NOW })
  }
  await database.pool.query('update articles set wordpress_id = 1 where article_id = $1', [id])
  await expect(undo()).rejects.toMatchObject(refusal)
})
