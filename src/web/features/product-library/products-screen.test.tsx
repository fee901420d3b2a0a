import './products-screen.tsx'
import './product-dialog.tsx'
import './product-articles-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListedProduct, ProductArticle, StockScan } from '#shared/features/product-library/contract.ts'
import type { Stock } from '#shared/features/product-library/rules.ts'
import { browser } from '#web/testing/browser.ts'
import { type Answer, type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

function aProduct(id: number, changes: Partial<ListedProduct> = {}): ListedProduct {
  return {
    product_id: id,
    asin: `B0PRODUCT${id}`,
    name: `Kettle ${id}`,
    in_stock: 'IN_STOCK',
    countArticles: 2,
    award: 'Best Overall',
    awards: ['Best Overall', 'Best Value'],
    last_scanned: daysAgo(0.1),
    lastStock: { stock: 'IN_STOCK', created_at: daysAgo(40) },
    image_url: null,
    price: '$79.99',
    earnings_30d: 51_200,
    recent: [
      { stock: 'IN_STOCK', created_at: daysAgo(80) },
      { stock: 'OUT_OF_STOCK', created_at: daysAgo(50) },
      { stock: 'IN_STOCK', created_at: daysAgo(40) },
    ],
    ...changes,
  }
}
const inState = (id: number, stock: Stock, changes: Partial<ListedProduct> = {}) =>
  aProduct(id, { in_stock: stock, lastStock: { stock, created_at: '2026-03-01T06:12:00.000Z' }, ...changes })
const never = {
  last_scanned: null,
  lastStock: null,
  recent: [],
  price: null,
  earnings_30d: null,
  award: '',
  awards: [],
}
const PRODUCTS = [
  inState(1, 'IN_STOCK'),
  inState(2, 'OUT_OF_STOCK'),
  inState(3, 'INVALID_ASIN', { price: null }),
  inState(4, 'NOT_SCANNED', { ...never, countArticles: 0 }),
]
const pageOf = (nodes: readonly ListedProduct[], totalCount = nodes.length) => ({
  nodes,
  totalCount,
  isMore: false,
  stocks: { NOT_SCANNED: 1, INVALID_ASIN: 1, IN_STOCK: 1, OUT_OF_STOCK: 1 },
})
const aScan = (changes: Partial<StockScan> = {}): StockScan => ({
  stock_scan_id: 7,
  kind: 'daily',
  state: 'finished',
  reason: null,
  user: null,
  total: 1200,
  done: 1200,
  scanned: 1190,
  failed: 10,
  went_out: 12,
  came_back: 31,
  started_at: daysAgo(0.2),
  ended_at: daysAgo(0.125),
  ...changes,
})
const progress = (changes: object = {}) => ({
  is_scanning: true,
  running: null,
  last: aScan(),
  calls_today: 120,
  calls_per_day: 5000,
  ...changes,
})
const PROVIDER = {
  asin: 'B0PRODUCT1',
  state: 'known',
  as_of: daysAgo(0.1),
  is_stale: false,
  title: 'Tarnwick Slowpour Gooseneck Kettle',
  image: null,
  pageURL: 'https://shop.example/dp/1',
  categories: ['Home & Kitchen', 'Kettles'],
  features: ['Pours slowly'],
  info: [{ category: 'Manufacturer', values: [{ label: 'Brand', value: 'Tarnwick' }] }],
  offers: [
    {
      merchantInfo: { id: 'M1', name: 'Harbor & Hill', feedbackRating: 4.6, feedbackCount: 1834 },
      availability: 'In Stock',
      typeAvailability: 'Now',
      isVerified: true,
      deliveryInfo: { amazonFulfilled: true, freeShippingEligible: false, primeEligible: true },
      programEligibility: { primeExclusive: null, primePantry: null },
      price: { amount: 79.99, display: '$79.99' },
      savingBasis: { amount: 99.99, display: '$99.99' },
      savings: { amount: 20, display: '$20.00', percentage: 20 },
    },
  ],
}
const anArticle = (id: number, changes: Partial<ProductArticle> = {}): ProductArticle => ({
  article_id: id,
  title: `Article ${id}`,
  image_url: null,
  keywords: [{ keyword_id: 1, keyword: 'gooseneck kettle' }],
  site: { code: 'hs', display_name: 'Hearthside', logo_url: '' },
  user: { id: 1, first_name: 'Lucía', last_name: 'Ferrante', username: 'l@desk.example' },
  qa_user: { id: 2, first_name: 'Dana', last_name: 'Okafor', username: 'd@desk.example' },
  status: 'published',
  asana_url: 'https://tasks.example/1',
  gid: '1204577',
  wordpress_id: '48213',
  url: null,
  created_at: '2025-11-14T09:20:00.000Z',
  award: 'Best Overall',
  ...changes,
})
const FAILED: Answer = { status: 400, body: { message: 'Not today.' } }

let server: Loopback
beforeEach(async () => {
  browser().setViewport({ width: 1440, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/products', { body: pageOf(PRODUCTS) })
  server.answer('GET /api/products/scans', { body: progress() })
  for (const product of PRODUCTS) {
    const { recent: _recent, ...whole } = product
    const path = `/api/products/${product.product_id}`
    server.answer(`GET ${path}`, { body: whole })
    server.answer(`GET ${path}/stocks`, { body: [] })
    server.answer(`GET ${path}/prices`, { body: [] })
    server.answer(`GET ${path}/paapi`, { body: PROVIDER })
    server.answer(`GET ${path}/stats`, { body: [] })
    server.answer(`GET ${path}/articles`, { body: [] })
  }
})
afterEach(() => server.close())

const row = async (name: string) => {
  const cell = await screen.findByText(name)
  const found = cell.closest('tr')
  if (!found) throw new Error(`${name} stands in no row`)
  return within(found)
}
const markerOf = async (name: string, stock: Stock) =>
  (await row(name)).getByText(stock).querySelector('[data-marker]')?.getAttribute('data-marker') ?? null
const asked = () =>
  server.sent('GET /api/products').map(({ search }) => Object.fromEntries(new URLSearchParams(search)))
const dialog = () => screen.findByRole('dialog')

describe('the list', () => {
  it('is called Products Library and asks for the first page by number [PROD-001] [PROD-010] [PROD-012]', async () => {
    openAs(server, 'opm', '/products')
    expect(await screen.findByRole('heading', { level: 1, name: 'Products Library' })).toBeInTheDocument()
    await row('Kettle 1')
    expect(asked()[0]).toMatchObject({ page: '1', sort: 'product_id', sortOrder: 'asc', stock: 'All' })
  })

  it('shows ASIN, name, stock and articles, which are what it is sorted by [PROD-005]', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/products')
    const first = await row('Kettle 1')
    expect(first.getByRole('link', { name: /B0PRODUCT1/ })).toHaveAttribute(
      'href',
      'https://www.amazon.com/dp/B0PRODUCT1',
    )
    for (const [title, sort] of [
      ['ASIN', 'asin'],
      ['Name', 'name'],
      ['Stock Status', 'in_stock'],
      ['Articles Count', 'countArticles'],
    ] as const) {
      await user.click(screen.getByRole('columnheader', { name: title }))
      await waitFor(() => expect(asked().at(-1)).toMatchObject({ sort }))
    }
  })

  it('marks what is sold out with a warning, and what is invalid or was not scanned with a cross [PROD-038] [PROD-039] [PROD-040] [PROD-041]', async () => {
    openAs(server, 'opm', '/products')
    expect(await markerOf('Kettle 1', 'IN_STOCK')).toBeNull()
    expect(await markerOf('Kettle 2', 'OUT_OF_STOCK')).toBe('warning')
    expect(await markerOf('Kettle 3', 'INVALID_ASIN')).toBe('cross')
    expect(await markerOf('Kettle 4', 'NOT_SCANNED')).toBe('cross')
  })

  it('is searched by ASIN or name and narrowed by state, in the address [PROD-003] [PROD-004] [PROD-047]', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/products')
    await row('Kettle 1')
    const states = screen.getByRole('radiogroup', { name: 'Stock' })
    expect(within(states).getAllByRole('radio')).toHaveLength(5)
    expect(states).toHaveTextContent('All 4NOT_SCANNED 1INVALID_ASIN 1IN_STOCK 1OUT_OF_STOCK 1')
    await user.click(within(states).getByText('OUT_OF_STOCK'))
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ stock: 'OUT_OF_STOCK', page: '1' }))
    await user.type(screen.getByRole('textbox', { name: 'Asin / Name' }), 'kettle{Enter}')
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ query: 'kettle', stock: 'OUT_OF_STOCK' }))
    expect(new URL(window.location.href).searchParams.get('query')).toBe('kettle')
  })

  it('that cannot be read says so, and is asked for again [PROD-056]', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/products', FAILED)
    openAs(server, 'opm', '/products')
    expect(await screen.findByText('Products could not be searched.')).toBeInTheDocument()
    server.answer('GET /api/products', { body: pageOf(PRODUCTS) })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await row('Kettle 1')
  })

  it('without what the filters ask for offers to show all', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/products', ({ search }) => ({
      body: search.includes('query=nothing') ? pageOf([]) : pageOf(PRODUCTS),
    }))
    openAs(server, 'opm', '/products?query=nothing')
    await user.click(await screen.findByRole('button', { name: 'Show all products' }))
    await row('Kettle 1')
  })

  it('says in words how long each was out of stock in the last 90 days', async () => {
    openAs(server, 'opm', '/products')
    const first = await row('Kettle 1')
    expect(first.getByRole('img', { name: 'Out of stock on 10 days of the last 90' })).toBeInTheDocument()
    const fourth = await row('Kettle 4')
    expect(fourth.getAllByText('Never Scanned')).toHaveLength(2)
  })
})

