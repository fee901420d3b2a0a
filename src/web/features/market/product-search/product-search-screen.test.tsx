import './product-search-screen.tsx'
import '../../articles/articles/editor/article-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { browser, parametersIn } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'
import { switchLetterKeys } from '#web/ui/input/letter-keys.ts'

const ROUTE = 'GET /api/keyword-opportunities/products'
const product = (at: number, changes = {}) => ({
  asin: `B0STUB${String(at).padStart(4, '0')}`,
  name: `Kettle No. ${at}`,
  brand: 'Kettleby',
  imageUrl: null,
  product_url: `https://www.amazon.com/dp/B0STUB${String(at).padStart(4, '0')}`,
  category: 'Home & Kitchen',
  estimatedSales: 820,
  estRevenue: 40_000.4,
  price: 649,
  nReviews: 2140,
  nSellers: 3,
  listedAt: '2023-04-11',
  estimatedListedAt: null,
  rating: 4.7,
  is_available: true,
  is_brand_only: false,
  articles: 2,
  ...changes,
})
const answer = (products: object[], total = products.length, nearest: string | null = null) => ({
  body: {
    data: {
      data: {
        total_count: total,
        products,
        nearest,
        as_of: '2026-11-20T10:00:00.000Z',
        usage: { source: 'built-in', is_connected: true, calls: null },
      },
    },
  },
})

let server: Loopback
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer(ROUTE, answer([product(1), product(2, { articles: 0, is_available: false })], 412))
})
afterEach(() => {
  vi.useRealTimers()
  return server.close()
})

const asked = (at = -1) => Object.fromEntries(new URLSearchParams(server.sent(ROUTE).at(at)?.search))
const USUAL = {
  includeText: '',
  ratingMin: '4.5',
  reviewsMin: '100',
  page: '1',
  perPage: '50',
  sortBy: 'price',
  sortOrder: 'desc',
  showUnavailable: 'false',
}

it('is named Product Search; it requests products rated 4.5 by 100 buyers, the most expensive first, and shows them [PSEARCH-001] [PSEARCH-014] [PSEARCH-016] [PSEARCH-017] [PSEARCH-018] [PSEARCH-022]', async () => {
  openAs(server, 'opm', '/product-search')
  expect(await screen.findByRole('heading', { level: 1, name: 'Product Search' })).toBeVisible()
  expect(await screen.findByText('Kettle No. 1')).toBeInTheDocument()
  expect(asked()).toEqual(USUAL)
  expect(screen.getByText('412')).toBeInTheDocument()
  const [, first, second] = screen.getAllByRole('row')
  expect(first).toHaveTextContent(
    'Kettle No. 1Kettleby · Home & KitchenB0STUB0001 $649.004.7 ★2,1403820$40,000.402023-04-112 articles',
  )
  expect(second).toHaveTextContent('unavailable')
  expect(second).toHaveTextContent('none yet')
  expect(within(first as HTMLElement).getByRole('link', { name: 'Kettle No. 1' })).toHaveAttribute(
    'href',
    'https://www.amazon.com/dp/B0STUB0001',
  )
  expect(screen.getByText('4.5★ and up, at least 100 ratings')).toBeInTheDocument()
})

it('keeps page, size, order, words and the filter for unavailable products in its address [PSEARCH-002] [PSEARCH-003] [PSEARCH-004] [PSEARCH-005] [PSEARCH-006] [PSEARCH-007]', async () => {
  const address = '?page=3&perPage=25&showUnavailable=true&sortBy=nReviews&sortOrder=asc&includeText=kettle'
  openAs(server, 'opm', `/product-search${address}`)
  expect(await screen.findByRole('link', { name: 'Kettle No. 1' })).toBeInTheDocument()
  expect(parametersIn(window.location.search)).toEqual(parametersIn(address))
  expect(asked()).toEqual({
    ...USUAL,
    page: '3',
    perPage: '25',
    showUnavailable: 'true',
    sortBy: 'nReviews',
    sortOrder: 'asc',
    includeText: 'kettle',
  })
  expect(screen.getByRole('textbox', { name: 'Search the marketplace' })).toHaveValue('kettle')
  expect(screen.getByRole('switch', { name: 'Show unavailable' })).toBeChecked()
  expect(screen.getByRole('columnheader', { name: 'Reviews' })).toHaveAttribute('aria-sort', 'ascending')
})

