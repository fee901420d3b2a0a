import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { boardSubscriptions } from '../../../db/schema/board.ts'
import { webhookSubscriptions } from '../../../db/schema/webhooks.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { Refused, startVendorStub } from '../../../testing/vendor-stub.ts'
import { startWebServer } from '../../../testing/web-server.ts'
import type { ConnectivityDeps, ScanCheck } from './deps.ts'
import { runFunction } from './verbs/run-function.ts'

const BOARD = '1300000000000001'

interface Item {
  label: string
  value: string
  status: string
  tip: string | null
  fix: string | null
  site_id: number | null
}

let api: Api
let eng: Client
let siteId: number
let otherId: number
beforeAll(async () => {
  api = await startApi()
  eng = await api.as('eng')
  siteId = (await buildSite(api.database.db, { displayName: 'Watched', boardGid: BOARD })).id
  otherId = (await buildSite(api.database.db, { displayName: 'Other', boardGid: '1300000000000002' })).id
  // Our own board calls us over HTTP, so this server listens.
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  await api.app.queue.drain()
})
afterAll(() => api.close())
beforeEach(async () => {
  const { pool } = api.database
  // What the test before has broken is mended; what it found and told is forgotten.
  const { rowCount } = await pool.query('select from webhook_subscriptions where secret = $1', [UNREADABLE])
  if (rowCount !== 0) {
    await run('webhooks')
    await eng.put('/api/scan/webhooks', { fix: 'restart-webhooks' })
  }
  for (const table of ['scan_runs', 'scan_alarms', 'notices']) await pool.query(`delete from ${table}`)
})

const UNREADABLE = 'sealed with another key'
const breakWebhooks = () => api.database.db.update(webhookSubscriptions).set({ secret: UNREADABLE })
const run = async (id: string, query = '') => (await eng.get(`/api/scan/${id}${query}`)).body
const itemOf = (body: { items: Item[] }, label: string) => body.items.find((item) => item.label === label)
interface Listed {
  data: { id: string; name: string; icon: string; features: { functions: { id: string }[] }[] }[]
  total: number
}
const idsIn = ({ data }: Listed) =>
  data.flatMap(({ features }) => features.flatMap(({ functions }) => functions.map(({ id }) => id)))
const unread = async (client: Client) =>
  (await client.get('/api/notices')).body.nodes.filter(({ kind }: { kind: string }) => kind === 'scan-failed')

it('lists the scans with their fields, and the number of functions [SCAN-009] [SCAN-014] [SCAN-015]', async () => {
  const { status, body } = await eng.get('/api/scan')
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['data', 'total'])
  for (const scan of body.data) {
    expect(Object.keys(scan)).toEqual(['id', 'name', 'icon', 'features'])
    for (const feature of scan.features) expect(Object.keys(feature)).toEqual(['name', 'icon', 'functions'])
  }
  expect(new Set(idsIn(body)).size).toBe(body.total)
  expect(body.data[0].features[0].functions[0]).toEqual({
    id: 'posts-account',
    name: 'Posts can be read and written',
    status: 'default',
    items: [],
    ran_at: null,
    took: null,
    ran_by: null,
    history: [],
  })
})

it('lists one function by its id, and by a site only functions about sites [SCAN-014]', async () => {
  const ofFunction = (await eng.get('/api/scan?function=webhooks')).body
  expect([idsIn(ofFunction), ofFunction.total]).toEqual([['webhooks'], 1])
  const ofSite = idsIn((await eng.get(`/api/scan?site=${siteId}`)).body)
  expect(ofSite).toContain('webhooks')
  expect(ofSite).not.toContain('disk')
})

it('runs one function, and its findings are there when the scan is read again [SCAN-009] [SCAN-010] [SCAN-016]', async () => {
  const body = await run('webhooks')
  expect(body).toMatchObject({ id: 'webhooks', status: 'success', ran_by: 'Eng One', history: ['success'] })
  expect(itemOf(body, 'Watched')).toEqual({
    label: 'Watched',
    value: expect.stringMatching(/^Heard; /),
    status: 'success',
    tip: null,
    fix: null,
    site_id: siteId,
    article_id: null,
  })
  const { data } = (await eng.get('/api/scan?function=webhooks')).body
  expect(data[0].features[0].functions[0]).toEqual(body)
})

