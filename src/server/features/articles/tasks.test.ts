import type { ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TASK_SECTIONS } from '#shared/features/articles/rules.ts'
import { articleMirrors } from '../../db/schema/article-work.ts'
import { articles } from '../../db/schema/articles.ts'
import { type Api, type Client, startApi } from '../../testing/api.ts'
import { buildArticle, buildKeyword, buildPost, buildSite } from '../../testing/builders.ts'
import { type FakeAsana, startFakeAsana } from '../../testing/fake-asana.ts'

const BOARD = '1600000000000001'
const STRANGE_BOARD = '1600000000000002'

let fake: FakeAsana
let api: Api
let owner: Client
let validator: Client
let siteId: number
const siteCode = 'tk'
/** Gids of the board's sections by name. */
const sections = new Map<string, string>()

beforeAll(async () => {
  fake = await startFakeAsana()
  for (const name of [...Object.values(TASK_SECTIONS), 'Ideas'])
    sections.set(name, fake.addSection(BOARD, name))
  sections.set('Elsewhere', fake.addSection(STRANGE_BOARD, 'Elsewhere'))
  api = await startApi({ ASANA_TOKEN: 'token', ASANA_WORKSPACE_GID: '111', ASANA_BASE_URL: fake.url })
  owner = await api.as('opm')
  validator = await api.as('qa')
  siteId = (await buildSite(api.database.db, { code: siteCode, boardGid: BOARD })).id
})
afterAll(async () => {
  await api.close()
  await fake.close()
})
afterEach(() => {
  fake.before = null
})

let counter = 0
/** A task that somebody has written on the board by hand. */
function handMade(section: string, over: { name?: string; completed?: boolean } = {}) {
  counter += 1
  const gid = String(1_700_000_000_000_000 + counter)
  const board = section === 'Elsewhere' ? STRANGE_BOARD : BOARD
  const places = new Map([[board, sections.get(section) ?? '']])
  const rest = { notes: 'By hand.', modified_at: new Date().toISOString(), level: null, stories: [] }
  fake.tasks.set(gid, { gid, name: `Written by hand ${counter}`, completed: false, places, ...rest, ...over })
  return gid
}
const move = (gid: string, section: string) =>
  fake.tasks.get(gid)?.places.set(BOARD, sections.get(section) ?? '')
const adopt = (who: Client, gid: string, keyword_id: number) =>
  who.post('/api/articles/asana_article', { keyword_id, gid })
const answerWith =
  (status: number, headers: object = {}) =>
  (response: ServerResponse) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end('{"errors":[{"message":"no"}]}')
const failWith = (fault: (response: ServerResponse) => unknown) => {
  fake.before = (_call, response) => {
    fault(response)
    return true
  }
}
/** An article whose task is on the board, and whose post, if it has one, is a draft or live. */
async function mirrored(status = 'requested', post?: 'draft' | 'publish') {
  const { db } = api.database
  const gid = handMade(TASK_SECTIONS[status as 'requested'])
  const postId = post ? (await buildPost(db, { siteId, status: post })).id : null
  const article = await buildArticle(db, { userId: owner.id, siteId, status, taskGid: gid, postId })
  return { id: article.id, gid }
}
const complete = (gid: string) => Object.assign(fake.tasks.get(gid) ?? {}, { completed: true })
const sync = (id: number, who = owner) => who.post(`/api/articles/${id}/sync`, {})
const read = async (id: number) => (await validator.get(`/api/articles/${id}`)).body

test('tasks are searched by their name and answered with name and gid [TASK-013] [TASK-014]', async () => {
  const gid = handMade('Ideas', { name: 'Quiet dishwashers & more' })
  const { status, body } = await owner.get(
    `/api/asana/search?search=${encodeURIComponent('dishwashers & m')}`,
  )
  expect(status).toBe(200)
  expect(body).toEqual([{ name: 'Quiet dishwashers & more', gid }])
  expect((await owner.get('/api/asana/search?search=')).body).toEqual([])
  expect((await owner.get('/api/asana/search')).status).toBe(400)
})

test('whatever is searched for stays a search: nothing of it reaches another address [T13]', async () => {
  for (const search of ['../../users/me', '?limit=1#', '%2e%2e%2f', 'x&workspace=2', '/tasks/1']) {
    fake.sent.length = 0
    expect((await owner.get(`/api/asana/search?search=${encodeURIComponent(search)}`)).status).toBe(200)
    const asked = new URL(fake.sent[0]?.path ?? '', 'http://asana')
    expect(asked.pathname).toBe('/workspaces/111/typeahead')
    expect(asked.searchParams.getAll('query')).toEqual([search])
  }
})

