// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './preview-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PreviewPost, ProductPreview } from '#shared/features/articles/preview/contract.ts'
import { contrastOf } from '#shared/format/color.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { HEALTH } from '#web/testing/people.ts'

let server: Loopback

const ASINS = ['B0C9TR41XM', 'B0BVW52K7G', 'B0B7QN8L2D'] as const
const site = {
  site_id: 2,
  code: 'ok',
  display_name: 'Open Kitchen',
  normalized_name: 'open-kitchen',
  logo_url: '/images/logo.png',
  url: '',
}

function post(changes: Partial<PreviewPost> = {}): PreviewPost {
  return {
    id: 40019,
    status: 'draft',
    url: '/posts/ok/40019',
    title: 'Blenders without the grit',
    heroImageUrl: null,
    authorName: 'Ada Reed',
    authorDescription: 'Blends',
    datePublished: null,
    introText: 'First.\n\nSecond.',
    introCopy: 'How we tested.',
    products: ASINS.map((asin, index) => ({
      asin,
      name: `Blender ${index + 1}`,
      award: `Best ${index + 1}`,
      headline: '',
      summary: `Summary ${index + 1}`,
      description: '',
    })),
    outroCopy: 'That is all.',
    questions: [{ headline: 'Glass or plastic?', acceptedAnswer: 'Glass.' }],
    trustStatement: 'We buy what we test.',
    ...changes,
  }
}

type Listing = NonNullable<NonNullable<ProductPreview['Offers']>['Listings']>[number]

function product(asin: string, listing: Listing = {}, changes: Partial<ProductPreview> = {}): ProductPreview {
  return {
    asin,
    Images: { Primary: { Large: { URL: `/images/${asin}.jpg` } } },
    ItemInfo: { Title: { DisplayValue: asin }, ByLineInfo: { Brand: { DisplayValue: 'Vantry' } } },
    Offers: { Listings: [{ Price: { DisplayAmount: '$189.00', Amount: 189, currency: 'USD' }, ...listing }] },
    inStock: 'IN_STOCK',
    as_of: new Date(Date.now() - 180_000).toISOString(),
    is_stale: false,
    ...changes,
  }
}

const answerProduct = (asin: string, ...list: ProductPreview[]) =>
  server.answer(`GET /api/preview/product/${asin}`, { body: list })
const answerPost = (changes: Partial<PreviewPost> = {}) =>
  server.answer('GET /api/preview', { body: { post: post(changes), site, site_color: null } })
const open = (search = '') => openAs(server, 'opm', `/preview/ok/40019${search}`)
const card = async (name: string) => within(await screen.findByRole('article', { name }))

beforeEach(async () => {
  server = await openLoopback()
  answerPost()
  for (const asin of ASINS) answerProduct(asin, product(asin))
})
afterEach(() => server.close())

