import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { ProductCatalog } from '../../../integrations/product-catalog/port.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'

const SOLD_OUT = 'B0SOLDOUT1'
/** Sold out as well, with an award that no other test gives it. */
const SOLD_OUT_TEAPOT = 'B0SOLDOUT2'
const UNKNOWN = 'B0UNKNOWN1'
const SILENT = 'B0SILENT01'
const DOG_BED = 'B0DOGBED01'
const FADING = 'B0FADING01'
/** The catalogue does not answer for these at the moment. */
const away = new Set([SILENT])

const titleOf = (asin: string) => (asin === DOG_BED ? 'Pellwick Memory Lounger Dog Bed' : 'Kettle, or Teapot')

/** Knows every ASIN but one, has one no more, and does not answer for another. */
const catalog: ProductCatalog = {
  async getItems(asins) {
    if (asins.some((asin) => away.has(asin))) {
      throw new IntegrationError('down', { system: 'Shop', kind: 'unavailable', operation: 'read items' })
    }
    return {
      items: asins
        .filter((asin) => asin !== UNKNOWN)
        .map((asin) => ({
          asin,
          title: titleOf(asin),
          stock: asin === SOLD_OUT || asin === SOLD_OUT_TEAPOT ? 'OUT_OF_STOCK' : 'IN_STOCK',
        })),
      invalid: asins.filter((asin) => asin === UNKNOWN),
    }
  },
  check: async () => ({ adapter: 'test', ok: true, detail: '' }),
}

let api: Api
let owner: Client
let validator: Client
let serial = 0

beforeAll(async () => {
  api = await startApi({}, { catalog })
  owner = await api.as('opm')
  validator = await api.as('qa')
})
afterAll(() => api.close())

const product = (asin: string, values: object = {}) => ({
  asin,
  name: 'Kettle',
  award: 'Best Overall',
  summary: 'Quick.',
  ...values,
})

/** A form in which there is nothing to find. */
const form = (values: object = {}) => {
  serial += 1
  const asin = `B0FLAWLES${serial % 10}`
  return {
    siteId: 1,
    keywords: [{ keyword: `flawless ${serial}` }],
    title: 'Flawless',
    imageUrl: '/images/kettle.png',
    products: [product(asin)],
    faqs: [{ question: 'Is it loud?' }],
    ...values,
  }
}

interface Found {
  rule: string
  level: string
  needs_reason: boolean
  message: string
  path: string | null
  subject: string
  override: { reason: string; user: { id: number } } | null
  article: { article_id: number; status: string; site: string } | null
}

async function check(values: object = {}): Promise<{
  findings: Found[]
  passed: number
  rules: number
  unread: string[]
  stale: { asin: string; name: string; as_of: string }[]
}> {
  const { status, body } = await owner.post('/api/preflight', form(values))
  expect(status).toBe(200)
  return body
}