test('the number of a task is digits and nothing else [T13]', async () => {
  const keyword = await buildKeyword(api.database.db)
  fake.sent.length = 0
  for (const gid of ['../1', '1/../2', '1?x=1', '', ' 1', '1\n', '1'.repeat(21), 'abc']) {
    expect((await adopt(owner, gid, keyword.id)).status, gid).toBe(400)
  }
  expect(fake.sent).toEqual([])
})

test('a task becomes an article of its board’s site, its caller and the status of its section [TASK-015] [TASK-016] [D60]', async () => {
  const keyword = await buildKeyword(api.database.db)
  const expected = [
    ['Ideas', 'requested'],
    [TASK_SECTIONS.requested, 'requested'],
    [TASK_SECTIONS.returned, 'returned'],
    [TASK_SECTIONS.approved, 'approved'],
    [TASK_SECTIONS.published, 'published'],
    [TASK_SECTIONS.rejected, 'rejected'],
    [TASK_SECTIONS.canceled, 'canceled'],
  ] as const
  for (const [section, status] of expected) {
    const gid = handMade(section)
    const { status: code, body } = await adopt(owner, gid, keyword.id)
    expect(code).toBe(200)
    expect(body, section).toMatchObject({
      status,
      gid,
      asana_section: section,
      asana_url: `https://app.asana.example/0/0/${gid}`,
      site_id: siteId,
      user_id: owner.id,
      title: fake.tasks.get(gid)?.name,
      keywords: [{ keyword_id: keyword.id, keyword: keyword.keyword }],
    })
  }
  const done = handMade('Ideas', { completed: true })
  expect((await adopt(owner, done, keyword.id)).body.status).toBe('published')
})

test('a task that was taken over stays where people put it, and is told of its article', async () => {
  const keyword = await buildKeyword(api.database.db)
  const gid = handMade('Ideas')
  const { body } = await adopt(owner, gid, keyword.id)
  await api.app.queue.drain()
  const task = fake.tasks.get(gid)
  expect(task?.places.get(BOARD)).toBe(sections.get('Ideas'))
  expect(task?.notes).toContain('By hand.')
  expect(task?.notes).toContain(`/articles?article=${body.article_id}`)
  await validator.patch(`/api/articles/validate/${body.article_id}`, { command: 'approve' })
  await api.app.queue.drain()
  expect(task?.places.get(BOARD)).toBe(sections.get(TASK_SECTIONS.approved))
})

test('the same task is the same article, however often and by how many it is added, and gets a second keyword from its owner [D60]', async () => {
  const [first, second] = [await buildKeyword(api.database.db), await buildKeyword(api.database.db)]
  const gid = handMade('Ideas')
  const other = await api.as('opm', 2)
  const answers = await Promise.all(
    [owner, other, owner, other, owner].map((who) => adopt(who, gid, first.id)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.article_id)).size).toBe(1)
  const rows = await api.database.db.select().from(articles).where(eq(articles.taskGid, gid))
  expect(rows).toHaveLength(1)
  const { body } = await adopt(owner, gid, second.id)
  expect(body.keywords.map(({ keyword_id }: { keyword_id: number }) => keyword_id)).toEqual([
    first.id,
    second.id,
  ])
})

test('a task of no site’s board, an unknown task and an unknown keyword are refused, and nothing is made [D60]', async () => {
  const keyword = await buildKeyword(api.database.db)
  const before = (await api.database.db.select().from(articles)).length
  const strange = await adopt(owner, handMade('Elsewhere'), keyword.id)
  expect(strange).toMatchObject({ status: 422, body: { message: 'The task is on no board of a site.' } })
  expect((await adopt(owner, '999', keyword.id)).status).toBe(404)
  expect((await adopt(owner, handMade('Ideas'), 2_000_000)).status).toBe(400)
  expect(await api.database.db.select().from(articles)).toHaveLength(before)
})

test('an article that was taken over as returned goes back to QA without a return to answer [ART-107] [D60]', async () => {
  const { body } = await adopt(
    owner,
    handMade(TASK_SECTIONS.returned),
    (await buildKeyword(api.database.db)).id,
  )
  const resubmit = (reply: object) => owner.patch(`/api/articles/resubmit/${body.article_id}`, reply)
  expect((await resubmit({ articleReturnId: 4711 })).status).toBe(409)
  const answer = await resubmit({ articleReturnId: null, comments: 'Photos are in.' })
  expect(answer).toMatchObject({ status: 200, body: { status: 'requested', returns: [] } })
  expect(answer.body.events.at(-1)).toMatchObject({ action: 'resubmitted', comment: 'Photos are in.' })
  const { body: back } = await validator.patch(`/api/articles/validate/${body.article_id}`, {
    command: 'return',
    reason: 'Not yet.',
  })
  expect((await resubmit({})).status).toBe(409)
  const articleReturnId = back.returns[0].article_return_id
  expect((await resubmit({ articleReturnId })).body.status).toBe('requested')
})

