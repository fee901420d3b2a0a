import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { boardSubscriptions } from '../../../db/schema/board.ts'
import { webhookSubscriptions } from '../../../db/schema/webhooks.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { startWebServer } from '../../../testing/web-server.ts'

const BOARD = '1300000000000001'
const COPYBOARD = '1300000000000002'

let api: Api
let eng: Client
let siteId: number
beforeAll(async () => {
  api = await startApi()
  eng = await api.as('eng')
  const site = await buildSite(api.database.db, { boardGid: BOARD, copyboardGid: COPYBOARD })
  siteId = site.id
  // Our own board calls us over HTTP, so this server listens.
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  await api.app.queue.drain()
})
afterAll(() => api.close())

const ofSite = async (client: Client = eng) => {
  const { body } = await client.get('/api/sites?webhooks=true')
  return body.find((site: { site_id: number }) => site.site_id === siteId)
}
const watches = (gid: string) =>
  api.database.db
    .select()
    .from(boardSubscriptions)
    .then((all) => all.filter(({ boardGid }) => boardGid === gid))

it('starts the webhook that a copyboard does not have, and the next look after the boards keeps it [SITE-009] [SITE-016]', async () => {
  expect((await ofSite()).copyboardWebhook).toBeNull()
  expect((await eng.get(`/api/webhooks/${COPYBOARD}`)).status).toBe(404)
  const { status, body } = await eng.put(`/api/webhooks/${COPYBOARD}`, { type: 'copyboard' })
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ gid: COPYBOARD, type: 'copyboard', state: 'active', started_by: 'Eng One' }),
  ])
  expect((await ofSite()).copyboardWebhook).toMatchObject({ state: 'active' })
  await api.app.queue.enqueue(api.database.db, 'webhooks.reconcile', {})
  await api.app.queue.drain()
  expect((await ofSite()).copyboardWebhook).toMatchObject({ state: 'active' })
  expect(await watches(COPYBOARD)).toHaveLength(1)
})

it('restarts an active webhook under another address, and removes the old one [SITE-011]', async () => {
  const [before] = await watches(BOARD)
  expect((await eng.put(`/api/webhooks/${BOARD}`, { type: 'content' })).status).toBe(200)
  expect((await eng.put(`/api/webhooks/${BOARD}`, { type: 'content' })).status).toBe(200)
  const after = await watches(BOARD)
  expect(after).toHaveLength(1)
  expect(after[0]?.target).not.toBe(before?.target)
  const { rows } = await api.database.pool.query(
    `select act, actor_name from audit_entries where noun = 'webhook' and noun_id = $1 order by id`,
    [BOARD],
  )
  expect(rows).toEqual([
    { act: 'webhook.reset', actor_name: 'Eng One' },
    { act: 'webhook.reset', actor_name: 'Eng One' },
  ])
})

const look = () => api.runJob('webhooks.reconcile')
const kept = async () => (await api.database.db.select().from(webhookSubscriptions)).map(({ id }) => id)

it('starts a webhook once if two servers look after its board at the same time', async () => {
  await api.database.db.delete(webhookSubscriptions)
  await api.database.db.delete(boardSubscriptions)
  await Promise.all([look(), look()])
  expect(await watches(BOARD)).toHaveLength(1)
  expect((await ofSite()).contentWebhook).toMatchObject({ state: 'active' })
})

it('leaves a webhook alone that another server is starting, and starts it if that takes over a minute', async () => {
  await api.database.db.update(webhookSubscriptions).set({ state: 'pending', createdAt: api.now() })
  const before = await kept()
  api.advance(0.9 * MINUTE_MS)
  await look()
  expect(await kept()).toEqual(before)
  api.advance(0.2 * MINUTE_MS)
  await look()
  expect(await kept()).not.toEqual(before)
  expect((await ofSite()).contentWebhook).toMatchObject({ state: 'active' })
})

it('restarts a webhook by DELETE as by a second PUT, and only an existing one [SITE-011] [SITE-014]', async () => {
  const gid = '1300000000000003'
  await buildSite(api.database.db, { boardGid: gid })
  expect((await eng.delete(`/api/webhooks/${gid}`)).status).toBe(404)
  expect((await eng.put(`/api/webhooks/${gid}`, { type: 'content' })).status).toBe(200)
  const [before] = await watches(gid)
  expect((await (await api.as('adm')).delete(`/api/webhooks/${gid}`)).status).toBe(403)
  const { status, body } = await eng.delete(`/api/webhooks/${gid}`)
  expect([status, body]).toEqual([200, expect.objectContaining({ gid, type: 'content', state: 'active' })])
  const after = await watches(gid)
  expect(after).toHaveLength(1)
  expect(after[0]?.target).not.toBe(before?.target)
})