describe('the articles of a product', () => {
  it('are opened by their number, which is off where there are none [PROD-006] [PROD-007]', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/products/1/articles', { body: [anArticle(1), anArticle(2)] })
    openAs(server, 'opm', '/products')
    expect((await row('Kettle 4')).getByRole('button', { name: '0 articles with Kettle 4' })).toBeDisabled()
    await user.click((await row('Kettle 1')).getByRole('button', { name: '2 articles with Kettle 1' }))
    expect(await within(await dialog()).findByText('2 articles')).toBeInTheDocument()
  })

  it('stand below each other, the first one open, with all that is told of them [PROD-028] [PROD-029]', async () => {
    server.answer('GET /api/products/1/articles', { body: [anArticle(1), anArticle(2)] })
    openAs(server, 'opm', '/products?articles=1')
    const entries = await waitFor(async () => {
      const found = [...(await dialog()).querySelectorAll('details')]
      expect(found).toHaveLength(2)
      return found
    })
    expect(entries.map(({ open }) => open)).toEqual([true, false])
    const text = entries[0]?.textContent ?? ''
    for (const words of [
      'Keywordsgooseneck kettle',
      'AwardBest Overall',
      'SiteHearthside',
      'Lucía Ferrante',
      'StatusPublished',
      'ValidatorDana Okafor',
      'Task1204577',
      'WordPress id48213',
      'Created2025-11-14 09:20',
    ])
      expect(text).toContain(words)
  })

  it('are pending where there is no task and nobody has validated them [PROD-030] [PROD-031]', async () => {
    server.answer('GET /api/products/1/articles', {
      body: [anArticle(1, { asana_url: null, gid: null, qa_user: null, wordpress_id: null })],
    })
    openAs(server, 'opm', '/products?articles=1')
    const text = (
      await waitFor(async () => {
        const found = (await dialog()).querySelector('details')
        expect(found).not.toBeNull()
        return found
      })
    )?.textContent
    expect(text).toContain('ValidatorPending')
    expect(text).toContain('TaskPending')
    // The count has one more, which only its writer sees.
    expect(await within(await dialog()).findByText(/^1 article more/)).toBeInTheDocument()
  })
})

