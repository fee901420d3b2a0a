import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sites } from '../../../db/schema/sites.ts'
import { webhookSubscriptions } from '../../../db/schema/webhooks.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'

const BOARD = '1300000000000011'

let api: Api
let adm: Client
let siteId: number
let code: string
let serial = 0
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
})
beforeEach(async () => {
  code = `y${'abcdefghijklmnopqrstuvwxyz'[serial]}`
  serial += 1
  siteId = (
    await buildSite(api.database.db, {
      code,
      displayName: 'Zymurgy',
      url: 'https://zymurgy.example',
      boardGid: BOARD,
    })
  ).id
})
afterAll(() => api.close())

const managed = async (client = adm) => {
  const { body } = await client.get('/api/sites?webhooks=true')
  return body.find((site: { site_id: number }) => site.site_id === siteId)
}

it('lists every site in full for users who manage sites, with webhooks=true [SITE-008] [SITE-015]', async () => {
  const opm = await api.as('opm')
  for (const keyword of ['best wort chiller', 'best hydrometer'])
    await opm.post('/api/keywords', { keyword, sites: [siteId] })
  for (const status of ['requested', 'approved', 'published'])
    await buildArticle(api.database.db, { userId: opm.id, siteId, status })
  const { db } = api.database
  const copyboardGid = '1300000000000012'
  const named = { normalizedName: 'zymurgy-news', logoUrl: '/images/z.png' }
  await db
    .update(sites)
    .set({ ...named, sandbox: true, copyboardGid })
    .where(eq(sites.id, siteId))
  const started = {
    createdAt: new Date('2026-03-01T08:00:00Z'),
    lastSeenAt: new Date('2026-03-02T08:00:00Z'),
  }
  await db.insert(webhookSubscriptions).values({
    ...{ id: 'copyboard', system: 'task-board', resource: copyboardGid, state: 'pending', target: '' },
    ...started,
  })
  expect(await managed()).toEqual({
    site_id: siteId,
    code,
    display_name: 'Zymurgy',
    normalized_name: 'zymurgy-news',
    logo_url: '/images/z.png',
    url: 'https://zymurgy.example',
    retired: false,
    sandbox: true,
    affiliate_tag: null,
    links_products: true,
    shows_prices: true,
    disclosure: expect.stringMatching(/commission/),
    changes_live_posts: false,
    keywordsCount: 2,
    articlesCount: 3,
    sitesCount: 3,
    asana_gid: BOARD,
    copyboard_gid: copyboardGid,
    contentWebhook: null,
    post_style: null,
    copyboardWebhook: {
      state: 'pending',
      started_at: '2026-03-01T08:00:00.000Z',
      last_event_at: '2026-03-02T08:00:00.000Z',
    },
  })
  await db.delete(webhookSubscriptions)
})

it('counts the articles of a site that its list shows to the caller: drafts for their owners alone', async () => {
  const eng = await api.as('eng')
  await buildArticle(api.database.db, { userId: adm.id, siteId, status: 'draft' })
  await buildArticle(api.database.db, { userId: adm.id, siteId })
  const shownTo = async (client: Client) =>
    (await client.get(`/api/articles?site[]=${siteId}`)).body.totalCount
  for (const [client, count] of [
    [adm, 2],
    [eng, 1],
  ] as const)
    expect([(await managed(client)).articlesCount, await shownTo(client)]).toEqual([count, count])
})

it('lists the names alone for other users, and refuses them the rest', async () => {
  const opm = await api.as('opm')
  const { body } = await opm.get('/api/sites')
  expect(body.every((site: object) => !('asana_gid' in site) && !('keywordsCount' in site))).toBe(true)
  expect((await opm.get('/api/sites?webhooks=true')).status).toBe(403)
  expect((await opm.post('/api/sites', { code: 'qq', display_name: 'Q', url: 'q.example' })).status).toBe(403)
  expect((await opm.patch(`/api/sites/${siteId}`, { display_name: 'Mine' })).status).toBe(403)
  expect((await opm.get(`/api/sites/${siteId}/connection`)).status).toBe(403)
})

