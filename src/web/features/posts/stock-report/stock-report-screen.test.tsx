import { DAY_MS } from '#shared/format/duration.ts'
import './stock-report-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browser, parametersIn } from '#web/testing/browser.ts'
import { textsByHead } from '#web/testing/cells.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const row = (changes = {}) => ({
  ASIN: 'B0AAAAAAS1',
  TITLE: 'Heron Kettle',
  PERMALINK: 'https://shop.example/71',
  POST_ID: '71',
  POST_TITLE: 'Best Kettles',
  AVAILABILITY_TYPE: 'OUT_OF_STOCK',
  site: 'hs',
  is_here: true,
  edit_url: 'https://hs.example/wp-admin/post.php?post=71&action=edit',
  product_id: 5,
  image_url: null,
  award: 'Best Overall',
  since: new Date(Date.now() - 38.5 * DAY_MS).toISOString(),
  at_risk: 1010.5,
  is_estimate: false,
  commission: null,
  ...changes,
})
const LIST = 'GET /api/stocks/oos-report'
const SUMMARY = 'GET /api/stocks/oos-summary'
const summary = (changes = {}) => ({
  body: {
    is_checked: true,
    products: 41,
    posts: 63,
    at_risk: 1010.5,
    is_estimate: false,
    unknown: 1,
    new: { products: 2, at_risk: 112.25 },
    sites: [
      { site: 'hs', at_risk: 1000 },
      { site: 'xx', at_risk: 10.5 },
    ],
    ...changes,
  },
})
const page = (edges: object[], info = {}) => ({
  body: { pageInfo: { total: edges.length, at_risk: 1010.5, unknown: 1, ...info }, edges },
})

let server: Loopback
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/warehouse', { body: { warehouse: null } })
  server.answer('GET /api/sites', {
    body: [{ site_id: 3, code: 'hs', display_name: 'Hearthside', logo_url: '/images/hs.svg', url: '' }],
  })
  server.answer('GET /api/stats/choices', {
    body: { winners_size: 25, surfaces_view: null, oos_group: null },
  })
  server.answer(SUMMARY, summary())
  server.answer(
    LIST,
    page(
      [
        row(),
        row({
          ASIN: 'B0AAAAAAS2',
          POST_ID: '74',
          POST_TITLE: 'Camping Kettles',
          AVAILABILITY_TYPE: 'INVALID_ASIN',
          edit_url: null,
          since: null,
          award: '',
          at_risk: null,
          commission: { category: 'Kettles', percent: 4.5, per_sale: 3.6 },
        }),
      ],
      { total: 41 },
    ),
  )
})
afterEach(() => server.close())

const open = async (search = '') => {
  openAs(server, 'opm', `/reports/oos${search}`)
  return screen.findByText('B0AAAAAAS1')
}
const asked = () => Object.fromEntries(new URLSearchParams(server.sent(LIST).at(-1)?.search))
const rowOf = (text: string) => within(screen.getByText(text).closest('tr') as HTMLElement)

it('a product with unknown earnings shows its commission per sale', async () => {
  await open()
  expect(rowOf('B0AAAAAAS2').getByText('≈ $3.60 a sale')).toBeInTheDocument()
})