it('limits a site’s run to the items about that site [SCAN-014]', async () => {
  const body = await run('webhooks', `?site=${otherId}`)
  expect(body.items.map(({ label }: Item) => label)).toEqual(['Other'])
})

it('changes nothing when it runs every function [SCAN-016] [D118]', async () => {
  const { rows: before } = await api.database.pool.query(
    'select (select count(*) from audit_entries)::int as entries, (select count(*) from jobs.job)::int as jobs, (select max(version) from articles) as version',
  )
  for (const id of idsIn((await eng.get('/api/scan')).body)) {
    const { status, items } = await run(id)
    expect(['success', 'warning', 'error', 'default'], id).toContain(status)
    expect(items.length, id).toBeGreaterThan(0)
  }
  const { rows: after } = await api.database.pool.query(
    'select (select count(*) from audit_entries)::int as entries, (select count(*) from jobs.job)::int as jobs, (select max(version) from articles) as version',
  )
  expect(after).toEqual(before)
})

it('finds a webhook with an unreadable secret, and repairs it [SCAN-008] [SCAN-017]', async () => {
  await breakWebhooks()
  const found = await run('webhooks')
  expect(found.status).toBe('error')
  expect(itemOf(found, 'Watched')).toMatchObject({ status: 'error', fix: 'restart-webhooks' })
  const { status, body } = await eng.put('/api/scan/webhooks', { fix: 'restart-webhooks' })
  expect([status, body.status]).toEqual([200, 'success'])
  expect(await api.database.db.select().from(boardSubscriptions)).toHaveLength(2)
  const { rows } = await api.database.pool.query(
    "select actor_name, label, after from audit_entries where act = 'scan.fixed' order by id desc limit 1",
  )
  expect(rows).toEqual([
    { actor_name: 'Eng One', label: 'Webhooks are alive', after: { fix: 'restart-webhooks' } },
  ])
})

it('finds keywords that do not know the statuses of their articles, and counts them again', async () => {
  const { body: keyword } = await eng.post('/api/keywords', { keyword: 'best scan' })
  await api.database.pool.query('update keywords set article_statuses = 64 where keyword_id = $1', [
    keyword.keyword_id,
  ])
  expect(await run('keyword-statuses')).toMatchObject({
    status: 'error',
    items: [{ value: '1 keyword with wrong statuses', fix: 'recount-statuses' }],
  })
  expect((await eng.put('/api/scan/keyword-statuses', { fix: 'recount-statuses' })).body.status).toBe(
    'success',
  )
})

it('has the keyword list recount keywords that were counted by wrong statuses', async () => {
  const { body: keyword } = await eng.post('/api/keywords', { keyword: 'best recount' })
  const published = async () =>
    (await eng.get('/api/keywords?articleStatus[]=published&limit=20&offset=0')).body.meta.total
  const before = await published()
  await api.database.pool.query('update keywords set article_statuses = 64 where keyword_id = $1', [
    keyword.keyword_id,
  ])
  expect(await published()).toBe(before + 1)
  await run('keyword-statuses')
  await eng.put('/api/scan/keyword-statuses', { fix: 'recount-statuses' })
  expect(await published()).toBe(before)
})

it('finds articles without a task, and has them made', async () => {
  const opm = await api.as('opm')
  const { id } = await buildArticle(api.database.db, { userId: opm.id, siteId, status: 'requested' })
  const found = await run('tasks-exist')
  expect(itemOf(found, 'Watched')).toMatchObject({
    status: 'warning',
    fix: 'request-copies',
    site_id: siteId,
  })
  await eng.put('/api/scan/tasks-exist', { fix: 'request-copies' })
  await api.app.queue.drain()
  expect((await run('tasks-exist')).status).toBe('success')
  expect((await opm.get(`/api/articles/${id}`)).body.gid).toMatch(/^\d+$/)
})

it('finds copies that have failed with the reason, and tries them again', async () => {
  const opm = await api.as('opm')
  const { body } = await opm.post('/api/articles', {
    siteId,
    title: 'Lamps',
    keywords: [{ keyword: 'lamp' }],
    products: [],
    faqs: [],
    draft: false,
  })
  await api.app.queue.drain()
  const fail =
    "update article_mirrors set state = 'failed', error = 'Asana asks for more credit.' where article_id = $1"
  await api.database.pool.query(fail, [body.article_id])
  expect(itemOf(await run('tasks-current'), 'Watched')).toMatchObject({
    value: '1 task behind: Asana asks for more credit.',
    fix: 'retry-copies',
  })
  // The clock of a mirror stands still for as long as nothing touches it.
  api.advance(1000)
  await eng.put('/api/scan/tasks-current', { fix: 'retry-copies' })
  await api.app.queue.drain()
  expect((await run('tasks-current')).status).toBe('success')
})