it.each(['20', '0', '75', 'many', '100000'])(
  'accepts no size of %s from its address [PSEARCH-015]',
  async (size) => {
    openAs(server, 'opm', `/product-search?perPage=${size}`)
    expect(await screen.findByText('Kettle No. 1')).toBeInTheDocument()
    expect(asked()).toEqual(USUAL)
  },
)

it('is sorted by its headers, paged, and shows unavailable products on request [PSEARCH-009] [PSEARCH-010] [PSEARCH-011]', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/product-search')
  await screen.findByText('Kettle No. 1')
  await user.click(screen.getByRole('columnheader', { name: 'Sellers' }))
  await waitFor(() => expect(asked()).toEqual({ ...USUAL, sortBy: 'nSellers', sortOrder: 'asc' }))
  await user.click(screen.getByRole('button', { name: 'Next Page' }))
  await waitFor(() => expect(asked()).toMatchObject({ page: '2', sortBy: 'nSellers' }))
  await user.click(screen.getByRole('switch', { name: 'Show unavailable' }))
  await waitFor(() => expect(asked()).toMatchObject({ page: '1', showUnavailable: 'true' }))
})

it('has 25, 50 or 100 products per page [PSEARCH-013]', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/product-search?page=2')
  await screen.findByText('Kettle No. 1')
  await user.click(screen.getByRole('combobox', { name: 'Products per page' }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered.map((text) => text?.replace(/\D/g, ''))).toEqual(['25', '50', '100'])
  await user.click(await screen.findByText('100 / page'))
  await waitFor(() => expect(asked()).toEqual({ ...USUAL, perPage: '100' }))
})

it('searches two seconds after the last key [PSEARCH-008] [PSEARCH-012]', async () => {
  openAs(server, 'opm', '/product-search')
  await screen.findByText('Kettle No. 1')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await user.type(screen.getByRole('textbox', { name: 'Search the marketplace' }), 'heron')
  await vi.advanceTimersByTimeAsync(1900)
  expect(server.sent(ROUTE)).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(200)
  vi.useRealTimers()
  await waitFor(() => expect(asked()).toEqual({ ...USUAL, includeText: 'heron' }))
})

const named = (name: string) => screen.findByRole('link', { name })
const brandRow = product(3, { name: 'Stock pot', is_brand_only: true })

