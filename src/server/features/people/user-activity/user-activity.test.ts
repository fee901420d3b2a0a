import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { REMOVE_OLD } from '../../../kernel/retention/removal-store.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildVisit } from '../../../testing/builders.ts'

let api: Api
let opm: Client
let qa: Client
let adm: Client
beforeAll(async () => {
  api = await startApi({ ORG_TZ: 'America/New_York' })
  opm = await api.as('opm')
  qa = await api.as('qa')
  adm = await api.as('adm')
  // The cache of totals expires by this clock, however busy the machine is.
  api.stopClock()
})
beforeEach(async () => {
  await api.database.pool.query('delete from visits')
  // Beyond the lifetime of cached totals, including the time in which they are still served stale.
  api.advance(6001)
})
afterAll(() => api.close())

const visit = (client: Client, url: string, restObject?: object) =>
  client.post('/api/user-activity', { url, restObject })

async function stored() {
  const { rows } = await api.database.pool.query('select * from visits order by id')
  return rows
}
const log = async (query = '') => (await adm.get(`/api/user-activity?${query}`)).body

test('a visit is recorded for the signed-in user, even if the body names another [ACT-010]', async () => {
  for (const userId of [qa.id, 0, -1, 'adm', null, { id: adm.id }, [adm.id]]) {
    const body = { userId, url: 'http://localhost:3000/keywords?page=2', restObject: { page: 2 } }
    const { status } = await opm.post('/api/user-activity', body)
    expect(status).toBe(204)
  }
  expect(await stored()).toMatchObject([
    { user_id: opm.id, role_id: 'opm', path: '/keywords', rest: { page: 2 }, count: 7 },
  ])
})

test('a visitor without a session, or after it, stores nothing', async () => {
  const request = {
    method: 'POST',
    url: '/api/user-activity',
    payload: { userId: adm.id, url: '/keywords' },
  } as const
  expect((await api.visitor.send(request)).status).toBe(204)
  const headers = { authorization: 'Bearer nonsense' }
  expect((await api.visitor.send({ ...request, headers })).status).toBe(204)
  expect(await stored()).toEqual([])
})

