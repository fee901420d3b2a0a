import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

let api: Api
let owner: Client
let siteId: number

beforeAll(async () => {
  api = await startApi()
  owner = await api.as('opm')
  siteId = (await owner.get('/api/sites')).body[0].site_id
})
afterAll(() => api.close())

const product = (over: object = {}) => ({
  asin: 'B0CQ77XWHE',
  name: 'Moka Lane',
  award: 'Best Overall',
  ...over,
})
const submit = (over: object = {}) =>
  owner.post('/api/articles', {
    siteId,
    keywords: ['kettle'],
    products: [product()],
    faqs: [],
    draft: false,
    ...over,
  })
const refusal = async (over: object) => {
  const { status, body } = await submit(over)
  return { status, message: body.validation?.body?.message, path: body.validation?.body?.keys?.[0] }
}

test('an article without a site is refused [ART-069]', async () => {
  const missing = { status: 400, message: 'Missing Site', path: 'siteId' }
  expect(await refusal({ siteId: undefined })).toEqual(missing)
  expect(await refusal({ siteId: 999_999 })).toEqual(missing)
})

test('an article without a keyword is refused [ART-070]', async () => {
  const missing = { status: 400, message: 'Missing keyword', path: 'keywords' }
  expect(await refusal({ keywords: [] })).toEqual(missing)
  expect(await refusal({ keywords: ['   '] })).toEqual(missing)
})

test.each([
  ['without an ASIN [ART-071]', { asin: '' }, 'Missing ASIN', 'asin'],
  ['whose ASIN is too short [ART-072]', { asin: 'B0CQ77XWH' }, 'ASIN must have 10 characters', 'asin'],
  ['whose ASIN is too long [ART-072]', { asin: 'B0CQ77XWHE1' }, 'ASIN must have 10 characters', 'asin'],
  ['without an award [ART-075]', { award: ' ' }, 'Missing award', 'award'],
  ['with an award of 31 characters [ART-076]', { award: 'a'.repeat(31) }, 'At most 30 characters', 'award'],
  ['without a name [ART-078]', { name: '' }, 'Missing name', 'name'],
  [
    'with a summary of 201 characters [ART-080]',
    { summary: 's'.repeat(201) },
    'At most 200 characters',
    'summary',
  ],
])('a product %s is refused', async (_what, over, message, field) => {
  expect(await refusal({ products: [product(over)] })).toEqual({
    status: 400,
    message,
    path: `products.0.${field}`,
  })
})

test('a repeated ASIN is refused, in upper or lower case [ART-074]', async () => {
  const products = [product(), product({ asin: 'b0cq77xwhe', name: 'Another' })]
  expect(await refusal({ products })).toEqual({
    status: 400,
    message: 'ASIN must be unique',
    path: 'products.1.asin',
  })
})

test('an ASIN is stored in upper case [ART-073]', async () => {
  const { body } = await submit({ products: [product({ asin: 'b0cq77xwhe' })] })
  expect(body.products[0].asin).toBe('B0CQ77XWHE')
})

test('a product needs no summary, and an award of 30 and a summary of 200 characters fit [ART-079]', async () => {
  expect((await submit()).status).toBe(201)
  const full = await submit({ products: [product({ award: 'a'.repeat(30), summary: 's'.repeat(200) })] })
  expect(full.body.products[0]).toMatchObject({ award: 'a'.repeat(30), summary: 's'.repeat(200) })
})

test('an FAQ without a question is refused [ART-081]', async () => {
  expect(await refusal({ faqs: [{ question: 'Is it loud?' }, { question: '' }] })).toEqual({
    status: 400,
    message: 'Missing question',
    path: 'faqs.1.question',
  })
})

test('a draft can be incomplete, but its values must be valid', async () => {
  const unfinished = await submit({
    draft: true,
    products: [{ asin: '', name: 'Only a name' }],
    faqs: [{ question: '' }],
  })
  expect(unfinished.status).toBe(201)
  expect((await submit({ draft: true, products: [{ asin: 'SHORT' }] })).status).toBe(400)
  expect((await submit({ draft: true, siteId: undefined })).body.validation.body.message).toBe('Missing Site')
})

test('every error names its field, so a form can mark them all', async () => {
  const { body } = await submit({
    products: [product({ asin: '', award: '', name: '' })],
    faqs: [{ question: '' }],
  })
  expect(body.message).toBe('celebrate request validation failed')
  expect(body.validation.body.keys).toEqual([
    'products.0.asin',
    'products.0.award',
    'products.0.name',
    'faqs.0.question',
  ])
})

test('an image address that a browser could not load safely is refused', async () => {
  for (const imageUrl of [
    'javascript:alert(1)',
    'http://pictures.example/a.jpg',
    '//pictures.example/a.jpg',
    'data:image/png;base64,AA',
    '/images/../secret',
  ]) {
    expect((await submit({ imageUrl })).status).toBe(400)
  }
})

test('field names with underscores are accepted too, and a product’s display name', async () => {
  const { status, body } = await owner.post('/api/articles', {
    site_id: siteId,
    image_url: 'https://pictures.example/b.jpg',
    keywords: [{ keyword: 'kettle' }],
    products: [{ asin: 'B0CQ77XWHE', display_name: 'Moka Lane', award: 'Best Overall' }],
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ site_id: siteId, image_url: 'https://pictures.example/b.jpg' })
  expect(body.products[0].name).toBe('Moka Lane')
})

test('a refused save changes nothing', async () => {
  const { body } = await submit()
  const answer = await owner.put(`/api/articles/${body.article_id}`, { products: [product({ asin: 'NO' })] })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect((await owner.get(`/api/articles/${body.article_id}`)).body).toEqual(body)
})

test('fields a save may not set stay unchanged', async () => {
  const { body } = await submit({
    draft: true,
    article_id: 7,
    status: 'approved',
    user_id: 1,
    qa_user_id: 1,
    version: 99,
    created_at: '2001-01-01',
    wordpress_id: 5,
    gid: 'x',
  })
  expect(body).toMatchObject({
    status: 'draft',
    user_id: owner.id,
    qa_user: null,
    version: 1,
    wordpress_id: null,
    gid: null,
  })
  expect(body.created_at.startsWith('2001')).toBe(false)
})
