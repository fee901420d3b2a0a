import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Api, startApi } from '../../../testing/api.ts'
import { type FakeAsana, startFakeAsana } from '../../../testing/fake-asana.ts'
import { startWebServer, type WebServer } from '../../../testing/web-server.ts'
import { CHECK_OUTSIDE } from './jobs.ts'

const AUTHOR = {
  name: 'Ann Author',
  capabilities: { edit_posts: true, upload_files: true, edit_published_posts: true },
}

let fake: FakeAsana
let wordPress: WebServer
let status = 200
let api: Api
beforeAll(async () => {
  fake = await startFakeAsana()
  wordPress = await startWebServer((_, response) => response.end(JSON.stringify(AUTHOR)))
  const site = { baseUrl: `http://127.0.0.1:${wordPress.port}`, user: 'ann', appPassword: 'secret-words' }
  api = await startApi({
    ASANA_TOKEN: 'token',
    ASANA_WORKSPACE_GID: '111',
    ASANA_BASE_URL: fake.url,
    WP_SITES: JSON.stringify({ hs: site }),
  })
  fake.before = (_, response) => {
    if (status === 200) return false
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"errors":[]}')
    return true
  }
})
beforeEach(async () => {
  status = 200
  await check()
  await (await api.as('adm')).post('/api/notices/read', { ids: 'all' })
})
afterAll(async () => {
  await api.close()
  await fake.close()
  await wordPress.close()
})

const check = () => api.runJob(CHECK_OUTSIDE)
const stateOf = async (port: string) => {
  const { body } = await (await api.as('adm')).get('/api/health/systems')
  return body.find((node: { port: string }) => node.port === port)
}
const unread = async () => {
  const { body } = await (await api.as('adm')).get('/api/notices')
  return body.nodes.filter((notice: { read_at: string | null }) => notice.read_at === null)
}

test('a rejected token is reported to administrators once, with the fix, before anybody needs it', async () => {
  status = 401
  await check()
  await check()
  const words =
    'Tasks: Asana did not accept our credentials. Update ASANA_TOKEN and ASANA_WORKSPACE_GID and restart the server.'
  expect(await unread()).toMatchObject([
    { kind: 'outside-failed', actor: null, article: null, keyword: null, words },
  ])
  expect(await stateOf('Tasks')).toMatchObject({ adapter: 'Asana', ok: false })
  expect((await (await api.as('opm')).get('/api/notices')).body.totalCount).toBe(0)
  status = 200
  await check()
  expect(await stateOf('Tasks')).toMatchObject({ adapter: 'Asana', ok: true })
  status = 401
  await check()
  expect(await unread()).toHaveLength(2)
})

test('a system that is away is shown, and alerts nobody', async () => {
  status = 503
  await check()
  expect(await stateOf('Tasks')).toMatchObject({ ok: false, detail: 'Asana is not available.' })
  expect(await unread()).toEqual([])
})

test('a WordPress account that may not see other users’ posts is reported, with the fix', async () => {
  const { ok, detail } = await stateOf('Posts of hs')
  expect(ok).toBe(false)
  expect(detail).toContain('Ann Author may not see and change other users’ posts at http://127.0.0.1')
  expect(detail).toContain('Give this account the role Editor there.')
})

test('the working systems are shown to administrators alone, and without a secret', async () => {
  const { status: allowed, body } = await (await api.as('adm')).get('/api/health/systems')
  expect([allowed, body.map(({ port }: { port: string }) => port)]).toEqual([
    200,
    [
      'Assistant',
      'Game answers',
      'Keyword market',
      'Keyword research',
      'Mail',
      'Pictures',
      'Posts of hs',
      'Products',
      'Searches',
      'Share of voice',
      'Sheets',
      'Tasks',
      'Warehouse',
    ],
  ])
  expect(JSON.stringify(body)).not.toContain('secret')
  expect((await (await api.as('opm')).get('/api/health/systems')).status).toBe(403)
  expect((await api.visitor.get('/api/health/systems')).status).toBe(401)
})

test('a server that starts asks them all by itself', async () => {
  const other = await startApi()
  await other.app.listen({ host: '127.0.0.1', port: 0 })
  const admin = await other.as('adm')
  const systems = async () => (await admin.get('/api/health/systems')).body
  await other.app.queue.drain()
  const all = await systems()
  expect(all).toHaveLength(12)
  expect(all.every(({ adapter }: { adapter: string }) => adapter === 'built-in')).toBe(true)
  expect((await admin.get('/api/notices')).body.totalCount).toBe(0)
  await other.close()
})