test('an article that was taken over as approved gets its post like any approved article, others get none [D59] [D60]', async () => {
  const keyword = await buildKeyword(api.database.db)
  const sectionsWithout = [TASK_SECTIONS.requested, TASK_SECTIONS.returned, TASK_SECTIONS.published]
  for (const section of [TASK_SECTIONS.approved, ...sectionsWithout]) {
    const { body } = await adopt(owner, handMade(section), keyword.id)
    await api.app.queue.drain()
    const { wordpress_id: post, title } = await read(body.article_id)
    if (section !== TASK_SECTIONS.approved) expect(post, section).toBeNull()
    else expect((await owner.get(`/api/preview?site=${siteCode}&id=${post}`)).body.post.title).toBe(title)
  }
})

test('a keyword is taken off an article with DELETE, which keeps the article [TASK-017] [D61]', async () => {
  const [first, second] = [await buildKeyword(api.database.db), await buildKeyword(api.database.db)]
  const gid = handMade(TASK_SECTIONS.returned)
  const { body } = await adopt(owner, gid, first.id)
  await adopt(owner, gid, second.id)
  const { status } = await owner.delete(`/api/articles/${body.article_id}/keywords/${first.id}`)
  expect(status).toBe(204)
  expect((await read(body.article_id)).keywords).toEqual([{ keyword_id: second.id, keyword: second.keyword }])
})

test('syncing takes over the section and the link of the task [TASK-018] [TASK-019]', async () => {
  const { id, gid } = await mirrored()
  move(gid, 'Ideas')
  const { status, body } = await sync(id)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    article_id: id,
    status: 'requested',
    asana_section: 'Ideas',
    asana_url: `https://app.asana.example/0/0/${gid}`,
  })
})

test('an approved article whose task is done becomes published when its post is live, and by nobody [D35]', async () => {
  const inSection = await mirrored('approved', 'publish')
  move(inSection.gid, TASK_SECTIONS.published)
  expect((await sync(inSection.id)).body).toMatchObject({
    status: 'published',
    changed: ['status', 'asana_section', 'asana_url'],
  })
  const completed = await mirrored('approved', 'publish')
  complete(completed.gid)
  const { body } = await sync(completed.id)
  expect(body.status).toBe('published')
  expect(body.events.at(-1)).toMatchObject({ action: 'published', user: null })
  api.advance(61_000)
  await sync(completed.id)
  expect((await read(completed.id)).events).toHaveLength(body.events.length)
})

test('a task that is done publishes no article whose post is a draft, or that has none [D35]', async () => {
  for (const post of ['draft', undefined] as const) {
    const { id, gid } = await mirrored('approved', post)
    move(gid, TASK_SECTIONS.published)
    complete(gid)
    expect((await sync(id)).body.status).toBe('approved')
    await api.app.queue.enqueue(api.database.db, 'articles.follow-task', { gid })
    await api.app.queue.drain()
    expect((await read(id)).status).toBe('approved')
  }
})

test('a task that was done too early does not publish its article with the approval [D35]', async () => {
  const { id, gid } = await mirrored('requested')
  complete(gid)
  await validator.patch(`/api/articles/validate/${id}`, { command: 'approve' })
  expect((await sync(id)).body.status).toBe('approved')
  await api.app.queue.drain()
  expect(await read(id)).toMatchObject({ status: 'approved', asana_section: TASK_SECTIONS.approved })
  expect(fake.tasks.get(gid)?.completed).toBe(false)
})

test('a task moves no article that was not approved [D35]', async () => {
  for (const status of ['requested', 'returned', 'rejected', 'canceled']) {
    const { id, gid } = await mirrored(status, 'publish')
    move(gid, TASK_SECTIONS.published)
    complete(gid)
    expect((await sync(id)).body.status).toBe(status)
  }
})

test('fifty syncs at once publish an article once, and ask the board once', async () => {
  const { id, gid } = await mirrored('approved', 'publish')
  move(gid, TASK_SECTIONS.published)
  fake.sent.length = 0
  const answers = await Promise.all(Array.from({ length: 50 }, () => sync(id)))
  expect(fake.sent.filter(({ path }) => path.includes(gid))).toHaveLength(1)
  for (const { body } of answers) expect(body.status).toBe('published')
  const { events } = await read(id)
  expect(events.filter(({ action }: { action: string }) => action === 'published')).toHaveLength(1)
})

