import { expect, test } from 'vitest'
import { type ArticleForm, FormBody, faultsOf, Products } from './form.ts'

const product = (over: object = {}) => ({
  asin: 'B0CQ77XWHE',
  name: 'Moka Lane',
  award: 'Best Overall',
  summary: '',
  ...over,
})
const form = (over: Partial<ArticleForm> = {}): ArticleForm => ({
  siteId: 1,
  keywords: [{ keyword: 'kettle' }],
  title: 'Kettles',
  products: [product()],
  faqs: [{ question: 'Is it loud?' }],
  ...over,
})

test('a complete article has no fault, and needs neither products nor questions', () => {
  expect(faultsOf(form(), false)).toEqual([])
  expect(faultsOf(form({ products: [], faqs: [] }), false)).toEqual([])
})

test('an ASIN has only letters and digits, in a draft too [ART-072]', () => {
  for (const isDraft of [true, false])
    for (const asin of ['B0CQ77-WHE', ' B0CQ77XWH', 'b0cq77xwhe'])
      expect(faultsOf(form({ products: [product({ asin })] }), isDraft)).toEqual([
        { path: 'products.0.asin', message: 'ASIN may only have letters and digits' },
      ])
})

test('an ASIN that is too short is a fault of a draft, even in an otherwise empty row [ART-072]', () => {
  const row = { asin: 'B0CQ', name: '', award: '', summary: '' }
  expect(faultsOf(form({ products: [row] }), true)).toEqual([
    { path: 'products.0.asin', message: 'ASIN must have 10 characters' },
  ])
})

test('a draft may have empty rows, and several without an ASIN', () => {
  const blank = { asin: '', name: '', award: '', summary: '' }
  const begun = [{ name: 'Kettle' }, { award: 'Best' }, { summary: 'It pours.' }].map((over) => ({
    ...blank,
    ...over,
  }))
  const unfinished = form({ products: [blank, ...begun, blank], faqs: [{ question: '' }] })
  expect(faultsOf(unfinished, true)).toEqual([])
  expect(faultsOf(form({ products: [blank] }), false).map(({ path }) => path)).toEqual([
    'products.0.asin',
    'products.0.award',
    'products.0.name',
  ])
})

test('one keyword is enough, by its number or its words, even beside blank rows [ART-070]', () => {
  const missing = [{ path: 'keywords', message: 'Missing keyword' }]
  for (const known of [{ keyword_id: 7 }, { keyword_id: 7, keyword: '' }])
    expect(faultsOf(form({ keywords: [{ keyword: '' }, known] }), true)).toEqual([])
  expect(faultsOf(form({ keywords: [{ keyword: '' }, { keyword: 'kettle' }] }), false)).toEqual([])
  for (const keywords of [[], [{ keyword: '' }]]) expect(faultsOf(form({ keywords }), true)).toEqual(missing)
})

const body = (over: object) =>
  FormBody.safeParse({
    siteId: 1,
    keywords: ['kettle'],
    title: 'Kettles',
    imageUrl: null,
    intro: null,
    notes: null,
    products: [],
    faqs: [],
    draft: true,
    ...over,
  })

test.each([
  '',
  '/images/kettle-2.png',
  'https://pictures.example/a.jpg',
  'http://localhost/bucket/a.jpg',
  'http://localhost:9000/bucket/a.jpg',
  'http://127.0.0.1:9000/a.jpg',
])('a picture may be at “%s”', (imageUrl) => {
  expect(body({ imageUrl }).success).toBe(true)
})

test.each([
  '/images/',
  '/images/a b.png',
  'see /images/kettle.png',
  'https:///a.jpg',
  'see https://pictures.example/a.jpg',
  'http://localhost',
  'http://localhost:port/a.jpg',
  'http://localhost.example/a.jpg',
  'http://127.0.0.1/',
  'see http://localhost/a.jpg',
  'http://localhost/a b.jpg',
])('a picture may not be at “%s”', (imageUrl) => {
  const { error } = body({ imageUrl })
  expect(error?.issues.map(({ message }) => message)).toEqual(['The image address must begin with https://'])
})

test('form values are trimmed, and keywords are normalized', () => {
  const { data } = body({
    keywords: [{ keyword: '  Quiet   Kettle ' }, ' tea pot ', { keyword_id: 7 }],
    title: ' Kettles ',
    products: [{ asin: ' b0cq77xwhe ', name: ' Moka ', award: ' Best ', summary: ' It pours. ' }, {}],
    faqs: [{ question: ' Is it loud? ' }, {}],
  })
  expect(data).toMatchObject({
    keywords: [{ keyword: 'Quiet Kettle' }, { keyword: 'tea pot' }, { keyword_id: 7 }],
    title: 'Kettles',
    products: [
      { asin: 'B0CQ77XWHE', name: 'Moka', award: 'Best', summary: 'It pours.' },
      { asin: '', name: '', award: '', summary: '' },
    ],
    faqs: [{ question: 'Is it loud?' }, { question: '' }],
  })
})

test('the name of a product may come as its display name, which its own name overrides', () => {
  const asin = 'B0CQ77XWHE'
  const names = (rows: object[]) => Products.parse(rows).map(({ name }) => name)
  expect(
    names([
      { asin, display_name: 'Shown' },
      { asin, display_name: 'Shown', name: 'Named' },
    ]),
  ).toEqual(['Shown', 'Named'])
  for (const row of [null, 'B0CQ77XWHE', 7]) expect(Products.safeParse([row]).success).toBe(false)
})

test('an article has at most a hundred products, a hundred questions and fifty keywords', () => {
  const rows = <Row>(length: number, row: (index: number) => Row) =>
    Array.from({ length }, (_, index) => row(index))
  const parsed = (products: number, faqs: number, keywords: number) =>
    body({
      products: rows(products, () => ({})),
      faqs: rows(faqs, () => ({})),
      keywords: rows(keywords, (index) => `kettle ${index}`),
    }).success
  expect(parsed(100, 100, 50)).toBe(true)
  expect([parsed(101, 0, 1), parsed(0, 101, 1), parsed(0, 0, 51)]).toEqual([false, false, false])
})
