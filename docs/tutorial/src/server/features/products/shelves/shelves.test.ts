import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, startApi } from '../../../testing/api.ts'

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

it('a new shelf is listed by name', async () => {
  const admin = await api.as('adm')
  for (const name of ['Kettles', 'Blenders']) {
    expect((await admin.post('/api/shelves', { name })).status).toBe(201)
  }
  expect((await admin.get('/api/shelves')).body).toMatchObject({
    nodes: [{ name: 'Blenders' }, { name: 'Kettles' }],
    totalCount: 2,
  })
})