it('counts a webhook’s received events by hour, and its refused ones [SITE-017]', async () => {
  const [watch] = await watches(BOARD)
  const payload = JSON.stringify({
    events: [{ action: 'changed', resource: { gid: '77', resource_type: 'task' } }],
  })
  const call = (signature: string) =>
    api.visitor.send({
      method: 'POST',
      url: watch?.target ?? '',
      payload,
      headers: { 'content-type': 'application/json', 'x-hook-signature': signature },
    })
  const right = createHmac('sha256', watch?.secret ?? '')
    .update(payload)
    .digest('hex')
  expect((await call(right)).status).toBe(200)
  expect((await call('0'.repeat(64))).status).toBe(403)
  const { body } = await eng.get(`/api/webhooks/${BOARD}`)
  expect(body).toMatchObject({
    type: 'content',
    site: { site_id: siteId },
    events: 1,
    refused: 1,
    event_days: api.settings.jobsRetentionDays,
    last_event_at: expect.any(String),
  })
  expect(body.hours).toHaveLength(48)
  expect(body.hours.at(-1)).toBe(1)
  api.advance(5 * HOUR_MS)
  const later = (await eng.get(`/api/webhooks/${BOARD}`)).body.hours
  expect([later.at(-1), later.at(-6)]).toEqual([0, 1])
})

it('neither shows nor writes down the address and the secret of a webhook [T13]', async () => {
  const [watch] = await watches(BOARD)
  const { body } = await eng.get(`/api/webhooks/${BOARD}`)
  expect(JSON.stringify(body)).not.toContain(watch?.secret)
  expect(JSON.stringify(body)).not.toContain(watch?.target)
})

it('webhooks cannot be started, seen or reset, nor the tunnel set, without ManageWebhooks [SITE-012] [SITE-013] [SITE-014]', async () => {
  for (const role of ['adm', 'opm', 'qa', 'wrt'] as const) {
    const client = await api.as(role)
    expect((await client.put(`/api/webhooks/${COPYBOARD}`, { type: 'copyboard' })).status, role).toBe(403)
    expect((await client.get(`/api/webhooks/${BOARD}`)).status, role).toBe(403)
    expect((await client.put(`/api/webhooks/${BOARD}`, { type: 'content' })).status, role).toBe(403)
    expect((await client.patch('/api/webhooks/tunnel', { url: 'https://a.example' })).status, role).toBe(403)
  }
})

it('answers 404 for a board that belongs to no site or has another purpose', async () => {
  expect((await eng.put('/api/webhooks/999', { type: 'content' })).status).toBe(404)
  expect((await eng.put(`/api/webhooks/${BOARD}`, { type: 'copyboard' })).status).toBe(404)
  expect((await eng.put('/api/webhooks/..%2fusers', { type: 'content' })).status).toBe(400)
})

it('has the boards of a vendor call the tunnel of a development server [SITE-018] [SITE-019]', async () => {
  const told: { path: string; body: string }[] = []
  // Nobody greets an address that is not there: what matters is which one the vendor is given.
  const vendor = await startWebServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      told.push({ path: request.url ?? '', body: Buffer.concat(chunks).toString() })
      response.writeHead(403, { 'content-type': 'application/json' }).end('{"errors":[]}')
    })
  })
  const other = await startApi({
    ASANA_TOKEN: 'token',
    ASANA_WORKSPACE_GID: '111',
    ASANA_BASE_URL: `http://127.0.0.1:${vendor.port}`,
  })
  await buildSite(other.database.db, { boardGid: BOARD })
  const client = await other.as('eng')
  const unreached = await client.put(`/api/webhooks/${BOARD}`, { type: 'content' })
  expect([unreached.status, unreached.body.message]).toEqual([503, expect.stringContaining('PUBLIC_URL')])
  const { status, body } = await client.patch('/api/webhooks/tunnel', { url: 'https://abc.tunnel.example/' })
  expect([status, body]).toEqual([200, { publicHost: 'https://abc.tunnel.example' }])
  await other.app.queue.drain().catch(() => {})
  const asked = told.filter(({ path }) => path.startsWith('/webhooks'))
  // A refused subscription is retried, as often as a slow machine has time for.
  expect(asked.length).toBeGreaterThan(0)
  for (const each of asked) expect(each.body).toContain('https://abc.tunnel.example/api/hooks/asana/')
  await other.close()
  await vendor.close()
})

it('refuses a tunnel without an address, or with one that boards would not call [SITE-007]', async () => {
  for (const url of ['', '   ', 'http://a.example']) {
    expect((await eng.patch('/api/webhooks/tunnel', { url })).status, url).toBe(400)
  }
  const { body } = await eng.patch('/api/webhooks/tunnel', {})
  expect(JSON.stringify(body)).toContain('Please input the tunnel URL!')
})

it('refuses a tunnel in production to any caller [SITE-006]', async () => {
  const other = await startApi({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://desk.example',
    SECRET_KEY: 'ab'.repeat(32),
  })
  const client = await other.as('eng')
  const { status, body } = await client.patch('/api/webhooks/tunnel', { url: 'https://a.example' })
  expect([status, body.message]).toEqual([403, 'Tunnels are for development servers only.'])
  expect((await other.visitor.get('/api/health')).body.tunnels).toBe(false)
  await other.close()
})