test('a sync says what it has changed, and within a minute of it nobody is asked again [D150]', async () => {
  const { id, gid } = await mirrored()
  await sync(id)
  api.advance(61_000)
  move(gid, 'Ideas')
  expect((await sync(id)).body).toMatchObject({ changed: ['asana_section'], asana_section: 'Ideas' })
  move(gid, TASK_SECTIONS.requested)
  fake.sent.length = 0
  expect((await sync(id, validator)).body).toMatchObject({ changed: [], asana_section: 'Ideas' })
  expect(fake.sent).toEqual([])
  api.advance(61_000)
  expect((await sync(id)).body).toMatchObject({ changed: ['asana_section'] })
  api.advance(61_000)
  expect((await sync(id)).body).toMatchObject({ changed: [] })
})

test('a sync that failed can be tried again at once [D150]', async () => {
  const { id } = await mirrored()
  failWith(answerWith(401))
  expect((await sync(id)).status).toBe(502)
  fake.before = null
  expect((await sync(id)).status).toBe(200)
})

test('what has no task says why', async () => {
  const boardless = await buildSite(api.database.db, { boardGid: null })
  const draft = await buildArticle(api.database.db, { userId: owner.id, siteId, status: 'draft' })
  const alone = await buildArticle(api.database.db, { userId: owner.id, siteId: boardless.id })
  const { id, gid } = await mirrored()
  fake.tasks.delete(gid)
  expect(await sync(draft.id)).toMatchObject({ status: 422, body: { message: 'A draft has no task yet.' } })
  expect(await sync(alone.id)).toMatchObject({ status: 422 })
  expect(await sync(id)).toMatchObject({
    status: 422,
    body: { message: 'The task is not on the board any more.' },
  })
  expect((await read(id)).gid).toBe(gid)
  expect((await sync(draft.id, validator)).status).toBe(404)
})

const VENDOR_FAULTS: [name: string, status: number, fault: (response: ServerResponse) => unknown][] = [
  ['does not know us', 502, answerWith(401)],
  ['forbids it', 502, answerWith(403)],
  ['asks us to wait', 503, answerWith(429, { 'retry-after': '30' })],
  ['fails', 503, answerWith(500)],
  ['hangs up', 503, (response) => response.destroy()],
  ['answers a page', 502, (response) => response.end('<html></html>')],
]

test.each(VENDOR_FAULTS)(
  'while Asana %s, people are told with a %i, nobody is signed out and nothing is lost [T13]',
  async (_name, expected, fault) => {
    const keyword = await buildKeyword(api.database.db)
    const { id } = await mirrored('approved')
    const before = await read(id)
    failWith(fault)
    for (const answer of [
      await owner.get('/api/asana/search?search=x'),
      await adopt(owner, '123', keyword.id),
      await sync(id),
    ]) {
      // After five failures in a row nobody is asked any more, which is a 503 whatever the failures were.
      expect([expected, 503]).toContain(answer.status)
      expect(answer.body.message).toMatch(/^Asana /)
    }
    expect(await read(id)).toEqual(before)
    expect((await owner.get('/api/profile')).status).toBe(200)
    api.advance(31_000)
  },
)

test('an article that was saved while the board was away gets its task by itself, and people see why it waits', async () => {
  // Asana is back from the faults of the tests before: the first call that works says so to all.
  await owner.get('/api/asana/search?search=back')
  await api.app.queue.drain()
  failWith(answerWith(500))
  const created = await owner.post('/api/articles', {
    siteId,
    keywords: [{ keyword: 'a lamp for the night' }],
    products: [{ asin: 'B0CQ77XWHE', name: 'Lamp', award: 'Best Overall' }],
    draft: false,
  })
  expect(created.status).toBe(201)
  const id = created.body.article_id
  await api.app.queue.drain().catch(() => {})
  const waiting = await read(id)
  expect(waiting.gid).toBeNull()
  expect(waiting.mirrors).toEqual([
    expect.objectContaining({
      target: 'task',
      state: 'waiting',
      attempts: 1,
      error: 'Asana is not available.',
    }),
  ])
  fake.before = null
  api.advance(60_000)
  await owner.get('/api/asana/search?search=back')
  await api.database.db.update(articleMirrors).set({ updatedAt: new Date(api.now().getTime() - 3_600_000) })
  await api.app.queue.enqueue(api.database.db, 'articles.retry-mirrors', {})
  await api.app.queue.drain()
  const healed = await read(id)
  expect(healed.asana_section).toBe(TASK_SECTIONS.requested)
  expect(healed.mirrors).toEqual([expect.objectContaining({ state: 'done', attempts: 0, error: null })])
})