describe('the article preview', () => {
  it('takes the site code and the post id from its path [PREV-001] [PREV-004] [PREV-019]', async () => {
    openAs(server, 'opm', '/preview/OK/40019')
    expect(await screen.findByRole('heading', { level: 1, name: 'Article Preview' })).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Blenders without the grit' })).toBeVisible()
    expect(server.sent('GET /api/preview')[0]?.search).toBe('?site=ok&id=40019')
  })

  it('is a shopping page with the title, the text and the products with their marketplace data [PREV-006] [PREV-007] [PREV-021]', async () => {
    open()
    for (const words of [
      'First.',
      'Second.',
      'How we tested.',
      'That is all.',
      'Glass.',
      'We buy what we test.',
    ])
      expect(await screen.findByText(words)).toBeVisible()
    const first = await card('Blender 1')
    expect(first.getByText('Best 1')).toBeVisible()
    expect(first.getByText('Summary 1')).toBeVisible()
    expect(await first.findByText('$189.00')).toBeVisible()
    expect(first.getByText('by Vantry')).toBeVisible()
    for (const asin of ASINS) expect(server.sent(`GET /api/preview/product/${asin}`)[0]?.search).toBe('')
  })

  it('uses the last entry returned for a product [PREV-022] [PREV-023]', async () => {
    const older = product(ASINS[0], { Price: { DisplayAmount: '$1.00', Amount: 1 } })
    answerProduct(ASINS[0], older, product(ASINS[0], { Price: { DisplayAmount: '$2.00', Amount: 2 } }))
    open()
    const first = await card('Blender 1')
    expect(await first.findByText('$2.00')).toBeVisible()
    expect(first.queryByText('$1.00')).toBeNull()
  })

  it('switches between Collapsed and Full in the address [PREV-005]', async () => {
    const { container } = open()
    expect(await screen.findByText('Glass.')).toBeVisible()
    await userEvent.click(screen.getByText('Collapsed'))
    await waitFor(() => expect(screen.queryByText('Glass.')).toBeNull())
    expect(screen.queryByText('Summary 1')).toBeNull()
    expect(await (await card('Blender 1')).findByText('$189.00')).toBeVisible()
    expect(location.search).toBe('?view=collapsed')
    expect(container.querySelector('.shop')).toHaveAttribute('data-view', 'collapsed')
    await userEvent.click(screen.getByText('Full'))
    expect(await screen.findByText('Glass.')).toBeVisible()
    expect(location.search).toBe('')
  })

  it('says FREE Shipping for free shipping only [PREV-008] [PREV-009]', async () => {
    answerProduct(ASINS[0], product(ASINS[0], { DeliveryInfo: { IsFreeShippingEligible: true } }))
    answerProduct(ASINS[1], product(ASINS[1], { DeliveryInfo: { IsFreeShippingEligible: false } }))
    open()
    expect(await (await card('Blender 1')).findByText('FREE Shipping')).toBeVisible()
    for (const name of ['Blender 2', 'Blender 3']) {
      const other = await card(name)
      expect(await other.findByText('$189.00')).toBeVisible()
      expect(other.queryByText('FREE Shipping')).toBeNull()
    }
  })

  it('shows the Prime logo if the marketplace reports it [PREV-010]', async () => {
    answerProduct(ASINS[0], product(ASINS[0], { DeliveryInfo: { IsPrimeEligible: true } }))
    answerProduct(ASINS[1], product(ASINS[1], { DeliveryInfo: { IsPrimeEligible: false } }))
    open()
    expect(await (await card('Blender 1')).findByRole('img', { name: 'Prime' })).toBeVisible()
    for (const name of ['Blender 2', 'Blender 3']) {
      const other = await card(name)
      expect(await other.findByText('$189.00')).toBeVisible()
      expect(other.queryByRole('img', { name: 'Prime' })).toBeNull()
    }
  })

  it.each([
    ['OUT_OF_STOCK', 'Out of Stock'],
    ['NOT_SCANNED', 'Not Scanned'],
    ['INVALID_ASIN', 'Invalid ASIN'],
    [undefined, 'Not Scanned'],
    ['ON_THE_MOON', 'Unkown'],
  ])(
    'warns of the stock state %s with “%s”, and of no product that is in stock [PREV-011]',
    async (stock, label) => {
      answerProduct(ASINS[0], product(ASINS[0], {}, { inStock: stock }))
      answerPost({ products: post().products.slice(0, 2) })
      open()
      expect(await (await card('Blender 1')).findByText(label)).toHaveClass('out-of-stock')
      const other = await card('Blender 2')
      expect(await other.findByText('$189.00')).toBeVisible()
      expect(other.queryByText(label)).toBeNull()
    },
  )

  it('strikes out the original price, which is the price plus the savings [PREV-012] [PREV-013]', async () => {
    const Price = { DisplayAmount: '$1,189.10', Amount: 1189.1, currency: 'USD', Savings: { Amount: 60.2 } }
    answerProduct(ASINS[0], product(ASINS[0], { Price }))
    open()
    const first = await card('Blender 1')
    expect(await first.findByText('$1,249.30')).toHaveProperty('tagName', 'S')
    expect(first.getByText('Save $60.20')).toBeVisible()
    expect((await card('Blender 2')).queryByText(/Save/)).toBeNull()
  })

  it('discloses, always in the same words, how the publisher earns [PREV-014]', async () => {
    const words =
      'We independently choose what we recommend. If you buy through links on this page, we may earn a commission at no extra cost to you.'
    open('?view=collapsed')
    expect(await screen.findByText(words)).toBeVisible()
    await userEvent.click(screen.getByText('Full'))
    expect(screen.getByText(words)).toBeVisible()
  })

  it('leaves unknown values out', async () => {
    answerProduct(ASINS[0], {
      asin: ASINS[0],
      Offers: { Listings: [{ Price: {} }] },
      inStock: 'IN_STOCK',
      as_of: null,
      is_stale: false,
    })
    answerPost({
      products: post().products.slice(0, 1),
      authorName: null,
      authorDescription: null,
      questions: [],
    })
    open()
    const first = await card('Blender 1')
    await waitFor(() => expect(first.queryByRole('status')).toBeNull())
    for (const absent of [/\$/, /by /, /positive/, /ratings/, /FREE/, /Prime/, /Stock/, /Scanned/])
      expect(first.queryByText(absent), String(absent)).toBeNull()
    expect(screen.queryByText(/Prices checked/)).toBeNull()
    expect(screen.queryByText('Questions, answered')).toBeNull()
  })

  it('says whose feedback it is: the seller’s, not the product’s [U16]', async () => {
    const merchant = { name: 'Harbor & Hill', FeedbackRating: 4.6, FeedbackCount: 1834 }
    answerProduct(ASINS[0], product(ASINS[0], { MerchantInfo: merchant }))
    open()
    const first = await card('Blender 1')
    expect(
      await first.findByText('Sold by Harbor & Hill · seller feedback 92% positive, 1,834 ratings'),
    ).toBeVisible()
    expect(first.getByText('by Vantry')).toBeVisible()
  })

  it('has the colour of its site, legible in both themes [U16]', async () => {
    server.answer('GET /api/preview', { body: { post: post(), site, site_color: '#F1C77A' } })
    open()
    const heading = await screen.findByRole('heading', { name: 'Blenders without the grit' })
    const page = heading.closest<HTMLElement>('.shop')
    const [light, dark] = ['--site-light', '--site-dark'].map((name) => page?.style.getPropertyValue(name))
    expect(dark).toBe('#f1c77a')
    expect(contrastOf(light ?? '', '#FFFFFF')).toBeGreaterThanOrEqual(4.5)
  })

  it('says how old the oldest price is, and that later reads failed', async () => {
    answerProduct(
      ASINS[1],
      product(ASINS[1], {}, { as_of: new Date(Date.now() - 7_200_000).toISOString(), is_stale: true }),
    )
    open()
    expect(await screen.findByText(/Prices checked/)).toHaveTextContent(
      'Prices checked 2 hours ago; couldn’t update them since',
    )
  })

  it('shows every other product if one cannot be read, and retries that one on request', async () => {
    server.answer(`GET /api/preview/product/${ASINS[1]}`, { status: 400, body: { message: 'no' } })
    open()
    const second = await card('Blender 2')
    expect(await second.findByText(/Couldn’t load price and stock/)).toBeVisible()
    expect(second.getByText('Summary 2')).toBeVisible()
    expect(second.queryByText('Not Scanned')).toBeNull()
    expect(await (await card('Blender 3')).findByText('$189.00')).toBeVisible()
    answerProduct(ASINS[1], product(ASINS[1]))
    await userEvent.click(second.getByRole('button', { name: 'Retry' }))
    expect(await second.findByText('$189.00')).toBeVisible()
  })

  it.each(['40019', '0', 'abc', '99999999999'])(
    'of post %s, which does not exist, says so in the words of the specification [PREV-015]',
    async (id) => {
      server.answer('GET /api/preview', { status: 404, body: { message: 'x' } })
      openAs(server, 'opm', `/preview/ok/${id}`)
      expect(await screen.findByText(`Post '${id}' not found in the content management system`)).toBeVisible()
    },
  )

  it('says that the site is unavailable, and tries again on request', async () => {
    const message = 'WordPress did not do it.'
    server.answer('GET /api/preview', { status: 400, body: { message } })
    open()
    expect(await screen.findByText(message)).toBeVisible()
    answerPost()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Blenders without the grit' })).toBeVisible()
  })

  it('links to the organisation’s marketplace for a product without one', async () => {
    answerProduct(ASINS[1], product(ASINS[1], {}, { inStock: 'OUT_OF_STOCK' }))
    open()
    server.answer('GET /api/health', { body: { ...HEALTH, marketplace: 'www.amazon.co.uk' } })
    await waitFor(async () =>
      expect((await card('Blender 1')).getByRole('link')).toHaveAttribute(
        'href',
        `https://www.amazon.co.uk/dp/${ASINS[0]}`,
      ),
    )
    expect(await (await card('Blender 2')).findByRole('link', { name: /^See similar/ })).toHaveAttribute(
      'href',
      'https://www.amazon.co.uk/s?k=Blender%202',
    )
  })

  it('follows web addresses only [S13]', async () => {
    answerPost({ url: 'javascript:alert(1)' })
    answerProduct(
      ASINS[0],
      product(
        ASINS[0],
        {},
        {
          detail_page_url: 'javascript:alert(2)',
          Images: { Primary: { Large: { URL: 'javascript:alert(3)' } } },
        },
      ),
    )
    const { container } = open()
    await (await card('Blender 1')).findByText('$189.00')
    expect(screen.queryByRole('link', { name: /Open post/ })).toBeNull()
    expect(container.innerHTML).not.toContain('javascript:')
    expect((await card('Blender 1')).getByRole('link')).toHaveAttribute(
      'href',
      `https://www.amazon.com/dp/${ASINS[0]}`,
    )
  })
})
