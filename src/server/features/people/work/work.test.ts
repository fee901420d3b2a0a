import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleEvents } from '../../../db/schema/articles.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'

let api: Api
let opm: Client
let qa: Client
beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  qa = await api.as('qa')
})
afterAll(() => api.close())

/** An article of an operations manager that changed so many minutes ago. */
async function piece(title: string, status: string, minutes: number, owner = opm) {
  const updatedAt = new Date(api.now().getTime() - minutes * 60_000)
  return buildArticle(api.database.db, { userId: owner.id, title, status, updatedAt })
}

type Piece = { title: string }
const titles = (nodes: Piece[]) => nodes.map(({ title }) => title)

test('a user’s work is the number of articles in each status, and the ten latest changes', async () => {
  for (let number = 1; number <= 9; number++) await piece(`Published ${number}`, 'published', 100 + number)
  const returned = await piece('Returned', 'returned', 1)
  await piece('Draft', 'draft', 2)
  await piece('Old', 'requested', 1000)
  await buildArticle(api.database.db, { userId: qa.id, title: 'By another user', status: 'requested' })
  const event = { articleId: returned.id, createdAt: api.now() }
  await api.database.db.insert(articleEvents).values([
    { ...event, userId: opm.id, action: 'requested' },
    { ...event, userId: qa.id, action: 'returned' },
  ])

  const { status, body } = await opm.get('/api/profile/work')
  expect(status).toBe(200)
  expect(body.statuses).toEqual([
    { status: 'draft', count: 1 },
    { status: 'published', count: 9 },
    { status: 'requested', count: 1 },
    { status: 'returned', count: 1 },
  ])
  expect(titles(body.nodes)).toEqual([
    'Returned',
    'Draft',
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => `Published ${number}`),
  ])
  expect(body.nodes[0]).toMatchObject({
    article_id: returned.id,
    status: 'returned',
    site_id: returned.siteId,
    last: { action: 'returned', user: { id: qa.id, first_name: 'Qa' } },
  })
  expect(body.nodes[1].last).toBeNull()
})

test('a user who manages users sees neither drafts nor counts of another [USER-031]', async () => {
  const eng = await api.as('eng')
  const owner = await api.as('opm', 2)
  await piece('Returned', 'returned', 1, owner)
  await piece('Draft', 'draft', 2, owner)
  const { body } = await eng.get(`/api/users/${owner.id}/work`)
  expect(titles(body)).toEqual(['Returned'])
  expect((await eng.get('/api/users/987654/work')).status).toBe(404)
  for (const who of [opm, qa, await api.as('wrt')])
    expect((await who.get(`/api/users/${owner.id}/work`)).status).toBe(403)
})

test('a user who requests nothing has no work to look at', async () => {
  expect((await (await api.as('wrt')).get('/api/profile/work')).status).toBe(403)
})