it('Products OOS shows unavailable products with ASIN, name, article title and status, and the amount at risk [REP-004] [REP-026] [REP-028] [REP-029]', async () => {
  await open()
  expect(asked()).toEqual({
    page: '1',
    sort: 'AT_RISK',
    sortOrder: 'desc',
    'stock[0]': 'INVALID_ASIN',
    'stock[1]': 'OUT_OF_STOCK',
  })
  expect(screen.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Products OOS' })).toHaveAttribute('aria-current', 'page')
  for (const name of ['ASIN', 'Name', 'Article title', 'Status'])
    expect(screen.getByRole('columnheader', { name })).toBeInTheDocument()
  const first = rowOf('Best Kettles')
  expect(first.getByRole('link', { name: /^B0AAAAAAS1/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/dp\/B0AAAAAAS1$/),
  )
  // The sites may be answered after the rows.
  await first.findByRole('img', { name: 'Hearthside' })
  expect(textsByHead(screen.getByText('Best Kettles').closest('tr') as HTMLElement)).toMatchObject({
    Name: 'Heron Kettle',
    'Article title': expect.stringMatching(/^Best Kettles/),
    Status: 'Out of Stock',
    For: '38 days',
    Award: 'Best Overall',
    'At risk a week': expect.stringContaining('$1,010.50'),
  })
  // Twenty per page.
  expect(screen.getByText('1–20 of 41')).toBeInTheDocument()
  const answer = await screen.findByText(
    /at risk a week, \$4,378\.83 a month: 41 products in 63 posts, sold out or with an invalid ASIN/,
  )
  expect(answer).toHaveTextContent('without 1 with no earnings data')
  expect(answer).toHaveTextContent('↑ $112.25 2 products new since yesterday')
  const sites = within(screen.getByRole('region', { name: 'At risk' }))
  // Site names are loaded separately.
  await expect
    .poll(() => sites.getAllByRole('listitem').map(({ textContent }) => textContent))
    .toEqual(['Hearthside $1,000.00', 'xx $10.50'])
})

it('an article title links to the editor of its site, or to its public page if there is none [REP-027]', async () => {
  await open()
  expect(screen.getByRole('link', { name: /^Best Kettles/ })).toHaveAttribute(
    'href',
    'https://hs.example/wp-admin/post.php?post=71&action=edit',
  )
  expect(screen.getByRole('link', { name: /^Camping Kettles/ })).toHaveAttribute(
    'href',
    'https://shop.example/71',
  )
})

it('Products OOS keeps stock, site, words, order and page in its address [REP-006] [REP-007] [REP-008] [REP-009] [REP-010] [REP-011]', async () => {
  const address = '?stock[]=IN_STOCK&site=3&query=heron&sort=POST_TITLE&sortOrder=asc&page=2'
  await open(address)
  expect(parametersIn(window.location.search)).toEqual(parametersIn(address))
  expect(asked()).toEqual({
    page: '2',
    sort: 'POST_TITLE',
    sortOrder: 'asc',
    'stock[0]': 'IN_STOCK',
    'site_filter[0]': '3',
    query: 'heron',
  })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await waitFor(() => expect(asked()).toMatchObject({ 'stock[0]': 'INVALID_ASIN', page: '1' }))
  expect(asked()).not.toHaveProperty('query')
  expect(window.location.search).toBe('?sort=POST_TITLE&sortOrder=asc')
})

it('filters of one report apply to the next one, and each opens with the user’s choices', async () => {
  await open('?query=heron&site=3&stock[]=IN_STOCK')
  const address = () =>
    new URL(screen.getByRole('link', { name: 'Keyword Winners' }).getAttribute('href') ?? '', 'http://x')
  expect(address().pathname).toBe('/reports/winners')
  const kept = { query: 'heron', site: '3', 'stock[]': 'IN_STOCK' }
  await waitFor(() => expect(Object.fromEntries(address().searchParams)).toEqual({ ...kept, size: '25' }))
})

it('Export Report of Products OOS saves a workbook of the filtered rows [REP-030] [REP-036]', async () => {
  server.answer('GET /api/stocks/oos.xlsx', { body: { any: 'bytes' } })
  const user = userEvent.setup()
  await open('?query=heron')
  await user.click(screen.getByRole('button', { name: 'Export Report' }))
  await waitFor(() => expect(server.sent('GET /api/stocks/oos.xlsx')).toHaveLength(1))
  expect(server.sent('GET /api/stocks/oos.xlsx')[0]?.search).toContain('query=heron')
})

it('Products OOS that cannot be read says so, and can be retried', async () => {
  server.answer(LIST, { status: 400, body: { message: 'Not today.' } })
  openAs(server, 'opm', '/reports/oos')
  expect(await screen.findByText('Stocks could not be searched.')).toBeInTheDocument()
  server.answer(LIST, page([row()]))
  await userEvent.setup().click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('B0AAAAAAS1')).toBeInTheDocument()
})

it.each([
  ['', LIST],
  ['?group=product', 'GET /api/stocks/oos-products'],
])('if stock was never read, Products OOS%s says so, and not that all is well', async (query, route) => {
  server.answer(route, page([], { at_risk: null, unknown: 0 }))
  server.answer(SUMMARY, summary({ is_checked: false, products: 0, posts: 0, at_risk: null, unknown: 0 }))
  openAs(server, 'opm', `/reports/oos${query}`)
  expect(await screen.findByRole('heading', { name: 'Stock hasn’t been checked yet' })).toBeInTheDocument()
  expect(screen.queryByText('Everything is in stock')).toBeNull()
  await userEvent.setup().click(screen.getByText('Connect Amazon'))
  expect(screen.getByText(/AMAZON_CREATORS_CREDENTIAL_ID/)).toBeVisible()
})

it.each([
  ['stock[]=OUT_OF_STOCK&stock[]=INVALID_ASIN', ', sold out or with an invalid ASIN'],
  ['stock[]=OUT_OF_STOCK&stock[]=INVALID_ASIN&stock[]=IN_STOCK', ''],
  ['stock[]=OUT_OF_STOCK', ''],
])(
  'the counted products are named only if they are those of the default filter: %s',
  async (query, kinds) => {
    server.answer(LIST, page([], { at_risk: null, unknown: 0 }))
    server.answer(SUMMARY, summary({ products: 41, posts: 63 }))
    openAs(server, 'opm', `/reports/oos?${query}`)
    const answer = await screen.findByText(/41 products in 63 posts/)
    expect(answer.textContent).toContain(`63 posts${kinds}`)
    expect(answer.textContent?.includes('sold out or')).toBe(kinds !== '')
  },
)

it('Products OOS says if nothing is out of stock, and offers to clear the filters if they match nothing', async () => {
  server.answer(LIST, page([], { at_risk: null, unknown: 0 }))
  server.answer(SUMMARY, summary({ products: 0, posts: 0, at_risk: null, unknown: 0 }))
  openAs(server, 'opm', '/reports/oos')
  expect(await screen.findByRole('heading', { name: 'Everything is in stock' })).toBeInTheDocument()
  expect(screen.queryByText(/at risk/)).toBeNull()
})
