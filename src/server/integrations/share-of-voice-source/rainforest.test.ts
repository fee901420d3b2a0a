import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RainforestApi, type RainforestFault, startRainforestApi } from '../../testing/rainforest-api.ts'
import { vendorContracts } from '../../testing/vendor-mock.ts'
import type { IntegrationErrorKind } from '../integration-error.ts'
import { createRainforest } from './rainforest.ts'

const DAY = '2026-11-20'

let api: RainforestApi
beforeEach(async () => {
  api = await startRainforestApi()
})
afterEach(() => api.close())

const create = ({
  ownPublishers = ['Review Geek'],
  marketplace = 'www.amazon.com',
  timeoutMs = 5000,
  betweenRequestsMs = 0,
} = {}) =>
  createRainforest({
    account: { apiKey: 'the-key', baseUrl: api.url, marketplace, perSecond: 5, ownPublishers },
    timeoutMs,
    betweenRequestsMs,
  })

const ADVISOR = {
  title: 'Editorial recommendations',
  profile: { name: 'Review Geek', link: 'https://www.amazon.com/gp/profile/1', id: '1' },
  article: {
    title: 'The Best CompactFlash Cards You Can Buy',
    body: 'The CompactFlash card …',
    link: 'https://www.amazon.com/ospublishing/story/bb8d30b5-aa7d-4a4c-a5e3-6602eb1645be/ref=sxin_10?tag=rgonsite-20',
    date: 'Sep 30, 2020',
    total: 4,
  },
  recommendations: [
    {
      position: 1,
      title: 'Best Value',
      sub_title: 'Good Bang for Your Buck',
      body: 'This cost-efficient memory card offers users fast photo processing.',
      product: { title: 'SanDisk Extreme 64GB', asin: 'B00NUB2RPW', is_prime: true },
    },
  ],
}

describe('a search', () => {
  it('queries the keyword on the marketplace, with the key', async () => {
    await create({ marketplace: 'www.amazon.co.uk' }).editorialFor('memory cards & more', DAY)
    expect(api.questions).toMatchObject([
      {
        path: '/request',
        query: {
          api_key: 'the-key',
          type: 'search',
          amazon_domain: 'amazon.co.uk',
          search_term: 'memory cards & more',
        },
      },
    ])
  })

  it('goes out no faster than the account allows', async () => {
    const source = create({ betweenRequestsMs: 300 })
    const begunAt = performance.now()
    await Promise.all(['a', 'b', 'c'].map((keyword) => source.editorialFor(keyword, DAY)))
    // Against the beginning: a request may be on its way longer than the next one. Timers may be early by a millisecond.
    for (const [index, { at }] of api.questions.entries())
      expect(at - begunAt).toBeGreaterThanOrEqual(index * (300 - 1))
  })
})

describe('an advisor', () => {
  it('becomes our own hit, field for field [SOV-014]', async () => {
    api.show('memory cards', [ADVISOR])
    expect(await create().editorialFor('memory cards', DAY)).toEqual([
      {
        publisher: 'Review Geek',
        isWinning: true,
        title: 'The Best CompactFlash Cards You Can Buy',
        publishedDate: 'Sep 30, 2020',
        url: ADVISOR.article.link,
        items: [
          {
            asin: 'B00NUB2RPW',
            name: 'SanDisk Extreme 64GB',
            subheader: 'Good Bang for Your Buck',
            award: 'Best Value',
            blurb: 'This cost-efficient memory card offers users fast photo processing.',
          },
        ],
      },
    ])
  })

  it.skipIf(vendorContracts === null)('of the vendor’s own example becomes a hit', async () => {
    const file = join(vendorContracts ?? '', 'examples/rainforest-shopping_advisors.json')
    const example = JSON.parse(await readFile(file, 'utf8'))
    api.show('memory cards', example.shopping_advisors)
    const [hit] = await create().editorialFor('memory cards', DAY)
    expect(hit).toMatchObject({ publisher: 'Review Geek', isWinning: true, publishedDate: 'Sep 30, 2020' })
    expect(hit?.items[0]).toMatchObject({ asin: 'B00NUB2RPW', award: 'Best Value' })
  })

  it('is ours by its name or by the account that its links earn for [SOV-012]', async () => {
    api.show('cards', [ADVISOR])
    const isWinning = async (...ownPublishers: string[]) =>
      (await create({ ownPublishers }).editorialFor('cards', DAY))[0]?.isWinning
    expect(await isWinning('REVIEW GEEK')).toBe(true)
    expect(await isWinning('Somebody Else', 'rgonsite-20')).toBe(true)
    expect(await isWinning('Somebody Else')).toBe(false)
  })

  it('beside others is one hit, the first of them first, and a publisher counts once', async () => {
    const other = { ...ADVISOR, profile: { name: 'Other' } }
    const again = { ...ADVISOR, article: { title: 'Another' } }
    api.show('cards', [other, ADVISOR, again])
    const hits = await create().editorialFor('cards', DAY)
    expect(hits.map(({ publisher, title }) => [publisher, title])).toEqual([
      ['Other', ADVISOR.article.title],
      ['Review Geek', ADVISOR.article.title],
    ])
  })

  it('with texts that no database holds loses only the signs', async () => {
    api.show('cards', [{ ...ADVISOR, article: { title: 'Best\u0000 Cards \ud800' } }])
    const [hit] = await create().editorialFor('cards', DAY)
    expect(hit).toMatchObject({ title: 'Best Cards \ufffd', url: null, publishedDate: null })
  })
})

describe('a vendor that fails', () => {
  const faults: [RainforestFault, IntegrationErrorKind][] = [
    ['hang', 'timeout'],
    ['unauthorized', 'unauthorized'],
    ['spent', 'payment_required'],
    ['throttled', 'rate_limited'],
    ['broken', 'unavailable'],
    ['cut', 'unavailable'],
    ['html', 'bad_response'],
    ['wrong', 'bad_response'],
    ['unsuccessful', 'bad_response'],
    ['empty', 'bad_response'],
  ]
  it.each(faults)('by answering “%s” is never taken for data [R8]', async (fault, kind) => {
    api.fail(fault)
    const failure = await create({ timeoutMs: fault === 'hang' ? 300 : 20_000 })
      .editorialFor('cards', DAY)
      .catch((error) => error)
    expect(failure).toMatchObject({ name: 'IntegrationError', system: 'Rainforest', kind })
    expect(String(failure)).not.toContain('the-key')
  })

  it('says so when it is checked', async () => {
    expect(await create().check()).toMatchObject({ adapter: 'Rainforest', ok: true })
    api.fail('unauthorized')
    await expect(create().check()).rejects.toMatchObject({ kind: 'unauthorized' })
  })
})
