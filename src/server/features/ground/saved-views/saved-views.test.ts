import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'

let api: Api
let opm: Client
let qa: Client
beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  qa = await api.as('qa')
})
beforeEach(async () => {
  await api.database.pool.query('delete from starts; delete from saved_views')
})
afterAll(() => api.close())

const view = (name: string, more: object = {}) => ({
  screen: 'keywords',
  name,
  search: 'tracked=true&sort=keyword',
  ...more,
})
const save = async (body: object, client = opm) => client.post('/api/saved-views', body)
const names = async (client = opm, screen = 'keywords') =>
  (await client.get(`/api/saved-views?screen=${screen}`)).body.map(({ name }: { name: string }) => name)

it('a view is saved with its address, and found by its owner on its screen', async () => {
  const { status, body } = await save(view('  Tracked  '))
  expect([status, body]).toEqual([
    201,
    {
      view_id: expect.any(Number),
      screen: 'keywords',
      name: 'Tracked',
      search: 'tracked=true&sort=keyword',
      is_team: false,
      owner: { id: opm.id, first_name: 'Opm', last_name: 'One', username: opm.username },
      is_own: true,
    },
  ])
  await save(view('Élan'))
  await save(view('zoo'))
  await save(view('Elsewhere', { screen: 'reports' }))
  expect(await names()).toEqual(['Élan', 'Tracked', 'zoo'])
  expect(await names(opm, 'reports')).toEqual(['Elsewhere'])
})

it('a private view belongs to its owner alone; a team’s view is for everybody to use and for its owner to change', async () => {
  const own = (await save(view('Private'))).body.view_id
  const team = (await save(view('For all', { is_team: true }))).body.view_id
  const { body: seen } = await qa.get('/api/saved-views?screen=keywords')
  expect(seen).toMatchObject([{ view_id: team, is_own: false, owner: { id: opm.id } }])
  for (const [id, status] of [
    [own, 404],
    [team, 403],
    [999_999, 404],
  ]) {
    expect((await qa.put(`/api/saved-views/${id}`, view('Taken over'))).status).toBe(status)
    expect((await qa.delete(`/api/saved-views/${id}`)).status).toBe(status)
  }
  const changed = await opm.put(`/api/saved-views/${team}`, view('Mine again', { search: 'a=b' }))
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { name: 'Mine again', search: 'a=b', is_team: false },
  ])
  expect(await names(qa)).toEqual([])
  expect((await opm.delete(`/api/saved-views/${own}`)).status).toBe(204)
  expect(await names()).toEqual(['Mine again'])
})

it('a person has each name once per screen, in any spelling; others may have it too', async () => {
  await save(view('Weekly'))
  const again = await save(view('WEEKLY'))
  expect([again.status, again.body.message]).toEqual([409, 'You already have a view “WEEKLY”.'])
  expect((await save(view('Weekly', { screen: 'reports' }))).status).toBe(201)
  expect((await save(view('Weekly'), qa)).status).toBe(201)
  const other = (await save(view('Monthly'))).body.view_id
  expect((await opm.put(`/api/saved-views/${other}`, view('weekly'))).status).toBe(409)
  expect((await opm.put(`/api/saved-views/${other}`, view('MONTHLY'))).status).toBe(200)
  const raced = await Promise.all(Array.from({ length: 10 }, () => save(view('Raced'))))
  expect(raced.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
})

it('a person has at most fifty views, also when they come at once', async () => {
  for (let number = 0; number < 45; number++) await save(view(`View ${number}`))
  const answers = await Promise.all(Array.from({ length: 10 }, (_, number) => save(view(`More ${number}`))))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(5).fill(422)])
  expect(await names()).toHaveLength(50)
  expect((await save(view('Mine'), qa)).status).toBe(201)
})

it('an invalid view is refused', async () => {
  for (const wrong of [
    { name: ' ' },
    { name: 'x'.repeat(61) },
    { search: 'x'.repeat(2001) },
    { search: 'javascript:alert(1)' },
    { search: 'a=b\nc' },
    { screen: 'users' },
  ])
    expect((await save(view('Fine', wrong))).status).toBe(400)
  expect((await opm.get('/api/saved-views')).status).toBe(400)
})

const start = async (client = opm) => (await client.get('/api/saved-views/start')).body
const choose = (screen: string, view_id: number | null, client = opm) =>
  client.put('/api/saved-views/start', { screen, view_id })

