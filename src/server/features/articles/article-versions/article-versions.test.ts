import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

let api: Api
let owner: Client
let validator: Client

beforeAll(async () => {
  api = await startApi()
  owner = await api.as('opm')
  validator = await api.as('qa')
})
afterAll(() => api.close())

const product = { asin: 'B0KETTLE01', name: 'Kettle', award: 'Best Overall', summary: 'Quick.' }

async function requested(values: object = {}) {
  const body = {
    siteId: 1,
    keywords: ['kettle'],
    title: 'The best kettle',
    products: [product],
    faqs: [{ question: 'Is it loud?' }],
    ...values,
  }
  const answer = await owner.post('/api/articles', body)
  expect(answer.status).toBe(201)
  return answer.body.article_id as number
}

describe('the versions of an article', () => {
  it('list every save with user, time and changes, the newest first', async () => {
    const id = await requested({ draft: true })
    await owner.put(`/api/articles/${id}`, { title: 'Kettles', draft: true })
    await owner.put(`/api/articles/${id}`, { intro: 'Nine boiled.', draft: false })
    await validator.put(`/api/articles/${id}`, { products: [{ ...product, award: 'Best Quick' }] })
    const { nodes: body, before } = (await owner.get(`/api/articles/${id}/versions`)).body
    expect(before).toBeNull()
    expect(body.map((entry: { changes: unknown }) => entry.changes)).toEqual([
      [{ field: 'Product 1 · Award', before: 'Best Overall', after: 'Best Quick' }],
      [{ field: 'Intro', before: null, after: 'Nine boiled.' }],
      [{ field: 'Title', before: 'The best kettle', after: 'Kettles' }],
      [],
    ])
    expect(body.map((entry: { user: { id: number } }) => entry.user.id)).toEqual([
      validator.id,
      owner.id,
      owner.id,
      owner.id,
    ])
    expect(Date.parse(body[0].created_at)).toBeGreaterThanOrEqual(Date.parse(body[3].created_at))
  })

  it('come fifty at a time, and each page says where to go on', async () => {
    const id = await requested({ draft: true })
    for (let save = 1; save <= 119; save += 1)
      await owner.put(`/api/articles/${id}`, { title: `Title ${save}`, draft: true })
    const pages: { title: string | null }[][] = []
    for (let before: number | null | undefined; before !== null; ) {
      const query = before === undefined ? '' : `?before=${before}`
      const { body } = await owner.get(`/api/articles/${id}/versions${query}`)
      pages.push(
        body.nodes.map(({ changes }: { changes: { after: string }[] }) => ({
          title: changes[0]?.after ?? null,
        })),
      )
      before = body.before
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20])
    const titles = Array.from({ length: 119 }, (_, index) => ({ title: `Title ${119 - index}` }))
    expect(pages.flat()).toEqual([...titles, { title: null }])
    for (const before of ['0', 'x', '-1'])
      expect((await owner.get(`/api/articles/${id}/versions?before=${before}`)).status).toBe(400)
  })

  it('do not exist for other users’ drafts', async () => {
    const id = await requested({ draft: true })
    expect((await validator.get(`/api/articles/${id}/versions`)).status).toBe(404)
    expect((await validator.get(`/api/articles/${id}/changes`)).status).toBe(404)
  })
})

describe('the changes since the last return', () => {
  it('are none before the first return, and afterwards every field that differs, over several saves', async () => {
    const id = await requested()
    const changes = async () => (await validator.get(`/api/articles/${id}/changes`)).body
    expect(await changes()).toEqual({ returned_at: null, changes: [], before: null })

    await validator.patch(`/api/articles/validate/${id}`, { command: 'return', reason: 'Check the ASIN.' })
    const { returned_at, changes: none } = await changes()
    expect([typeof returned_at, none]).toEqual(['string', []])

    await owner.put(`/api/articles/${id}`, { products: [{ ...product, asin: 'B0KETTLE02' }] })
    await owner.put(`/api/articles/${id}`, { title: 'Kettles, checked' })
    const { body: article } = await owner.get(`/api/articles/${id}`)
    await owner.patch(`/api/articles/resubmit/${id}`, {
      articleReturnId: article.returns[0].article_return_id,
    })
    const since = await changes()
    expect(since.before).toMatchObject({
      title: 'The best kettle',
      keywords: [expect.any(String)],
      products: [{ asin: 'B0KETTLE01' }],
    })
    expect(since.changes).toEqual([
      { field: 'Title', before: 'The best kettle', after: 'Kettles, checked' },
      { field: 'Product 1 · ASIN', before: 'B0KETTLE01', after: 'B0KETTLE02' },
    ])
  })

  it('count from the latest return, without the reviewer’s own earlier changes', async () => {
    const id = await requested()
    const send = async (reason: string) => {
      await validator.patch(`/api/articles/validate/${id}`, { command: 'return', reason })
    }
    await send('First.')
    await owner.put(`/api/articles/${id}`, { title: 'Second try' })
    const { body } = await owner.get(`/api/articles/${id}`)
    await owner.patch(`/api/articles/resubmit/${id}`, { articleReturnId: body.returns[0].article_return_id })
    await validator.put(`/api/articles/${id}`, { intro: 'By the reviewer.' })
    await send('Second.')
    await owner.put(`/api/articles/${id}`, { notes: 'Done.' })
    const { body: since } = await validator.get(`/api/articles/${id}/changes`)
    expect(since.changes).toEqual([{ field: 'Notes', before: null, after: 'Done.' }])
  })
})