describe('the details of a product', () => {
  it('are opened by a button, and stand in the address [PROD-002] [PROD-008] [PROD-009]', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/products')
    await user.click((await row('Kettle 2')).getByRole('button', { name: 'Details of Kettle 2' }))
    expect(new URL(window.location.href).searchParams.get('productId')).toBe('2')
    expect(await within(await dialog()).findByText('Kettle 2')).toBeInTheDocument()
  })

  it('begin with ASIN, name, award, state and since when [PROD-013] [PROD-014] [PROD-015] [PROD-016] [PROD-017]', async () => {
    openAs(server, 'opm', '/products?productId=2')
    const head = within(await dialog())
    expect(await head.findByText('Kettle 2')).toBeInTheDocument()
    expect(head.getByRole('link', { name: /B0PRODUCT2/ })).toBeInTheDocument()
    expect(head.getByText('Best Overall')).toBeInTheDocument()
    expect(head.getByText('Out of Stock')).toBeInTheDocument()
    expect(head.getByText('2026-03-01 06:12')).toBeInTheDocument()
  })

  it('say in words what was not scanned, never scanned, and is no ASIN [PROD-042] [PROD-043] [PROD-044]', async () => {
    const { unmount } = openAs(server, 'opm', '/products?productId=4')
    const unscanned = within(await dialog())
    expect(await unscanned.findByText('Not Scanned')).toBeInTheDocument()
    expect((await unscanned.findAllByText('Never Scanned')).length).toBeGreaterThan(0)
    unmount()
    openAs(server, 'opm', '/products?productId=3')
    expect(await within(await dialog()).findByText('Invalid ASIN')).toBeInTheDocument()
  })

  it('show the history of the scans and a picture of price and stock [PROD-018]', async () => {
    server.answer('GET /api/products/1/stocks', {
      body: [
        { product_stock_id: 3, stock: 'IN_STOCK', created_at: daysAgo(20) },
        { product_stock_id: 2, stock: 'OUT_OF_STOCK', created_at: daysAgo(30) },
        { product_stock_id: 1, stock: 'IN_STOCK', created_at: daysAgo(60) },
      ],
    })
    server.answer('GET /api/products/1/prices', {
      body: [
        { cents: 9000, currency: 'USD', created_at: daysAgo(60) },
        { cents: 7000, currency: 'USD', created_at: daysAgo(45) },
        { cents: 8000, currency: 'USD', created_at: daysAgo(20) },
      ],
    })
    const user = userEvent.setup()
    openAs(server, 'opm', '/products?productId=1')
    const shown = within(await dialog())
    expect(
      await shown.findByRole('img', {
        name: 'The last 90 days: out of stock on 10 days, lowest price $70.00, last price $80.00',
      }),
    ).toBeInTheDocument()
    const history = shown.getByText('Scan history').closest('details')
    expect(history).toHaveTextContent('3 changes, 1 out of stock')
    expect(within(history as HTMLElement).getAllByRole('listitem', { hidden: true })).toHaveLength(3)
    await user.click(shown.getByText('30 d'))
    expect(
      await shown.findByRole('img', { name: /^The last 30 days: out of stock on 10 days/ }),
    ).toBeInTheDocument()
  })

  it('whose history cannot be read say so [PROD-057]', async () => {
    server.answer('GET /api/products/1/stocks', FAILED)
    openAs(server, 'opm', '/products?productId=1')
    expect(await within(await dialog()).findByText('Stocks could not be searched.')).toBeInTheDocument()
  })

  it('have what the marketplace says under PA API [PROD-019] [PROD-020] [PROD-021] [PROD-022] [PROD-023] [PROD-024] [PROD-025]', async () => {
    openAs(server, 'opm', '/products?productId=1')
    const shown = within(await dialog())
    expect(await shown.findByRole('tab', { name: 'PA API', selected: true })).toBeInTheDocument()
    expect(await shown.findByText(PROVIDER.title)).toBeInTheDocument()
    expect(shown.getByText('Home & Kitchen › Kettles')).toBeInTheDocument()
    expect(shown.getByRole('link', { name: 'marketplace page' })).toHaveAttribute('href', PROVIDER.pageURL)
    expect(shown.getByText('Pours slowly')).toBeInTheDocument()
    expect(shown.getByRole('heading', { name: 'Manufacturer' }).parentElement).toHaveTextContent(
      'BrandTarnwick',
    )
    const [, offer] = within(shown.getByRole('table', { name: 'Offers' })).getAllByRole('row')
    expect(offer).toHaveTextContent(
      'Harbor & Hill4.6 of 5, 1,834 ratingsIn StockPrimeFulfilled by Amazon$79.99$99.99$20.00 (20 %)',
    )
  })

  it('leave out what the marketplace does not say, and say what nobody could verify', async () => {
    const [offer] = PROVIDER.offers
    server.answer('GET /api/products/1/paapi', {
      body: {
        ...PROVIDER,
        pageURL: null,
        categories: [],
        features: [],
        info: [],
        offers: [
          { ...offer, isVerified: false, availability: null, typeAvailability: 'RESTOCKING', savings: null },
        ],
      },
    })
    openAs(server, 'opm', '/products?productId=1')
    const shown = within(await dialog())
    expect(await shown.findByText('Could not verify')).toBeInTheDocument()
    expect(shown.getByText('RESTOCKING')).toBeInTheDocument()
    for (const label of ['Categories', 'Page', 'Features']) expect(shown.queryByText(label)).toBeNull()
  })

  it('of an ASIN that the marketplace does not know say that it was not found [PROD-045]', async () => {
    server.answer('GET /api/products/3/paapi', {
      body: {
        ...PROVIDER,
        state: 'invalid',
        title: null,
        offers: [],
        info: [],
        features: [],
        categories: [],
      },
    })
    openAs(server, 'opm', '/products?productId=3')
    expect(await within(await dialog()).findByText('ASIN not found')).toBeInTheDocument()
  })

  it('have what publishers say under STATS, or say that there is nothing [PROD-026] [PROD-027] [PROD-046]', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/products/2/stats', {
      body: [
        {
          asin: 'B0PRODUCT2',
          name: 'Slowpour',
          subheader: 'For slow mornings',
          award: 'Editor’s pick',
          blurb: 'It pours.',
          story: { title: 'Kettles, tested', url: 'https://nookwise.example/1', last_day: '2026-03-01' },
        },
      ],
    })
    const { unmount } = openAs(server, 'opm', '/products?productId=1')
    await user.click(await within(await dialog()).findByRole('tab', { name: 'STATS' }))
    expect(await screen.findByText('No Stats Found')).toBeInTheDocument()
    expect(new URL(window.location.href).searchParams.get('tab')).toBe('stats')
    unmount()
    openAs(server, 'opm', '/products?productId=2&tab=stats')
    const panel = await screen.findByRole('tabpanel')
    await waitFor(() =>
      expect(panel).toHaveTextContent(
        'NameSlowpourSubheaderFor slow morningsAwardEditor’s pickBlurbIt pours.Kettles, tested',
      ),
    )
  })

  it('of a product that does not exist say so and lead back to the list [PROD-054] [PROD-055]', async () => {
    server.answer('GET /api/products/99', { status: 404, body: { message: 'Product not found.' } })
    openAs(server, 'opm', '/products?productId=99')
    expect(await screen.findByText('Product not found.')).toBeInTheDocument()
    await row('Kettle 1')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(new URL(window.location.href).searchParams.has('productId')).toBe(false)
  })

  it('go on to the next product of the page and back by J and K', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/products?productId=1')
    expect(await within(await dialog()).findByText('Kettle 1')).toBeInTheDocument()
    await user.keyboard('j')
    expect(await within(await dialog()).findByText('Kettle 2')).toBeInTheDocument()
    await user.keyboard('k')
    expect(await within(await dialog()).findByText('Kettle 1')).toBeInTheDocument()
  })
})