it('after signing in a person finds Keywords Summary as it is, or the view or the queue that they have chosen', async () => {
  expect(await start()).toEqual({ chosen: null, screen: 'keywords', search: '' })
  const own = (await save(view('Mine'))).body.view_id
  const shown = { screen: 'keywords', search: 'tracked=true&sort=keyword' }
  const chosen = await choose('keywords', own)
  expect([chosen.status, chosen.body]).toEqual([
    200,
    { chosen: { screen: 'keywords', view_id: own }, ...shown },
  ])
  expect(await start(qa)).toMatchObject({ chosen: null })
  await opm.put(`/api/saved-views/${own}`, view('Mine', { search: 'sort=moved' }))
  expect(await start()).toMatchObject({ search: 'sort=moved' })
  await choose('pendingArticles', null)
  expect(await start()).toMatchObject({ screen: 'pendingArticles', search: '' })
  await choose('keywords', own)
  await opm.delete(`/api/saved-views/${own}`)
  expect(await start()).toEqual({ chosen: null, screen: 'keywords', search: '' })
  const { rows } = await api.database.pool.query(
    "select label from audit_entries where act = 'view.chosen' and actor_id = $1",
    [opm.id],
  )
  expect(new Set(rows.map(({ label }) => label))).toEqual(new Set(['Mine', 'My Pending Articles']))
})

it('another user’s view can be chosen while the team shares it, and one of another screen never', async () => {
  const team = (await save(view('For all', { is_team: true }))).body.view_id
  const own = (await save(view('Private'))).body.view_id
  const report = (await save(view('Report', { screen: 'reports', is_team: true }))).body.view_id
  for (const id of [own, 999_999]) expect((await choose('keywords', id, qa)).status).toBe(400)
  for (const [screen, id] of [
    ['keywords', report],
    ['pendingArticles', team],
    ['reports', null],
  ] as const)
    expect((await choose(screen, id)).status).toBe(400)
  await choose('keywords', team, qa)
  expect(await start(qa)).toMatchObject({ search: 'tracked=true&sort=keyword' })
  await opm.put(`/api/saved-views/${team}`, view('For all', { is_team: false }))
  expect(await start(qa)).toEqual({
    chosen: { screen: 'keywords', view_id: null },
    screen: 'keywords',
    search: '',
  })
})

it('a user with an article returned since their last visit finds their articles first', async () => {
  const { db, pool } = api.database
  const site = await buildSite(db)
  const owner = await api.as('opm', 2)
  const { id } = await buildArticle(db, { userId: owner.id, siteId: site.id, status: 'returned' })
  const sent = (ago: string) =>
    pool.query(
      `insert into article_returns (article_id, user_id, kind, reason, created_at)
        values ($1, $2, 'return', 'Please say which one', $3::timestamptz - $4::interval)`,
      [id, qa.id, api.now().toISOString(), ago],
    )
  expect(await start(owner)).toMatchObject({ screen: 'keywords' })
  await sent('5 days')
  expect(await start(owner)).toMatchObject({ chosen: null, screen: 'pendingArticles', search: '' })
  expect(await start(opm)).toMatchObject({ screen: 'keywords' })
  await pool.query(
    `insert into visits (user_id, role_id, path, created_at, last_at)
      values ($1, 'opm', '/keywords', $2::timestamptz - interval '2 days', $2::timestamptz - interval '2 days')`,
    [owner.id, api.now().toISOString()],
  )
  expect(await start(owner)).toMatchObject({ screen: 'keywords' })
  await sent('1 hour')
  expect(await start(owner)).toMatchObject({ screen: 'pendingArticles' })
  await pool.query('update article_returns set answered_at = now() where article_id = $1', [id])
  expect(await start(owner)).toMatchObject({ screen: 'keywords' })
})

it('views of a screen are for those who may open it', async () => {
  const writer = await api.as('wrt')
  const research = view('Grinders', { screen: 'keywordResearch', search: 'keyword=grinder', is_team: true })
  expect((await save(research, writer)).status).toBe(201)
  expect(await names(opm, 'keywordResearch')).toEqual(['Grinders'])
  for (const screen of ['keywords', 'keywordOpportunities', 'productSearch']) {
    expect((await save(view('No', { screen }), writer)).status).toBe(403)
    expect((await writer.get(`/api/saved-views?screen=${screen}`)).status).toBe(403)
    expect((await save(view('Yes', { screen }))).status).toBe(201)
  }
  const [{ view_id: id }] = (await writer.get('/api/saved-views?screen=keywordResearch')).body
  expect((await writer.put(`/api/saved-views/${id}`, view('Grinders'))).status).toBe(403)
})