it('adds a site with its own board and an initial for a logo, and the audit trail names the user', async () => {
  const { status, body } = await adm.post('/api/sites', {
    code: 'QU',
    display_name: 'Quiet Rooms',
    url: 'quietrooms.example/',
    sandbox: true,
  })
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({
      code: 'qu',
      url: 'https://quietrooms.example',
      sandbox: true,
      asana_gid: expect.stringMatching(/^\d{16}$/),
      logo_url: expect.stringContaining('/images/'),
    }),
  ])
  const { rows } = await api.database.pool.query(
    "select act, actor_name, label from audit_entries where noun = 'site' order by id desc limit 1",
  )
  expect(rows).toEqual([{ act: 'site.created', actor_name: 'Adm One', label: 'Quiet Rooms' }])
  const again = await adm.post('/api/sites', { code: 'qu', display_name: 'Other', url: 'other.example' })
  expect([again.status, again.body.message]).toEqual([409, 'The code qu already belongs to Quiet Rooms.'])
})

it('changes only the named fields of a site', async () => {
  const { status, body } = await adm.patch(`/api/sites/${siteId}`, {
    display_name: 'Zymurgy Today',
    copyboard_gid: '1300000000000012',
    affiliate_tag: 'zymurgy-20',
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    display_name: 'Zymurgy Today',
    copyboard_gid: '1300000000000012',
    affiliate_tag: 'zymurgy-20',
    url: 'https://zymurgy.example',
    asana_gid: BOARD,
  })
  expect((await adm.patch(`/api/sites/${siteId}`, { copyboard_gid: '' })).body.copyboard_gid).toBeNull()
})

it('keeps two people’s simultaneous changes of a site', async () => {
  const changes = [
    { display_name: 'Zymurgy Weekly' },
    { affiliate_tag: 'zymurgy-21' },
    { links_products: false },
    { changes_live_posts: true },
    { url: 'https://weekly.example' },
  ]
  const answers = await Promise.all(changes.map((change) => adm.patch(`/api/sites/${siteId}`, change)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(await managed()).toMatchObject(Object.assign({}, ...changes))
})

it('changes nothing of a site if retiring it comes with a refused value', async () => {
  await buildSite(api.database.db, { code: 'zx', displayName: 'Zax' })
  const refused = await adm.patch(`/api/sites/${siteId}`, { code: 'zx', retired: true })
  expect(refused.status).toBe(409)
  expect(await managed()).toMatchObject({ code, retired: false })
})

it('puts a site to rest and back to work', async () => {
  expect((await adm.patch(`/api/sites/${siteId}`, { retired: true })).body.retired).toBe(true)
  expect((await adm.patch(`/api/sites/${siteId}`, { retired: false })).body.retired).toBe(false)
})

it.each([
  ['an address that is none', { url: 'not an address' }, 400, /address such as/],
  ['a code that is no code', { code: 'abc' }, 400, /two letters/],
  ['a board that is no number', { asana_gid: '../users' }, 400, /digits only/],
  ['a logo of another place', { logo_url: 'https://elsewhere.example/a.png' }, 422, /Upload the logo first/],
])('refuses %s [T13]', async (_what, change, status, words) => {
  const refused = await adm.patch(`/api/sites/${siteId}`, change)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([status, expect.stringMatching(words)])
})

it('asks the posts and the boards of a site whether they let us in', async () => {
  const { status, body } = await adm.get(`/api/sites/${siteId}/connection`)
  expect([status, body]).toEqual([
    200,
    [
      { label: 'Posts', ok: true, detail: expect.stringContaining('isn’t connected to WordPress') },
      { label: 'content board', ok: true, detail: 'The boards are kept in Copydesk itself.' },
    ],
  ])
  expect((await adm.get('/api/sites/99999/connection')).status).toBe(404)
})

it('checks the systems of a new site before it is saved, and stores nothing of it', async () => {
  const { body: sites } = await adm.get('/api/sites?webhooks=true')
  const { asana_gid: board } = sites.find(({ site_id }: { site_id: number }) => site_id === siteId)
  const typed = { code: 'NW', asana_gid: board, copyboard_gid: '404404' }
  const { status, body } = await adm.post('/api/sites/connection', typed)
  expect([status, body]).toEqual([
    200,
    [
      { label: 'Posts', ok: true, detail: expect.any(String) },
      { label: 'content board', ok: true, detail: 'The boards are kept in Copydesk itself.' },
      { label: 'copyboard', ok: true, detail: 'The boards are kept in Copydesk itself.' },
    ],
  ])
  expect((await adm.post('/api/sites/connection', { code: 'three' })).status).toBe(400)
  expect((await (await api.as('opm')).post('/api/sites/connection', typed)).status).toBe(403)
  expect((await adm.get('/api/sites?webhooks=true')).body).toEqual(sites)
  const { rows } = await api.database.pool.query(
    "select count(*)::int as sections from board_sections where board_gid = '404404'",
  )
  expect(rows).toEqual([{ sections: 0 }])
})