describe('a scan', () => {
  const begin = () => screen.getByRole('button', { name: /Scan stock/ })

  it('that has ended says what it has brought, and one that runs how far it is', async () => {
    openAs(server, 'opm', '/products')
    expect(
      await screen.findByText(/1,190 scanned, 10 not answered for, 12 went out, 31 came back/),
    ).toBeInTheDocument()
    server.answer('GET /api/products/scans', {
      body: progress({ running: aScan({ kind: 'asked', state: 'running', done: 120, ended_at: null }) }),
    })
    server.answer('POST /api/products/scans', { status: 202, body: aScan({ state: 'running' }) })
    await userEvent.click(begin())
    expect(await screen.findByText('Scanning: 120 of 1,200')).toBeInTheDocument()
    expect(server.sent('POST /api/products/scans').map(({ json }) => json)).toEqual([
      { query: '', stock: 'All' },
    ])
  })

  it('of more than a thousand products asks first', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/products', { body: pageOf(PRODUCTS, 1001) })
    server.answer('POST /api/products/scans', { status: 202, body: aScan({ state: 'running' }) })
    openAs(server, 'opm', '/products')
    await row('Kettle 1')
    await waitFor(() => expect(begin()).toBeEnabled())
    await user.click(begin())
    const question = await screen.findByRole('dialog')
    expect(question).toHaveTextContent('1,001 products will be asked for')
    expect(question).toHaveTextContent('4,880 of today’s 5,000 calls are left')
    expect(server.sent('POST /api/products/scans')).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Scan stock' }))
    await waitFor(() => expect(server.sent('POST /api/products/scans')).toHaveLength(1))
  })

  it('cannot be begun where no marketplace is connected, and says why', async () => {
    server.answer('GET /api/products/scans', { body: progress({ is_scanning: false, last: null }) })
    openAs(server, 'opm', '/products')
    expect(await screen.findByText('Stock is not scanned: no marketplace is connected.')).toBeInTheDocument()
    expect(begin()).toBeDisabled()
  })
})
