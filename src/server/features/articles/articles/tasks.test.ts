import type { ServerResponse } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { TASK_SECTIONS } from '#shared/features/articles/articles/rules.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { articleMirrors } from '../../../db/schema/article-work.ts'
import { articles } from '../../../db/schema/articles.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { layOutBoard } from '../../../testing/asana-board.ts'
import { buildArticle, buildKeyword, buildSite } from '../../../testing/builders.ts'
import { type FakeAsana, startFakeAsana } from '../../../testing/fake-asana.ts'

const BOARD = '1600000000000001'
const STRANGE_BOARD = '1600000000000002'

let fake: FakeAsana
let api: Api
let owner: Client
let validator: Client
let siteId: number
const siteCode = 'tk'
let board: ReturnType<typeof layOutBoard>
let strangeBoard: ReturnType<typeof layOutBoard>

beforeAll(async () => {
  fake = await startFakeAsana()
  board = layOutBoard(fake, BOARD, [...Object.values(TASK_SECTIONS), 'Ideas'])
  strangeBoard = layOutBoard(fake, STRANGE_BOARD, ['Elsewhere'])
  api = await startApi({ ASANA_TOKEN: 'token', ASANA_WORKSPACE_GID: '111', ASANA_BASE_URL: fake.url })
  owner = await api.as('opm')
  validator = await api.as('qa')
  siteId = (await buildSite(api.database.db, { code: siteCode, boardGid: BOARD })).id
})
afterAll(async () => {
  await api.close()
  await fake.close()
})
afterEach(async () => {
  fake.before = null
  // Asana is back from whatever it did: the first call that works says so to all.
  api.advance(60_000)
  await owner.get('/api/asana/search?search=back')
})

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
/** An article whose task is on the board. */
async function mirrored(status: keyof typeof TASK_SECTIONS) {
  const gid = board.write(TASK_SECTIONS[status])
  return buildArticle(api.database.db, { userId: owner.id, siteId, status, taskGid: gid })
}
const sync = (id: number) => owner.post(`/api/articles/${id}/sync`, {})
const read = async (id: number) => (await validator.get(`/api/articles/${id}`)).body

test('tasks are found by name and returned with name and gid [TASK-013] [TASK-014]', async () => {
  const gid = board.write('Ideas', { name: 'Quiet dishwashers & more' })
  const { status, body } = await owner.get(
    `/api/asana/search?search=${encodeURIComponent('dishwashers & m')}`,
  )
  expect(status).toBe(200)
  expect(body).toEqual([{ name: 'Quiet dishwashers & more', gid }])
  expect((await owner.get('/api/asana/search?search=')).body).toEqual([])
  expect((await owner.get('/api/asana/search')).status).toBe(400)
})

test('search words are only searched for and reach no other address [T13]', async () => {
  for (const search of ['../../users/me', '?limit=1#', '%2e%2e%2f', 'x&workspace=2', '/tasks/1']) {
    fake.sent.length = 0
    expect((await owner.get(`/api/asana/search?search=${encodeURIComponent(search)}`)).status).toBe(200)
    const asked = new URL(fake.sent[0]?.path ?? '', 'http://asana')
    expect(asked.pathname).toBe('/workspaces/111/typeahead')
    expect(asked.searchParams.getAll('query')).toEqual([search])
  }
})

test('a task’s number is digits only [T13]', async () => {
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
    const gid = board.write(section)
    const { status: code, body } = await adopt(owner, gid, keyword.id)
    expect(code).toBe(200)
    expect(body, section).toMatchObject({
      status,
      gid,
      asana_section: { name: section },
      asana_url: `https://app.asana.example/0/0/${gid}`,
      site_id: siteId,
      user_id: owner.id,
      title: fake.tasks.get(gid)?.name,
      keywords: [{ keyword_id: keyword.id, keyword: keyword.keyword }],
    })
  }
  const done = board.write('Ideas', { completed: true, name: `  Kettles ${'x'.repeat(300)}` })
  expect((await adopt(owner, done, keyword.id)).body).toMatchObject({
    status: 'published',
    title: `Kettles ${'x'.repeat(192)}`,
  })
})

