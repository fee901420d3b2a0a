import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { HOOK_WISH, HOOKS } from '../../../testing/event-calls.ts'

let api: Api
let owner: Client
let qa: Client
let siteId: number

beforeAll(async () => {
  api = await startApi({ DECISION_UNDO_SECONDS: '10' })
  api.stopClock()
  owner = await api.as('opm')
  qa = await api.as('qa')
  siteId = (await buildSite(api.database.db, { code: 'de', boardGid: '1200000000000077' })).id
})
afterAll(() => api.close())

async function request(title: string): Promise<number> {
  const products = [{ asin: 'B0CQ77XWHE', name: 'Moka Lane', award: 'Best Overall' }]
  const article = { siteId, title, keywords: ['kettle'], products, faqs: [], draft: false }
  return (await owner.post('/api/articles', article)).body.article_id
}
const decide = (id: number, command: string, reason = 'Too short.', by = qa) =>
  by.patch(`/api/articles/validate/${id}`, { command, reason })
const undo = (id: number, by = qa) => by.post(`/api/articles/${id}/decision/undo`)
const statusOf = async (id: number) => (await qa.get(`/api/articles/${id}`)).body.status
const heldBy = async (client: Client) => (await client.get('/api/decisions')).body
/** Runs the job that a decision has enqueued, whatever the queue's own clock says. */
const release = (articleId: number) => api.runJob('articles.release-decision', { articleId })

const run = async (sql: string, id: number) => (await api.database.pool.query(sql, [id])).rows
const noticesOf = (id: number) => run('select kind from notices where article_id = $1 order by 1', id)
const jobsOf = async (id: number) => {
  const { rows } = await api.database.pool.query(
    "select name from jobs.job where data->>'articleId' = $1 and name like 'articles.mirror-%' and state < 'completed' order by 1",
    [String(id)],
  )
  return rows.map(({ name }) => name)
}

describe('a decision', () => {
  it.each([
    ['approve', 'approved'],
    ['return', 'returned'],
    ['reject', 'rejected'],
  ])(
    'to %s shows at once, and its notice, task and post wait until it can no longer be undone',
    async (command, status) => {
      const id = await request(`To ${command}`)
      await api.app.queue.drain()
      await decide(id, command)
      expect(await statusOf(id)).toBe(status)
      await release(id)
      expect([await noticesOf(id), await jobsOf(id)]).toEqual([[], []])
      api.advance(10_000)
      await release(id)
      expect(await noticesOf(id)).toEqual([{ kind: status }])
      expect(await jobsOf(id)).toEqual(
        command === 'approve' ? ['articles.mirror-post', 'articles.mirror-task'] : ['articles.mirror-task'],
      )
      await release(id)
      expect(await noticesOf(id)).toHaveLength(1)
    },
  )

  it('that is undone leaves the article requested, sends nothing, and gives the words back', async () => {
    const id = await request('Returned by a slip')
    await decide(id, 'return', 'Shorter, please.')
    const undone = await undo(id)
    expect([undone.status, undone.body.article.status, undone.body.words]).toEqual([
      200,
      'requested',
      'Shorter, please.',
    ])
    expect(undone.body.article).toMatchObject({ returns: [], qa_user: null })
    api.advance(60_000)
    await release(id)
    expect(await noticesOf(id)).toEqual([])
    expect((await undo(id)).status).toBe(409)
    expect((await decide(id, 'approve', '')).status).toBe(200)
    expect((await undo(id)).body).toMatchObject({ article: { status: 'requested' }, words: null })
  })

  it('is undone by its own reviewer alone, and not after its effects were released', async () => {
    const id = await request('Decided by another')
    const colleague = await api.as('qa', 2)
    await decide(id, 'approve', '', colleague)
    expect((await undo(id)).status).toBe(403)
    expect((await undo(id, owner)).status).toBe(403)
    api.advance(10_000)
    await release(id)
    const late = await undo(id, colleague)
    expect([late.status, late.body.message]).toEqual([
      409,
      'It is too late to undo this decision. Return the article instead.',
    ])
    expect(await statusOf(id)).toBe('approved')
  })

  it('can be kept undoable for ten more seconds at a time, up to a minute', async () => {
    const id = await request('Looked at again')
    await decide(id, 'approve')
    for (let turn = 0; turn < 8; turn++) {
      api.advance(8000)
      const { status, body } = await qa.post(`/api/articles/${id}/decision/extend`)
      if (turn < 6) expect([turn, status]).toEqual([turn, 200])
      expect(8 * (turn + 1) + (body.seconds_left ?? 0)).toBeLessThanOrEqual(turn < 7 ? 60 : 64)
    }
    await release(id)
    expect(await noticesOf(id)).toEqual([{ kind: 'approved' }])
  })

  it('is listed for its reviewer while it can be undone', async () => {
    const id = await request('In the list')
    await decide(id, 'reject')
    const listed = { article_id: id, title: 'In the list', command: 'reject', seconds_left: 10 }
    expect(await heldBy(qa)).toContainEqual(listed)
    expect(await heldBy(await api.as('qa', 2))).not.toContainEqual(listed)
    await undo(id)
    expect(await heldBy(qa)).not.toContainEqual(listed)
  })

  it('is released by a job that was written down with it, ten seconds later', async () => {
    const id = await request('Restarted meanwhile')
    await decide(id, 'approve')
    const jobs = await run(
      "select extract(epoch from start_after - created_on)::int seconds from jobs.job where name = 'articles.release-decision' and data->>'articleId' = $1::text",
      id,
    )
    expect(jobs).toEqual([{ seconds: 10 }])
  })

  it('is released even if its job is gone', async () => {
    const id = await request('Forgotten by the queue')
    await decide(id, 'return')
    await run("delete from jobs.job where data->>'articleId' = $1::text", id)
    api.advance(31 * 60_000)
    await api.runJob('articles.retry-mirrors')
    await api.app.queue.drain()
    expect(await noticesOf(id)).toEqual([{ kind: 'returned' }])
  })

  it('releases its effects before the next step of the article', async () => {
    const id = await request('Answered at once')
    await decide(id, 'return')
    const { returns } = (await owner.get(`/api/articles/${id}`)).body
    await owner.patch(`/api/articles/resubmit/${id}`, { articleReturnId: returns[0].article_return_id })
    expect(await noticesOf(id)).toEqual([{ kind: 'resubmitted' }, { kind: 'returned' }])
    expect((await undo(id)).status).toBe(409)
  })
})

describe('event hooks', () => {
  const eventsOf = (id: number) =>
    run(
      "select type, due_at is null as is_free from event_sends where subject_id = $1::text and type <> 'article.requested'",
      id,
    )
  beforeAll(async () => {
    const eng = await api.as('eng')
    await eng.post(HOOKS, { ...HOOK_WISH, types: ['article.approved', 'article.returned'] })
  })

  it('get a decision once it can no longer be undone', async () => {
    const id = await request('To tell')
    await decide(id, 'return')
    expect(await eventsOf(id)).toEqual([{ type: 'article.returned', is_free: false }])
    api.advance(10_000)
    await release(id)
    expect(await eventsOf(id)).toEqual([{ type: 'article.returned', is_free: true }])
  })

  it('never get a decision that was undone', async () => {
    const id = await request('Not to tell')
    await decide(id, 'approve')
    expect((await undo(id)).status).toBe(200)
    expect(await eventsOf(id)).toEqual([])
  })
})