describe('preflight', () => {
  it('has nothing to say of an article that is in order', async () => {
    expect(await check()).toEqual({ findings: [], rules: 15, passed: 15, unread: [], stale: [] })
  })

  it('names everything that keeps an article from being submitted, with its field', async () => {
    const { findings } = await check({
      siteId: undefined,
      keywords: [],
      products: [product('B0TWICE001'), product('B0TWICE001', { name: '', award: '' }), product('SHORT')],
      faqs: [{ question: '' }],
    })
    const blocking = findings.filter(({ level }) => level === 'blocking')
    expect(blocking.map(({ rule, path, message }) => [rule, path, message])).toEqual([
      ['site', 'siteId', 'Missing Site'],
      ['keyword', 'keywords', 'Missing keyword'],
      ['product-award', 'products.1.award', 'Product 2: Missing award'],
      ['product-name', 'products.1.name', 'Product 2: Missing name'],
      ['asin', 'products.2.asin', 'Product 3: ASIN must have 10 characters; SHORT has 5'],
      ['asin-unique', 'products.1.asin', 'Product 2: ASIN must be unique'],
      ['question', 'faqs.0.question', 'Question 1: Missing question'],
    ])
  })

  it('warns of missing products and of a missing picture [D46]', async () => {
    const { findings, passed } = await check({ products: [], imageUrl: null })
    expect(findings.map(({ rule, level }) => [rule, level])).toEqual([
      ['no-products', 'warning'],
      ['no-hero-image', 'warning'],
    ])
    expect(passed).toBe(13)
  })

  it('warns of products that the catalogue does not know or does not have, and of cards without a summary', async () => {
    const { findings } = await check({
      products: [
        product(UNKNOWN),
        product(SOLD_OUT_TEAPOT, { name: 'Teapot', award: 'Best Teapot' }),
        product('B0NOWORDS1', { summary: '', award: 'Best Silence' }),
      ],
    })
    expect(findings.map(({ message }) => message)).toEqual([
      'B0UNKNOWN1 isn’t in the catalogue.',
      'Teapot is out of stock.',
      'Product 3 has no summary; its card will look empty.',
    ])
    expect(findings.map(({ path }) => path)).toEqual([
      'products.0.asin',
      'products.1.asin',
      'products.2.summary',
    ])
  })

  it('takes a catalogue that does not answer neither for a sold-out product nor for an unknown one', async () => {
    const { findings, unread } = await check({ products: [product(SILENT)] })
    expect([findings, unread]).toEqual([[], [SILENT]])
  })

  it('warns of another award that the same product has elsewhere, not of the same one', async () => {
    const { id, title } = await buildArticle(api.database.db, { userId: validator.id, status: 'approved' })
    const asin = `B0AWARD${String(id).padStart(3, '0')}`
    await api.database.pool.query('update article_products set asin = $1 where article_id = $2', [asin, id])
    const { findings } = await check({ products: [product(asin, { award: 'Best Budget' })] })
    expect(findings).toMatchObject([
      {
        rule: 'contradictory-award',
        path: 'products.0.award',
        message: `Kettle is “Best Budget” here and “Best Overall” in “${title}” (Approved).`,
        article: { article_id: id },
      },
    ])
    expect((await check({ products: [product(asin, { award: 'best overall' })] })).findings).toEqual([])
  })

  it('warns of an award that two products of the article have, once for each after the first', async () => {
    const awards = ['Best Spout', 'Best for Two', ' best spout', 'Best Spout']
    const { findings } = await check({
      products: awards.map((award, at) => product(`B0TWICEA0${at}`, { name: `Kettle ${at}`, award })),
    })
    const found = findings.filter(({ rule }) => rule === 'contradictory-award')
    expect(found.map(({ path, message, level }) => [path, message, level])).toEqual([
      ['products.2.award', 'Product 3 has the award of product 1, “best spout”.', 'warning'],
      ['products.3.award', 'Product 4 has the award of product 1, “Best Spout”.', 'warning'],
    ])
  })

  it('warns of another of our articles for the same keyword, with its site and status, except ended ones and other users’ drafts', async () => {
    const { db } = api.database
    const { keyword } = await buildArticle(db, { userId: validator.id, keyword: 'copper pan' })
    const others = ['returned', 'published', 'canceled', 'rejected', 'draft']
    for (const status of others) {
      const { id } = await buildArticle(db, { userId: validator.id, status })
      await api.database.pool.query('update article_keywords set keyword_id = $1 where article_id = $2', [
        keyword.id,
        id,
      ])
    }
    const byWords = await check({ keywords: [{ keyword: '  Copper   PAN ' }] })
    const byNumber = await check({ keywords: [{ keyword_id: keyword.id }] })
    for (const { findings } of [byWords, byNumber]) {
      expect(findings.map(({ article }) => article?.status)).toEqual(['requested', 'returned', 'published'])
      expect(findings[0]?.message).toMatch(
        /^“copper pan” has another article: “.+” on Site \d+ \(Requested\)\.$/,
      )
    }
  })

  it('finds contradictions among any number of articles that agree, for each product [D46]', async () => {
    const { db, pool } = api.database
    const [popular, rare] = ['B0POPULAR1', 'B0RARE0001']
    const give = async (asin: string, award: string) => {
      const { id, title } = await buildArticle(db, { userId: validator.id, status: 'published' })
      await pool.query('update article_products set asin = $1, award = $2 where article_id = $3', [
        asin,
        award,
        id,
      ])
      return title
    }
    for (let count = 0; count < 25; count += 1) await give(popular, ' best OVERALL ')
    for (let count = 0; count < 25; count += 1) await give(popular, `Best of ${count}`)
    const elsewhere = await give(rare, 'Best Budget')
    const { findings } = await check({
      products: [product(popular), product(rare, { award: 'Best of all' })],
    })
    expect(findings.map(({ path }) => path)).toEqual([
      ...Array.from({ length: 10 }, () => 'products.0.award'),
      'products.1.award',
    ])
    expect(findings.at(-1)?.message).toContain(elsewhere)
    expect(findings.map(({ message }) => message).join()).not.toContain('best OVERALL')
  })

  it('tells two shared keywords of one article apart', async () => {
    const { db, pool } = api.database
    const { id, keyword: first } = await buildArticle(db, { userId: validator.id })
    const { keyword: second } = await buildArticle(db, { userId: validator.id, status: 'rejected' })
    await pool.query('insert into article_keywords (article_id, keyword_id, position) values ($1, $2, 1)', [
      id,
      second.id,
    ])
    const { findings } = await check({ keywords: [{ keyword_id: first.id }, { keyword_id: second.id }] })
    expect(findings.map(({ rule, subject }) => [rule, subject])).toEqual([
      ['keyword-taken', `${id} ${first.id}`],
      ['keyword-taken', `${id} ${second.id}`],
    ])
  })

  it('does not count the article itself, and reads no other user’s draft', async () => {
    const { id, keyword } = await buildArticle(api.database.db, { userId: owner.id, status: 'draft' })
    const body = form({ keywords: [{ keyword_id: keyword.id }], article_id: id })
    expect((await owner.post('/api/preflight', body)).body.findings).toEqual([])
    expect((await validator.post('/api/preflight', body)).status).toBe(404)
    expect((await validator.get(`/api/articles/${id}/preflight`)).status).toBe(404)
  })
})

