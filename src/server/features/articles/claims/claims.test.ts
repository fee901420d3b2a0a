import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'

let api: Api
let owner: Client
let first: Client
let second: Client

beforeAll(async () => {
  api = await startApi()
  owner = await api.as('opm')
  first = await api.as('qa', 1)
  second = await api.as('qa', 2)
})
afterAll(() => api.close())

const requested = async () => (await buildArticle(api.database.db, { userId: owner.id })).id
const claimsOn = async (id: number) =>
  (await owner.get('/api/claims')).body.filter((claim: { article_id: number }) => claim.article_id === id)

describe('a validator who claims an article', () => {
  it('is shown to everybody who opens the queue', async () => {
    const id = await requested()
    const { status, body } = await first.put(`/api/articles/${id}/claim`, { take_over: false })
    expect([status, body.user.username]).toEqual([200, first.username])
    expect(await claimsOn(id)).toEqual([body])
  })

  it('keeps it against a second one, who sees the name and may take over deliberately', async () => {
    const id = await requested()
    await first.put(`/api/articles/${id}/claim`, { take_over: false })
    const refused = await second.put(`/api/articles/${id}/claim`, { take_over: false })
    expect([refused.status, refused.body.message]).toEqual([409, 'Qa One is reviewing this article.'])
    expect(refused.body.details.claim.user.id).toBe(first.id)
    expect((await second.put(`/api/articles/${id}/claim`, { take_over: true })).status).toBe(200)
    expect((await claimsOn(id))[0].user.id).toBe(second.id)
    const { body } = await first.get('/api/notices')
    expect(body.nodes[0]).toMatchObject({ kind: 'taken-over', article: { article_id: id } })
  })

  it('is one of twenty simultaneous callers', async () => {
    const id = await requested()
    const tries = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? first : second).put(`/api/articles/${id}/claim`, { take_over: false }),
    )
    const winners = (await Promise.all(tries))
      .filter(({ status }) => status === 200)
      .map(({ body }) => body.user.id)
    expect(new Set(winners).size).toBe(1)
    expect((await claimsOn(id)).length).toBe(1)
  })

  it('can let it go; releasing another validator’s claim does nothing', async () => {
    const id = await requested()
    await first.put(`/api/articles/${id}/claim`, { take_over: false })
    await second.delete(`/api/articles/${id}/claim`)
    expect((await claimsOn(id)).length).toBe(1)
    await first.delete(`/api/articles/${id}/claim`)
    expect(await claimsOn(id)).toEqual([])
  })

  it('is believed to have gone after an hour', async () => {
    const id = await requested()
    await first.put(`/api/articles/${id}/claim`, { take_over: false })
    api.advance(HOUR_MS + 1000)
    expect(await claimsOn(id)).toEqual([])
    expect((await second.put(`/api/articles/${id}/claim`, { take_over: false })).status).toBe(200)
  })
})

describe('a claim', () => {
  it.each(['approve', 'return', 'reject'])('ends with the review: %s', async (command) => {
    const id = await requested()
    await first.put(`/api/articles/${id}/claim`, { take_over: false })
    await second.patch(`/api/articles/validate/${id}`, { command, reason: 'Seen.' })
    const { rows } = await api.database.pool.query('select from article_claims where article_id = $1', [id])
    expect(rows).toEqual([])
  })

  it('ends with the session in which it was made, and not with another one of that person', async () => {
    const id = await requested()
    const adm = await api.as('adm')
    const elsewhere = (await api.signIn(adm.username)).body.token
    const headers = { authorization: `Bearer ${elsewhere}` }
    const url = `/api/articles/${id}/claim`
    const payload = { take_over: false }
    const inSession = (options: object) => api.app.server.inject({ headers, ...options })
    expect((await inSession({ method: 'PUT', url, payload })).statusCode).toBe(200)
    expect((await second.put(url, payload)).status).toBe(409)
    await inSession({ method: 'DELETE', url: '/api/auth' })
    expect((await adm.get('/api/profile')).status).toBe(200)
    expect(await claimsOn(id)).toEqual([])
    expect((await second.put(url, payload)).status).toBe(200)
    expect((await claimsOn(id))[0].user.id).toBe(second.id)
  })

  it('ends with a session that is idle for as long as sessions may be', async () => {
    const idle = await startApi({ SESSION_IDLE_MINUTES: '20' })
    try {
      const articleId = (await buildArticle(idle.database.db, { userId: (await idle.as('opm')).id })).id
      const [reviewer, colleague] = [await idle.as('qa', 1), await idle.as('qa', 2)]
      const url = `/api/articles/${articleId}/claim`
      const isClaimed = async () => (await colleague.get('/api/claims')).body.length === 1
      expect((await reviewer.put(url, { take_over: false })).status).toBe(200)
      idle.advance(15 * MINUTE_MS)
      expect((await reviewer.get('/api/profile')).status).toBe(200)
      await colleague.get('/api/profile')
      idle.advance(15 * MINUTE_MS)
      // In use fifteen minutes ago.
      expect(await isClaimed()).toBe(true)
      expect((await colleague.put(url, { take_over: false })).status).toBe(409)
      idle.advance(6 * MINUTE_MS)
      expect(await isClaimed()).toBe(false)
      expect((await colleague.put(url, { take_over: false })).body.user.id).toBe(colleague.id)
      // Nobody took it from anybody.
      expect((await idle.database.pool.query('select from notices')).rows).toEqual([])
    } finally {
      await idle.close()
    }
  })

  it('ends with a session that an administrator has ended', async () => {
    const id = await requested()
    const reviewer = await api.as('adm', 2)
    expect((await reviewer.put(`/api/articles/${id}/claim`, { take_over: false })).status).toBe(200)
    const admin = await api.as('adm')
    await admin.delete(`/api/users/${reviewer.id}/sessions`)
    expect(await claimsOn(id)).toEqual([])
    expect((await second.put(`/api/articles/${id}/claim`, { take_over: false })).status).toBe(200)
  })

  it('is for requested articles only', async () => {
    const { id } = await buildArticle(api.database.db, { userId: owner.id, status: 'approved' })
    const { status, body } = await first.put(`/api/articles/${id}/claim`, { take_over: false })
    expect([status, body.message]).toEqual([409, 'There’s nothing to review: the article is approved.'])
    expect((await first.put('/api/articles/999999/claim', { take_over: false })).status).toBe(404)
  })
})