it('finds pictures that are shown and not in the store', async () => {
  const opm = await api.as('opm')
  const imageUrl = await api.app.images.put({ bytes: Buffer.from('<svg/>'), type: 'image/svg+xml' }, 'gone')
  await buildArticle(api.database.db, { userId: opm.id, siteId: otherId, title: 'Pans', imageUrl })
  const name = api.app.images.nameOf(imageUrl)
  const before = itemOf(await run('pictures-there'), 'Other')?.value
  await api.app.images.remove(name ?? '')
  const after = itemOf(await run('pictures-there'), 'Other')
  expect(after).toMatchObject({ status: 'error', site_id: otherId })
  expect(after?.value).not.toBe(before)
})

it('finds jobs that failed permanently, and tries them again', async () => {
  await api.database.pool.query(
    `insert into jobs.job (name, state, data, retry_limit, retry_count, started_on, completed_on)
     values ('outside.check', 'failed', '{}', 1, 1, now(), now())`,
  )
  expect(await run('jobs-failed')).toMatchObject({ status: 'error', items: [{ fix: 'retry-jobs' }] })
  expect((await eng.put('/api/scan/jobs-failed', { fix: 'retry-jobs' })).body.status).toBe('success')
})

it.each(['constructor', '__proto__', 'toString', 'retry-jobs', ''])(
  'does nothing under the name of a fix that the function does not have: %j [T22] [S17]',
  async (fix) => {
    await breakWebhooks()
    await run('webhooks')
    expect((await eng.put('/api/scan/webhooks', { fix })).status).toBe(422)
  },
)

it('repairs only its own findings', async () => {
  await breakWebhooks()
  await run('webhooks')
  expect((await eng.put('/api/scan/webhooks', { fix: 'restart-webhooks' })).status).toBe(200)
  const { status, body } = await eng.put('/api/scan/webhooks', { fix: 'restart-webhooks' })
  expect([status, body.message]).toEqual([409, 'There’s nothing left to fix. Run the function to check.'])
})

it.each([
  ['constructor', 400],
  ['nothing', 400],
  ['..%2fusers', 400],
])('knows no function %j [T22]', async (id, status) => {
  expect((await eng.get(`/api/scan/${id}`)).status).toBe(status)
  expect((await eng.put(`/api/scan/${id}`, { fix: 'retry-jobs' })).status).toBe(status)
})

it('is for those who manage scans', async () => {
  for (const role of ['opm', 'qa', 'wrt'] as const) {
    const client = await api.as(role)
    expect((await client.get('/api/scan')).status, role).toBe(403)
    expect((await client.get('/api/scan/disk')).status, role).toBe(403)
    expect((await client.put('/api/scan/webhooks', { fix: 'restart-webhooks' })).status, role).toBe(403)
  }
  expect((await api.visitor.get('/api/scan/disk')).status).toBe(401)
})

it('names the account that a site does not let in, and the entry that names it', async () => {
  const vendor = await startWebServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"incorrect_password"}')
  })
  const baseUrl = `http://127.0.0.1:${vendor.port}`
  const other = await startApi({
    WP_SITES: JSON.stringify({ qz: { baseUrl, user: 'ann', appPassword: 'words' } }),
  })
  await buildSite(other.database.db, { code: 'qz', displayName: 'Quiz' })
  const { body } = await (await other.as('eng')).get('/api/scan/posts-account')
  expect(body.status).toBe('error')
  expect(itemOf(body, 'Quiz')).toMatchObject({
    value: expect.stringContaining('did not accept our credentials'),
    tip: 'Check the entry qz of WP_SITES.',
  })
  expect(JSON.stringify(body)).not.toContain('words"')
  await other.close()
  await vendor.close()
})