describe('a warning that was gone past', () => {
  it('is shown to QA with the reason and the name, and a later reason replaces it', async () => {
    const soldOut = product(SOLD_OUT)
    const overrides = [{ rule: 'out-of-stock', subject: SOLD_OUT, reason: 'Back on Monday.' }]
    const { body: article } = await owner.post('/api/articles', form({ products: [soldOut], overrides }))
    const read = async () => {
      const { body } = await validator.get(`/api/articles/${article.article_id}/preflight`)
      return body.findings.find(({ rule }: Found) => rule === 'out-of-stock') as Found
    }
    expect((await read()).override).toMatchObject({ reason: 'Back on Monday.', user: { id: owner.id } })
    const change = { overrides: [{ ...overrides[0], reason: 'Confirmed by the maker.' }] }
    expect((await validator.put(`/api/articles/${article.article_id}`, change)).status).toBe(200)
    expect((await read()).override).toMatchObject({
      reason: 'Confirmed by the maker.',
      user: { id: validator.id },
    })
  })

  it('needs a reason', async () => {
    const overrides = [{ rule: 'out-of-stock', subject: SOLD_OUT, reason: '  ' }]
    const { status, body } = await owner.post('/api/articles', form({ overrides }))
    expect([status, body.validation.body.message]).toEqual([400, 'Missing reason'])
  })
})