test('tokens of links are never stored, nor anything of their screens', async () => {
  const token = 'T0ken-that-must-not-be-stored'
  for (const address of [
    `/confirmation/${token}`,
    `/reset-password/${token}/`,
    `/reset-password/${token}?x=1`,
    `/confirmation?token=${token}`,
    `/RESET-PASSWORD/${token}`,
    `/keywords?token=${token}`,
    `/keywords#${token}`,
    `https://evil.example/reset-password/${token}`,
  ]) {
    const route = `/keywords?a=1&resetToken=${token}#token=${token}`
    const rest = { token, route, from: address, params: { resetToken: token } }
    expect((await visit(opm, address, rest)).status).toBe(204)
  }
  const rows = await stored()
  expect(rows.map(({ path }) => path)).toEqual(['/keywords'])
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('only our own screens are recorded, by their pattern', async () => {
  const addresses = {
    '/users/12': '/users/$id',
    '/users': '/users',
    '/preview/aa/77': '/preview/$site/$id',
    '/articles/pending': '/articles/pending',
    '/articles/': '/articles',
    'http://localhost:3000/reports?range=7': '/reports',
    '/': '/',
  }
  for (const url of Object.keys(addresses)) await visit(opm, url)
  for (const url of [
    '/nothing',
    '/users/1/2',
    '/api/users',
    '',
    'http://',
    '/%',
    '/keywords/../../etc',
    'x:y',
  ]) {
    expect((await visit(opm, url)).status).toBe(204)
  }
  expect((await stored()).map(({ path }) => path)).toEqual(Object.values(addresses))
})

test('details are kept up to two kilobytes, without apparent secrets and unstorable characters', async () => {
  let deep: object = { a: 1 }
  for (let level = 0; level < 100; level++) deep = { deep }
  const cases: [object, object][] = [
    [
      { route: '/keywords', params: { page: 1 } },
      { route: '/keywords', params: { page: 1 } },
    ],
    [{ password: 'x', accessToken: 'x', a: { secret: 1, b: 2 } }, { a: { b: 2 } }],
    [{ text: 'a'.repeat(2030) }, { text: 'a'.repeat(2030) }],
    [{ text: 'a'.repeat(2048) }, {}],
    [{ text: 'a\0b' }, {}],
    [{ text: '\ud800' }, {}],
    [{ '\udfff': 1 }, {}],
    [{ text: '😍 Ω' }, { text: '😍 Ω' }],
    [deep, {}],
  ]
  for (const [sent, kept] of cases) {
    await api.database.pool.query('delete from visits')
    expect((await visit(opm, '/keywords', sent)).status).toBe(204)
    expect((await stored()).map(({ rest }) => rest)).toEqual([kept])
  }
})

test('visits of one screen within a minute of each other are one row with their number', async () => {
  await visit(opm, '/keywords')
  api.advance(50_000)
  await visit(opm, '/keywords?page=2')
  await visit(opm, '/reports')
  await visit(qa, '/keywords')
  api.advance(50_000)
  await visit(opm, '/keywords')
  api.advance(MINUTE_MS)
  await visit(opm, '/keywords')
  const rows = await stored()
  expect(rows.map(({ user_id, path, count }) => [user_id, path, count])).toEqual([
    [opm.id, '/keywords', 3],
    [opm.id, '/reports', 1],
    [qa.id, '/keywords', 1],
    [opm.id, '/keywords', 1],
  ])
})

test('twenty visits at once are one row that counts twenty', async () => {
  await Promise.all(Array.from({ length: 20 }, () => visit(opm, '/keywords')))
  expect((await stored()).map(({ count }) => count)).toEqual([20])
})

test('a visit counts for the role that the person had then', async () => {
  const admin = await api.as('adm', 2)
  await visit(qa, '/keywords')
  const { body: user } = await admin.get(`/api/users/${qa.id}`)
  expect((await admin.put(`/api/users/${qa.id}`, { ...user, role_id: 'eng' })).status).toBe(200)
  await visit(qa, '/keywords')
  expect((await stored()).map(({ role_id }) => role_id)).toEqual(['qa', 'eng'])
  await admin.put(`/api/users/${qa.id}`, { ...user, role_id: 'qa' })
})

/** Visits around the days of March 2026 in New York, with the change to daylight saving time on the 8th. */
async function marchVisits() {
  const { db } = api.database
  const at = (createdAt: string, values: object = {}) =>
    buildVisit(db, { userId: opm.id, createdAt: new Date(createdAt), ...values })
  await at('2026-03-01T04:59:59Z', { path: '/reports' }) // 28 February, 23:59
  await at('2026-03-01T05:00:00Z') // 1 March, 00:00
  await at('2026-03-03T04:59:59Z', { userId: qa.id, roleId: 'qa', count: 5 }) // 2 March, 23:59
  await at('2026-03-03T05:00:00Z', { userId: qa.id, roleId: 'qa', path: '/reports' }) // 3 March, 00:00
  await at('2026-03-09T03:59:59Z', { path: '/users' }) // 8 March, 23:59
  await at('2026-03-09T04:00:00Z', { path: '/users', roleId: 'wrt' }) // 9 March, 00:00
}

type Row = { created_at: string; path: string; count: number; role_id: string; user: { id: number } }
const times = (body: { data: Row[] }) => body.data.map(({ created_at }) => created_at.slice(5, 16))

test('the log has the newest first, with who, where, when and how often [ACT-009] [ACT-012]', async () => {
  await marchVisits()
  const body = await log()
  expect(Object.keys(body).sort()).toEqual(['data', 'pageInfo'])
  expect(body.pageInfo).toEqual({ total: 6, visits: 10 })
  expect(body.data).toHaveLength(6)
  expect(body.data[3]).toEqual({
    id: expect.any(Number),
    user: { id: qa.id, first_name: 'Qa', last_name: 'One' },
    role_id: 'qa',
    path: '/keywords',
    created_at: '2026-03-03T04:59:59.000Z',
    count: 5,
  })
  const sorted = [...times(body)].sort().reverse()
  expect(times(body)).toEqual(sorted)
})

test('the log is filtered by days of the organisation, both ends included [ACT-011]', async () => {
  await marchVisits()
  expect(times(await log('startDate=2026-03-01&endDate=2026-03-02'))).toEqual(['03-03T04:59', '03-01T05:00'])
  expect(times(await log('startDate=2026-3-1&endDate=2026-3-1'))).toEqual(['03-01T05:00'])
  expect(times(await log('startDate=2026-03-08&endDate=2026-03-08'))).toEqual(['03-09T03:59'])
  expect(times(await log('endDate=2026-02-28'))).toEqual(['03-01T04:59'])
  expect(times(await log('startDate=2026-03-09'))).toEqual(['03-09T04:00'])
  expect(await log('startDate=2026-03-02&endDate=2026-03-01')).toEqual({
    data: [],
    pageInfo: { total: 0, visits: 0 },
  })
})

test('the log is filtered by user and by role, together and alone, and counts its rows and visits [ACT-011]', async () => {
  await marchVisits()
  const byUser = await log(`userId=${qa.id}`)
  expect(byUser.pageInfo).toEqual({ total: 2, visits: 6 })
  expect(byUser.data.map(({ user }: Row) => user.id)).toEqual([qa.id, qa.id])
  const byRole = await log('role=wrt')
  expect(byRole.data.map(({ role_id, user }: Row) => [role_id, user.id])).toEqual([['wrt', opm.id]])
  expect((await log(`userId=${qa.id}&role=opm`)).pageInfo.total).toBe(0)
  expect((await log('role=qa&endDate=2026-03-02')).pageInfo.total).toBe(1)
})

test('the log comes twenty at a time, or by any number up to two hundred [ACT-008] [ACT-011]', async () => {
  for (let each = 0; each < 45; each++) {
    const createdAt = new Date(Date.UTC(2026, 3, 1, 12, each % 3))
    await buildVisit(api.database.db, { userId: opm.id, createdAt })
  }
  expect((await log()).data).toHaveLength(20)
  const pages = [
    await log('limit=20&offset=0'),
    await log('limit=20&offset=20'),
    await log('limit=20&offset=40'),
  ]
  expect(pages.map(({ data, pageInfo }) => [data.length, pageInfo.total])).toEqual([
    [20, 45],
    [20, 45],
    [5, 45],
  ])
  expect(new Set(pages.flatMap(({ data }) => data.map(({ id }: { id: number }) => id))).size).toBe(45)
  for (const query of ['limit=0', 'limit=201', 'offset=-1', 'role=boss', 'userId=x', 'startDate=soon']) {
    expect((await adm.get(`/api/user-activity?${query}`)).status, query).toBe(400)
  }
})

test('visits are counted per role and per screen, the most first, under the same filters [ACT-013] [ACT-014]', async () => {
  await marchVisits()
  const stats = async (query = '') => (await adm.get(`/api/user-activity/stats?${query}`)).body.stats
  const paths = async (query = '') => (await adm.get(`/api/user-activity/path/stats?${query}`)).body.stats
  expect(await stats()).toEqual([
    { role: 'qa', label: 'QA', count: 6 },
    { role: 'opm', label: 'Operations manager', count: 3 },
    { role: 'wrt', label: 'Writer', count: 1 },
  ])
  expect(await paths()).toEqual([
    { path: '/keywords', count: 6 },
    { path: '/reports', count: 2 },
    { path: '/users', count: 2 },
  ])
  expect(await stats(`userId=${opm.id}&endDate=2026-03-01`)).toEqual([
    { role: 'opm', label: 'Operations manager', count: 2 },
  ])
  expect(await paths('role=qa&startDate=2026-03-03')).toEqual([{ path: '/reports', count: 1 }])
})

test('visits older than ninety days are kept as one row per person, role, screen and day [D140]', async () => {
  const { db } = api.database
  const later = (day: number) => new Date(api.now().getTime() - day * 24 * 60 * MINUTE_MS)
  await marchVisits()
  const march = (iso: string, values: object = {}) =>
    buildVisit(db, { userId: opm.id, createdAt: new Date(iso), rest: { page: 2 }, ...values })
  await march('2026-03-01T18:00:00Z', { count: 4 }) // 1 March again: joins the one of 00:00
  await march('2026-03-01T19:00:00Z', { roleId: 'qa' })
  await march('2026-03-01T19:00:00Z', { userId: qa.id })
  await march('2026-03-02T04:59:59Z', { count: 2 }) // 1 March, 23:59
  const young = await buildVisit(db, { userId: opm.id, createdAt: later(89), rest: { page: 3 } })
  await buildVisit(db, { userId: opm.id, createdAt: later(89) })
  const statsBefore = (await adm.get('/api/user-activity/path/stats')).body.stats
  await api.runJob(REMOVE_OLD)
  const rows = await stored()
  const firstOfMarch = rows.filter(({ created_at }) => created_at.toISOString().startsWith('2026-03-01T'))
  expect(firstOfMarch.map((row) => [row.path, row.user_id, row.role_id, row.count, row.rest]).sort()).toEqual(
    [
      ['/keywords', opm.id, 'opm', 7, {}],
      ['/keywords', opm.id, 'qa', 1, {}],
      ['/keywords', qa.id, 'opm', 1, {}],
      ['/reports', opm.id, 'opm', 1, {}],
    ].sort(),
  )
  expect(rows).toHaveLength(10)
  expect(rows.find(({ id }) => id === young.id)).toMatchObject({ is_daily: false, rest: { page: 3 } })
  expect((await adm.get('/api/user-activity/path/stats')).body.stats).toEqual(statsBefore)
  await api.runJob(REMOVE_OLD)
  expect(await stored()).toEqual(rows)
})

test('the total of the log is counted once for a few seconds, with any number of reads', async () => {
  await buildVisit(api.database.db, { userId: opm.id })
  expect((await log('role=opm')).pageInfo.total).toBe(1)
  await buildVisit(api.database.db, { userId: opm.id })
  const again = await log('role=opm')
  expect([again.data.length, again.pageInfo.total]).toEqual([2, 1])
  // An older total is served stale while it is recounted.
  api.advance(3001)
  expect((await log('role=opm')).pageInfo.total).toBe(1)
  await expect.poll(async () => (await log('role=opm')).pageInfo.total).toBe(2)
})

test('visits are counted by day and role, days without any included, by the organisation’s clocks', async () => {
  const { db } = api.database
  // In New York the first of these is still on the 9th.
  await buildVisit(db, {
    userId: opm.id,
    roleId: 'opm',
    createdAt: new Date('2026-03-10T03:00:00Z'),
    count: 4,
  })
  await buildVisit(db, { userId: qa.id, roleId: 'qa', createdAt: new Date('2026-03-09T15:00:00Z'), count: 2 })
  await buildVisit(db, { userId: qa.id, roleId: 'qa', createdAt: new Date('2026-03-11T15:00:00Z') })
  const days = async (query: string) => (await adm.get(`/api/user-activity/day/stats?${query}`)).body.stats
  expect(await days('startDate=2026-03-09&endDate=2026-03-11')).toEqual([
    {
      day: '2026-03-09',
      count: 6,
      roles: [
        { role: 'opm', count: 4 },
        { role: 'qa', count: 2 },
      ],
    },
    { day: '2026-03-10', count: 0, roles: [] },
    { day: '2026-03-11', count: 1, roles: [{ role: 'qa', count: 1 }] },
  ])
  expect(await days(`startDate=2026-03-09&endDate=2026-03-09&userId=${opm.id}`)).toMatchObject([{ count: 4 }])
  expect(await days('startDate=2026-03-11&endDate=2026-03-09')).toEqual([])
})

test('days default to those of the last month, and never span more than a year', async () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(api.now())
  const { body: usual } = await adm.get('/api/user-activity/day/stats')
  expect([usual.stats.length, usual.stats.at(-1).day]).toEqual([30, today])
  const { body: long } = await adm.get('/api/user-activity/day/stats?startDate=1999-01-01&endDate=2026-03-11')
  expect([long.stats.length, long.stats.at(-1).day]).toEqual([366, '2026-03-11'])
})
