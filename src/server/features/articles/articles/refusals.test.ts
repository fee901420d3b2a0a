import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'

let api: Api
let owner: Client
let validator: Client
beforeAll(async () => {
  api = await startApi({ SELF_APPROVAL: 'forbidden' })
  owner = await api.as('opm')
  validator = await api.as('qa')
})
afterAll(() => api.close())

const inStatus = (status: string, over: { userId?: number; siteId?: number } = {}) =>
  buildArticle(api.database.db, { userId: owner.id, status, ...over })
const validate = (id: number, command: string) =>
  validator.patch(`/api/articles/validate/${id}`, { command, reason: 'Because.' })

test('a late call is refused with the article’s status and the steps still possible', async () => {
  const { id, version } = await inStatus('returned')
  const message = 'This is no longer possible: the article is returned.'
  const actions = ['edit', 'resubmit', 'cancel']
  expect(await owner.delete(`/api/articles/${id}`)).toMatchObject({
    status: 409,
    body: { message, details: { status: 'returned', version, actions } },
  })
  expect(await validate(id, 'approve')).toMatchObject({
    status: 409,
    body: { message, details: { status: 'returned', version, actions: [] } },
  })
})

test('in every status, a step on another user’s article is refused as not theirs', async () => {
  const stranger = await api.as('opm', 2)
  for (const status of ['returned', 'approved']) {
    const { id } = await inStatus(status)
    for (const answer of [
      await stranger.patch(`/api/articles/cancel/${id}`),
      await stranger.patch(`/api/articles/resubmit/${id}`, { articleReturnId: null }),
      await stranger.delete(`/api/articles/${id}`),
    ])
      expect([answer.status, answer.body.message]).toEqual([403, 'This is not your article.'])
  }
})

test('a validator who may not approve their own article can still return and reject it', async () => {
  const own = await inStatus('requested', { userId: validator.id })
  expect(await validate(own.id, 'approve')).toMatchObject({
    status: 403,
    body: { message: 'Your own article must be approved by another user.' },
  })
  const other = await inStatus('requested', { userId: validator.id })
  for (const [id, command, status] of [
    [own.id, 'return', 'returned'],
    [other.id, 'reject', 'rejected'],
  ] as const) {
    const { body } = await validate(id, command)
    expect([body.status, body.events.at(-1)]).toMatchObject([status, { action: status, self: true }])
  }
})

test('a validator can’t approve an article of their own service account, but can approve one of another user’s', async () => {
  const admin = await api.as('adm')
  const serviceAccount = async (ownerId: number) => {
    const wish = { name: 'Draft writer', purpose: 'Writes articles.', role_id: 'opm', owner_id: ownerId }
    return (await admin.post('/api/service-accounts', wish)).body.id as number
  }
  const own = await inStatus('requested', { userId: await serviceAccount(validator.id) })
  const other = await inStatus('requested', { userId: await serviceAccount(owner.id) })
  expect(await validate(own.id, 'approve')).toMatchObject({
    status: 403,
    body: {
      message:
        'A service account that you own, or made a token of, wrote this article, so another user must approve it.',
    },
  })
  expect((await validate(other.id, 'approve')).body.events.at(-1)).toMatchObject({ self: false })
  expect((await validate(own.id, 'return')).body.events.at(-1)).toMatchObject({ self: true })
})

test('a keyword cannot be removed from an article without it, nor can its last one, and the answer says why', async () => {
  const { id, keyword } = await inStatus('returned')
  const strange = (await inStatus('returned')).keyword
  const refusal = async (keywordId: number) => {
    const { status, body } = await owner.delete(`/api/articles/${id}/keywords/${keywordId}`)
    return [status, body.message]
  }
  expect(await refusal(strange.id)).toEqual([404, 'The article does not have this keyword.'])
  expect(await refusal(keyword.id)).toEqual([400, 'An article needs at least one keyword.'])
})

test('no update is started for an article that is not published', async () => {
  for (const status of ['requested', 'approved', 'canceled']) {
    const { id } = await inStatus(status)
    const { status: code, body } = await owner.post(`/api/articles/${id}/revision`)
    expect([code, body.message]).toEqual([404, 'Published article not found.'])
  }
})

test('a sync creates a missing task if the article’s site has a board', async () => {
  const site = await buildSite(api.database.db, { boardGid: '1800000000000001' })
  const { id } = await inStatus('requested', { siteId: site.id })
  expect((await owner.post(`/api/articles/${id}/sync`, {})).status).toBe(200)
  await api.app.queue.drain()
  const { body } = await owner.get(`/api/articles/${id}`)
  expect(body).toMatchObject({ gid: expect.any(String), asana_section: { name: 'Requested' } })
})

test('a second answer to a return is refused and names the latest return', async () => {
  const { id } = await inStatus('requested', { userId: owner.id })
  await validate(id, 'return')
  const { body: returned } = await owner.get(`/api/articles/${id}`)
  const latest = returned.returns.at(-1).article_return_id
  expect(await owner.patch(`/api/articles/resubmit/${id}`, { articleReturnId: latest + 1 })).toMatchObject({
    status: 409,
    body: {
      message: 'This return has already been answered, or there’s a newer one.',
      details: { articleReturnId: latest },
    },
  })
})
