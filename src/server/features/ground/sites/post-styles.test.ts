import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { WebDocument } from '../../../integrations/web-fetcher/port.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { startWebServer, type WebServer } from '../../../testing/web-server.ts'
import { CHECK_OUTSIDE } from '../outside/jobs.ts'

const SHEET = readFileSync(
  join(import.meta.dirname, '../../../../shared/features/ground/sites/post-style.css'),
  'utf8',
)
const EDITOR = {
  name: 'Ed',
  capabilities: { edit_posts: true, upload_files: true, edit_others_posts: true, edit_published_posts: true },
}

let wordPress: WebServer
let accountStatus: number
let page: string | Error
let api: Api
let adm: Client
let siteId: number

async function load(url: string): Promise<WebDocument> {
  if (page instanceof Error) throw page
  return { url, type: 'text/html', bytes: Buffer.from(page) }
}

beforeAll(async () => {
  wordPress = await startWebServer(({ url }, response) => {
    const body = url?.includes('/users/me') ? EDITOR : [{ id: 7, link: 'https://site.example/newest/' }]
    response.writeHead(accountStatus, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const account = { baseUrl: `http://127.0.0.1:${wordPress.port}`, user: 'ed', appPassword: 'secret-words' }
  api = await startApi({ WP_SITES: JSON.stringify({ zq: account }) }, { web: { get: load } })
  api.stopClock()
  adm = await api.as('adm')
  siteId = (await buildSite(api.database.db, { code: 'zq', displayName: 'Zed Quarterly' })).id
})
beforeEach(async () => {
  accountStatus = 200
  page = `<style>${SHEET}</style>`
  await api.database.pool.query('delete from port_checks')
})
afterAll(async () => {
  await api.close()
  await wordPress.close()
})

const checkAll = () => api.app.jobs.find(({ name }) => name === CHECK_OUTSIDE)?.run({})
const checkNow = async () => (await adm.get(`/api/sites/${siteId}/post-style`)).body
const listed = async () => {
  const { body } = await adm.get('/api/sites?webhooks=true')
  return body.find(({ site_id }: { site_id: number }) => site_id === siteId).post_style
}
const now = () => api.now().toISOString()

it('a site on WordPress has the style sheet that the last check of outside systems found', async () => {
  expect(await listed()).toEqual({ state: 'unknown', checked_at: null })
  await checkAll()
  const found = { state: 'current', checked_at: now() }
  expect(await listed()).toEqual(found)
  expect((await adm.patch(`/api/sites/${siteId}`, { sandbox: true })).body.post_style).toEqual(found)
})

it('users who manage sites can check the style sheet of a site at once', async () => {
  await checkAll()
  api.advance(60_000)
  page = '<script src="/wp-includes/a.js"></script>'
  const found = { state: 'missing', checked_at: now() }
  expect(await checkNow()).toEqual({ post_style: found })
  expect(await listed()).toEqual(found)
  const { body } = await adm.get('/api/health/systems')
  expect(body).toContainEqual({
    ...{ port: 'Posts of zq', adapter: 'WordPress', ok: true, detail: expect.any(String) },
    checked_at: now(),
  })
  expect((await (await api.as('opm')).get(`/api/sites/${siteId}/post-style`)).status).toBe(403)
  expect((await adm.get('/api/sites/99999/post-style')).status).toBe(404)
})

it('an unreadable page makes the style sheet unknown, and a refused account does not', async () => {
  await checkAll()
  accountStatus = 401
  expect((await checkNow()).post_style.state).toBe('current')
  page = new IntegrationError('No', { system: 'The web', kind: 'timeout', operation: 'load' })
  expect((await checkNow()).post_style).toEqual({ state: 'unknown', checked_at: now() })
})

it('a site with built-in posts needs no style sheet', async () => {
  const { id } = await buildSite(api.database.db, { code: 'zr', displayName: 'Zero' })
  expect((await adm.get(`/api/sites/${id}/post-style`)).body).toEqual({ post_style: null })
})