describe('a product whose name is plainly that of another', () => {
  const [vacuum, lounger] = ['Dunlarch V2 Robot Vacuum', 'Memory Lounger']
  const swapped = (values: object = {}) => form({ products: [product(DOG_BED, { name: vacuum })], ...values })
  const submit = (values: object = {}) => owner.post('/api/articles', swapped(values))
  const differs = ({ rule }: Found) => rule === 'other-product'
  const reasonFor = ({ rule, subject }: Found, reason: string) => ({ overrides: [{ rule, subject, reason }] })

  it('gets a finding with the shop’s name for its ASIN, and needs a reason; its own name does not [U1]', async () => {
    const { findings } = await check({ products: [product(DOG_BED, { name: vacuum })] })
    expect(findings).toMatchObject([
      {
        rule: 'other-product',
        level: 'warning',
        needs_reason: true,
        path: 'products.0.name',
        message: `Product 1: ${DOG_BED} is “Pellwick Memory Lounger Dog Bed” in the shop, not “${vacuum}”.`,
      },
    ])
    expect((await check({ products: [product(DOG_BED, { name: lounger })] })).findings).toEqual([])
    const { findings: doubts } = await check({ products: [product(DOG_BED, { name: 'Sofa' })] })
    expect(doubts).toMatchObject([{ rule: 'other-product', needs_reason: false }])
  })

  it('is not sent without a reason by any user; with one QA reads both [U1]', async () => {
    const [difference] = (await check(swapped())).findings.filter(differs)
    if (!difference) throw new Error('nothing was found')
    const refused = await submit()
    expect(refused.status).toBe(400)
    expect(refused.body.validation.body).toMatchObject({
      keys: ['products.0.name'],
      message: expect.stringContaining('in the shop, not “'),
    })
    // A reason given for one product does not cover another.
    const stranger = swapped({ products: [product(DOG_BED, { name: 'Haldenby Countertop Oven' })] })
    const reason = reasonFor(difference, 'The maker has moved the ASIN.')
    expect((await owner.post('/api/articles', { ...stranger, ...reason })).status).toBe(400)

    const { status, body: article } = await submit(reason)
    expect(status).toBe(201)
    const { body } = await validator.get(`/api/articles/${article.article_id}/preflight`)
    expect(body.findings.filter(differs)).toMatchObject([
      { needs_reason: true, override: { reason: 'The maker has moved the ASIN.', user: { id: owner.id } } },
    ])
  })

  it('may be kept as a draft, and is stopped when that is submitted, or sent again after a return [U1]', async () => {
    const [difference] = (await check(swapped())).findings.filter(differs)
    if (!difference) throw new Error('nothing was found')
    const { body: draft } = await submit({ draft: true })
    const address = `/api/articles/${draft.article_id}`
    expect((await owner.put(address, { draft: false })).status).toBe(400)
    expect((await owner.get(address)).body.status).toBe('draft')
    expect(
      (await owner.put(address, { draft: false, products: [product(DOG_BED, { name: lounger })] })).status,
    ).toBe(200)

    const { body: returned } = await validator.patch(`/api/articles/validate/${draft.article_id}`, {
      command: 'return',
      reason: 'Another product, please',
    })
    expect((await owner.put(address, { products: [product(DOG_BED, { name: vacuum })] })).status).toBe(200)
    const answer = { articleReturnId: returned.returns.at(-1).article_return_id, comments: 'Done' }
    const again = () => owner.patch(`/api/articles/resubmit/${draft.article_id}`, answer)
    expect((await again()).status).toBe(400)
    expect((await owner.put(address, reasonFor(difference, 'Sold under both names.'))).status).toBe(200)
    expect((await again()).status).toBe(200)
  })

  it('that QA puts into an article is not approved without a reason either [U1]', async () => {
    const [difference] = (await check(swapped())).findings.filter(differs)
    if (!difference) throw new Error('nothing was found')
    const named = [product(DOG_BED, { name: lounger })]
    const { body: article } = await owner.post('/api/articles', form({ products: named }))
    const address = `/api/articles/${article.article_id}`
    expect((await validator.patch(address, { products: swapped().products })).status).toBe(200)
    const approve = () =>
      validator.patch(`/api/articles/validate/${article.article_id}`, { command: 'approve' })
    const refused = await approve()
    expect([refused.status, refused.body.validation.body.message]).toEqual([
      400,
      expect.stringContaining('in the shop, not “'),
    ])
    expect((await owner.get(address)).body.status).toBe('requested')
    const reason = reasonFor(difference, 'Sold under both names.')
    expect((await validator.patch(address, reason)).status).toBe(200)
    expect((await approve()).status).toBe(200)
  })

  it('raises no objection while the catalogue is unreachable: its last answer is shown with its age [U1]', async () => {
    const products = [product(FADING, { name: vacuum })]
    expect((await check({ products })).findings.filter(differs)).toHaveLength(1)
    const asked = api.now()
    api.advance(3 * HOUR_MS)
    away.add(FADING)
    const { findings, stale, unread } = await check({ products })
    expect(findings.filter(differs)).toEqual([])
    expect(stale).toEqual([{ asin: FADING, name: 'Kettle, or Teapot', as_of: expect.any(String) }])
    expect(Date.parse(stale[0]?.as_of ?? '')).toBeLessThanOrEqual(asked.getTime())
    expect(unread).toEqual([])
    expect((await owner.post('/api/articles', form({ products }))).status).toBe(201)
  })
})