test('an adopted task stays where people put it, and gets its article’s link', async () => {
  const keyword = await buildKeyword(api.database.db)
  const gid = board.write('Ideas')
  const { body } = await adopt(owner, gid, keyword.id)
  await api.app.queue.drain()
  const task = fake.tasks.get(gid)
  expect(task?.places.get(BOARD)).toBe(board.sectionOf('Ideas'))
  expect(task?.notes).toContain('By hand.')
  expect(task?.notes).toContain(`/articles?article=${body.article_id}`)
  await validator.patch(`/api/articles/validate/${body.article_id}`, { command: 'approve' })
  await api.app.queue.drain()
  expect(task?.places.get(BOARD)).toBe(board.sectionOf(TASK_SECTIONS.approved))
})

test('one task is one article for repeated calls and several users, and gets a second keyword from its owner [D60]', async () => {
  const [first, second] = [await buildKeyword(api.database.db), await buildKeyword(api.database.db)]
  const gid = board.write('Ideas')
  const other = await api.as('opm', 2)
  const answers = await Promise.all(
    [owner, other, owner, other, owner].map((who) => adopt(who, gid, first.id)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.article_id)).size).toBe(1)
  const rows = await api.database.db.select().from(articles).where(eq(articles.taskGid, gid))
  expect(rows).toHaveLength(1)
  // The faster caller is the owner.
  const winner = answers[0]?.body.user_id === owner.id ? owner : other
  // The board, which may be away, is not asked again.
  failWith(answerWith(500))
  const { body } = await adopt(winner, gid, second.id)
  expect(body.keywords.map(({ keyword_id }: { keyword_id: number }) => keyword_id)).toEqual([
    first.id,
    second.id,
  ])
})

test('a task on no site’s board, an unknown task and an unknown keyword are refused, and nothing is created [D60]', async () => {
  const keyword = await buildKeyword(api.database.db)
  const before = (await api.database.db.select().from(articles)).length
  const strange = await adopt(owner, strangeBoard.write('Elsewhere'), keyword.id)
  expect(strange).toMatchObject({ status: 422, body: { message: 'The task isn’t on any site’s board.' } })
  expect((await adopt(owner, '999', keyword.id)).status).toBe(404)
  expect((await adopt(owner, board.write('Ideas'), 2_000_000)).status).toBe(400)
  expect(await api.database.db.select().from(articles)).toHaveLength(before)
})

test('an article adopted as returned goes back to QA without a return to answer [ART-107] [D60]', async () => {
  const { body } = await adopt(
    owner,
    board.write(TASK_SECTIONS.returned),
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

test('an article adopted as approved gets its post like any other; other adopted articles get none [D59] [D60]', async () => {
  const keyword = await buildKeyword(api.database.db)
  const sectionsWithout = [TASK_SECTIONS.requested, TASK_SECTIONS.returned, TASK_SECTIONS.published]
  for (const section of [TASK_SECTIONS.approved, ...sectionsWithout]) {
    const { body } = await adopt(owner, board.write(section), keyword.id)
    await api.app.queue.drain()
    const { wordpress_id: post, title } = await read(body.article_id)
    if (section !== TASK_SECTIONS.approved) expect(post, section).toBeNull()
    else expect((await owner.get(`/api/preview?site=${siteCode}&id=${post}`)).body.post.title).toBe(title)
  }
})

test('DELETE removes a keyword from an article and keeps the article [TASK-017] [D61]', async () => {
  const [first, second] = [await buildKeyword(api.database.db), await buildKeyword(api.database.db)]
  const gid = board.write(TASK_SECTIONS.returned)
  const { body } = await adopt(owner, gid, first.id)
  await adopt(owner, gid, second.id)
  const { status } = await owner.delete(`/api/articles/${body.article_id}/keywords/${first.id}`)
  expect(status).toBe(204)
  expect((await read(body.article_id)).keywords).toEqual([{ keyword_id: second.id, keyword: second.keyword }])
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
  'while Asana %s, users get a %i, nobody is signed out and nothing is lost [T13]',
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

test('an article saved while the board is down gets its task by itself, and people see why it waits', async () => {
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
  await api.database.db.update(articleMirrors).set({ updatedAt: new Date(api.now().getTime() - HOUR_MS) })
  await api.app.queue.enqueue(api.database.db, 'articles.retry-mirrors', {})
  await api.app.queue.drain()
  const healed = await read(id)
  expect(healed.asana_section).toEqual({ name: TASK_SECTIONS.requested })
  expect(healed.mirrors).toEqual([expect.objectContaining({ state: 'done', attempts: 0, error: null })])
})