it('asks every system with accounts whether they can be looked after; one that fails hides no other', async () => {
  const vendor = await startVendorStub(({ path }) => {
    if (path === '/wp-json/wp/v2/users/me') return { name: 'Ann', capabilities: { edit_others_posts: true } }
    if (path.endsWith('/users/search')) return { data: [] }
    return new Refused(401, {})
  })
  const other = await startApi({
    GITHUB_TOKEN: 't',
    GITHUB_ORGS: 'acme,zenith',
    GITHUB_BASE_URL: vendor.url,
    ATLASSIAN_ORG_ID: 'org-1',
    ATLASSIAN_ORG_KEY: 'k',
    ATLASSIAN_BASE_URL: vendor.url,
    WP_SITES: JSON.stringify({ qz: { baseUrl: vendor.url, user: 'ann', appPassword: 'words' } }),
  })
  const { id } = await buildSite(other.database.db, { code: 'qz', displayName: 'Quiz' })
  const client = await other.as('eng')
  const scanned = async (of: string) => (await client.get(`/api/scan/${of}-accounts`)).body
  expect(await scanned('github')).toMatchObject({
    status: 'error',
    items: ['acme', 'zenith'].map((org) => ({
      label: `GitHub · ${org}`,
      value: expect.stringContaining('GitHub did not accept our credentials.'),
      tip: 'Check GITHUB_TOKEN and GITHUB_ORGS.',
    })),
  })
  expect(await scanned('atlassian')).toMatchObject({
    status: 'success',
    items: [{ tip: expect.stringContaining('not tested with the vendor') }],
  })
  expect(await scanned('wordpress')).toMatchObject({
    status: 'warning',
    items: [{ site_id: id, tip: expect.stringContaining('Ann isn’t an administrator there') }],
  })
  for (const of of ['slack', 'google-workspace', 'asana'])
    expect(await scanned(of), of).toMatchObject({ status: 'default', items: [{ value: 'Not connected' }] })
  await other.close()
  await vendor.close()
})

it('runs automatically every night and notifies its readers, once, of new failures', async () => {
  const nightly = api.app.jobs.find(({ name }) => name === 'scan.run-all')
  expect(nightly?.schedule).toBe('0 4 * * *')
  expect((await unread(eng)).filter(({ words }: { words: string }) => words.includes('Webhooks'))).toEqual([])
  await run('webhooks')
  await breakWebhooks()
  // A user has seen the failure before, but no notice was sent.
  await run('webhooks')
  await nightly?.run({})
  await nightly?.run({})
  for (const role of ['eng', 'adm'] as const) {
    const told = await unread(await api.as(role))
    expect(
      told.map(({ words }: { words: string }) => words.includes('Webhooks are alive')),
      role,
    ).toContain(true)
    expect(
      told.filter(({ words }: { words: string }) => words.includes('Webhooks are alive')),
      role,
    ).toHaveLength(1)
  }
  expect(await unread(await api.as('qa'))).toEqual([])
  const { data } = (await eng.get('/api/scan?function=webhooks')).body
  expect(data[0].features[0].functions[0]).toMatchObject({ status: 'error', ran_by: null })
})

it('notifies again after a function recovered and failed again', async () => {
  const nightly = api.app.jobs.find(({ name }) => name === 'scan.run-all')
  const told = async () =>
    (await unread(eng)).filter(({ words }: { words: string }) => words.includes('Webhooks are alive')).length
  await breakWebhooks()
  await nightly?.run({})
  const before = await told()
  expect(before).toBe(1)
  await eng.put('/api/scan/webhooks', { fix: 'restart-webhooks' })
  await nightly?.run({})
  expect(await told()).toBe(before)
  await breakWebhooks()
  await nightly?.run({})
  expect(await told()).toBe(before + 1)
})

it('runs once for several simultaneous requests', async () => {
  const asked = Promise.withResolvers<void>()
  const answers = Promise.withResolvers<void>()
  let looks = 0
  const deps = {
    db: api.database.db,
    clock: () => new Date(),
    log: { warn() {} },
  } as unknown as ConnectivityDeps
  const check: ScanCheck = {
    id: 'disk',
    name: 'Disk',
    async find() {
      looks += 1
      asked.resolve()
      await answers.promise
      return [{ label: 'Disk', value: `${looks}`, status: 'success' }]
    },
  }
  const runs = [runFunction(deps, check, null), runFunction(deps, check, null)]
  await asked.promise
  answers.resolve()
  await Promise.all(runs)
  await runFunction(deps, check, null)
  expect(looks).toBe(2)
})
