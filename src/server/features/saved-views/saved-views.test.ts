import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../testing/api.ts'

let api: Api
let opm: Client
let qa: Client
beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  qa = await api.as('qa')
})
beforeEach(async () => {
  await api.database.pool.query('delete from saved_views')
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
      isTeam: false,
      owner: { id: opm.id, first_name: 'Opm', last_name: 'One', username: opm.username },
      isOwn: true,
    },
  ])
  await save(view('Élan'))
  await save(view('zoo'))
  await save(view('Elsewhere', { screen: 'reports' }))
  expect(await names()).toEqual(['Élan', 'Tracked', 'zoo'])
  expect(await names(opm, 'reports')).toEqual(['Elsewhere'])
})

it('a private view is its owner’s alone; a team’s view is everybody’s to use and its owner’s to change', async () => {
  const own = (await save(view('Private'))).body.view_id
  const team = (await save(view('For all', { isTeam: true }))).body.view_id
  const { body: seen } = await qa.get('/api/saved-views?screen=keywords')
  expect(seen).toMatchObject([{ view_id: team, isOwn: false, owner: { id: opm.id } }])
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
    { name: 'Mine again', search: 'a=b', isTeam: false },
  ])
  expect(await names(qa)).toEqual([])
  expect((await opm.delete(`/api/saved-views/${own}`)).status).toBe(204)
  expect(await names()).toEqual(['Mine again'])
})

it('a person has each name once per screen, however it is written; others may have it too', async () => {
  await save(view('Weekly'))
  const again = await save(view('WEEKLY'))
  expect([again.status, again.body.message]).toEqual([409, 'You have a view “WEEKLY” already.'])
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

it('what is no view is refused', async () => {
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