it('shows products that the words name, marked, and folds those of which only the brand matches', async () => {
  const user = userEvent.setup()
  server.answer(ROUTE, answer([brandRow, product(1)]))
  openAs(server, 'opm', '/product-search?includeText=kett')
  const link = await named('Kettle No. 1')
  expect([...link.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Kettle'])
  expect(screen.getByRole('heading', { name: 'By name or category 1' })).toBeVisible()
  expect(screen.queryByText('Stock pot')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Only the brand matches 1' }))
  expect(await named('Stock pot')).toHaveAttribute('href', 'https://www.amazon.com/dp/B0STUB0003')
})

it('shows products at once of which only the brand matches where there are no others', async () => {
  server.answer(ROUTE, answer([brandRow]))
  openAs(server, 'opm', '/product-search?includeText=kettleby')
  expect(await named('Stock pot')).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Only the brand matches 1' })).toBeVisible()
})

it('a product can be used in a new article, in place of one that is sold out, or by its number', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/sites', { body: [] })
  openAs(server, 'opm', '/product-search')
  await user.click(await screen.findByRole('button', { name: 'Use in article: Kettle No. 1' }))
  expect(await screen.findByRole('menuitem', { name: 'Copy ASIN' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Replace a sold-out product' })).toHaveAttribute(
    'href',
    '/reports/oos',
  )
  await user.click(screen.getByRole('menuitem', { name: 'New article with this product' }))
  expect(await screen.findByDisplayValue('Kettle No. 1')).toBeInTheDocument()
  expect(screen.getByDisplayValue('B0STUB0001')).toBeInTheDocument()
})

it('replacing a sold-out product is offered only to users who may', async () => {
  const permissions = person('opm').permissions.filter((permission) => permission !== 'CreateArticle')
  openAs(server, 'opm', '/product-search', { permissions })
  await userEvent.click(await screen.findByRole('button', { name: 'Use in article: Kettle No. 1' }))
  expect(await screen.findByRole('menuitem', { name: 'Copy ASIN' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Replace a sold-out product' })).toBeNull()
})

const DRAFTS = 'GET /api/articles'
const DRAFT = {
  article_id: 49,
  title: 'Gooseneck Kettles',
  status: 'draft',
  image_url: null,
  site_id: 3,
  site: { site_id: 3, display_name: 'Open Kitchen', logo_url: '' },
  keywords: [],
}
const kept = { product_id: 1, asin: 'B0STUB0009', name: 'Old pot', award: 'Best', summary: null }
const added = { asin: 'B0STUB0001', name: 'Kettle No. 1', award: '', summary: null }

it('a product is added to a draft, and Undo removes it without losing later edits', async () => {
  const user = userEvent.setup()
  let products: object[] = [kept]
  let version = 4
  const whole = () => ({ body: { ...DRAFT, products, version, mirrors: [] } })
  server.answer(DRAFTS, { body: { nodes: [DRAFT], totalCount: 1, page: 1 } })
  server.answer('GET /api/articles/49', whole)
  server.answer('PUT /api/articles/49', ({ json }) => {
    products = (json as { products: object[] }).products
    version += 1
    return whole()
  })
  openAs(server, 'opm', '/product-search')
  await waitFor(() => expect(server.sent(DRAFTS)).toHaveLength(1))
  const search = new URLSearchParams(server.sent(DRAFTS)[0]?.search)
  expect([search.get('users[0]'), search.get('status[0]')]).toEqual([String(person('opm').id), 'draft'])
  await user.click(await screen.findByRole('button', { name: 'Use in article: Kettle No. 1' }))
  await user.click(await screen.findByRole('menuitem', { name: /Gooseneck Kettles/ }))
  expect(await screen.findByText('Added to Gooseneck Kettles')).toBeVisible()
  expect(server.sent('PUT /api/articles/49')[0]?.json).toMatchObject({ products: [kept, added], version: 4 })
  products = [...products, { ...kept, asin: 'B0STUB0010' }]
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  expect(await screen.findByText('Removed from Gooseneck Kettles')).toBeVisible()
  expect(server.sent('PUT /api/articles/49')[1]?.json).toMatchObject({
    products: [kept, { ...kept, asin: 'B0STUB0010' }],
  })
})

it('an article that is no longer a draft is left as it is', async () => {
  const user = userEvent.setup()
  server.answer(DRAFTS, { body: { nodes: [DRAFT], totalCount: 1, page: 1 } })
  const body = { ...DRAFT, status: 'pending', products: [kept], version: 4, mirrors: [] }
  server.answer('GET /api/articles/49', { body })
  openAs(server, 'opm', '/product-search')
  await user.click(await screen.findByRole('button', { name: 'Use in article: Kettle No. 1' }))
  await user.click(await screen.findByRole('menuitem', { name: /Gooseneck Kettles/ }))
  expect(
    await screen.findByText('Gooseneck Kettles is no longer a draft, so it wasn’t changed.'),
  ).toBeVisible()
  expect(server.sent('PUT /api/articles/49')).toEqual([])
})

it('of more drafts than the menu has room for, it leads to all', async () => {
  const user = userEvent.setup()
  const nodes = Array.from({ length: 6 }, (_, at) => ({
    ...DRAFT,
    article_id: 50 + at,
    title: `Draft ${at}`,
  }))
  server.answer(DRAFTS, { body: { nodes, totalCount: 6, page: 1 } })
  openAs(server, 'opm', '/product-search')
  await user.click(await screen.findByRole('button', { name: 'Use in article: Kettle No. 1' }))
  const all = await screen.findByRole('link', { name: 'All drafts' })
  expect(all.getAttribute('href')).toMatch(/^\/articles\?.*draft/)
  expect(screen.getAllByRole('menuitem', { name: /^Draft/ })).toHaveLength(5)
})

it('a draft that has the product already is left as it is', async () => {
  const user = userEvent.setup()
  server.answer(DRAFTS, { body: { nodes: [DRAFT], totalCount: 1, page: 1 } })
  server.answer('GET /api/articles/49', { body: { ...DRAFT, products: [added], version: 4, mirrors: [] } })
  openAs(server, 'opm', '/product-search')
  await user.click(await screen.findByRole('button', { name: 'Use in article: Kettle No. 1' }))
  await user.click(await screen.findByRole('menuitem', { name: /Gooseneck Kettles/ }))
  expect(await screen.findByText('Gooseneck Kettles already has this product')).toBeVisible()
  expect(server.sent('PUT /api/articles/49')).toEqual([])
})

it('on a focused row Enter opens the product and U its menu, unless single-letter shortcuts are off', async () => {
  const user = userEvent.setup()
  onTestFinished(() => switchLetterKeys(true))
  openAs(server, 'opm', '/product-search')
  const link = await named('Kettle No. 1')
  const row = link.closest('tr')
  const opened = vi.fn((event: Event) => event.preventDefault())
  link.addEventListener('click', opened)
  // An empty part of the row leads nowhere.
  await user.click(within(row as HTMLElement).getByText('820'))
  expect(opened).not.toHaveBeenCalled()
  row?.focus()
  await user.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledOnce()
  switchLetterKeys(false)
  await user.keyboard('u')
  expect(screen.queryByRole('menuitem', { name: 'Copy ASIN' })).toBeNull()
  switchLetterKeys(true)
  await user.keyboard('u')
  expect(await screen.findByRole('menuitem', { name: 'Copy ASIN' })).toBeVisible()
})

it('words that match nothing lead to their nearest spelling', async () => {
  const user = userEvent.setup()
  server.answer(ROUTE, ({ search }) =>
    search.includes('ketle') ? answer([], 0, 'kettle') : answer([product(1)]),
  )
  openAs(server, 'opm', '/product-search?includeText=ketle')
  await user.click(await screen.findByRole('link', { name: 'kettle' }))
  expect(await named('Kettle No. 1')).toBeVisible()
  expect(screen.getByRole('textbox', { name: 'Search the marketplace' })).toHaveValue('kettle')
})

it('a failed search says so, and past page 1 suggests checking the page number [PSEARCH-023] [PSEARCH-024]', async () => {
  server.answer(ROUTE, { status: 400, body: { message: 'Not today.' } })
  openAs(server, 'opm', '/product-search?page=7')
  expect(await screen.findByText("Couldn't search products.")).toBeInTheDocument()
  expect(screen.getByText('Not today. Check the page 7')).toBeInTheDocument()
})

it('a failed search on page 1 shows no hint [PSEARCH-025]', async () => {
  server.answer(ROUTE, { status: 400, body: { message: 'Not today.' } })
  openAs(server, 'opm', '/product-search')
  expect(await screen.findByText("Couldn't search products.")).toBeInTheDocument()
  expect(screen.getByText('Not today.')).toBeInTheDocument()
  expect(screen.queryByText(/Check the page/)).toBeNull()
})

it('in a workspace without a market Product Search says so, and links to our own products', async () => {
  server.answer(ROUTE, {
    body: {
      data: {
        data: {
          total_count: 0,
          products: [],
          nearest: null,
          as_of: '2026-11-20T10:00:00.000Z',
          usage: { source: 'built-in', is_connected: false, calls: null },
        },
      },
    },
  })
  openAs(server, 'opm', '/product-search')
  expect(await screen.findByRole('heading', { name: 'The marketplace isn’t connected' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Open Products Library' })).toHaveAttribute('href', '/products')
  expect(screen.queryByText('Sample data: no data provider is connected.')).toBeNull()
})
