import './stock-report-screen.tsx'
import '../../articles/replacements/replace-panel.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const PRODUCTS = 'GET /api/stocks/oos-products'
const known = {
  site: 'hs',
  product_id: 5,
  image_url: null,
  award: 'Best Overall',
  since: null,
  at_risk: 40,
  is_estimate: false,
  commission: null,
}
const DRAFTED = { article_id: 8, status: 'draft', is_without: true }
const IN_PROGRESS = { article_id: 7, status: 'requested', is_without: false }
const row = (id: string, changes = {}) => ({
  ...known,
  ASIN: 'B0AAAAAAS1',
  TITLE: 'Dunlarch V2',
  AVAILABILITY_TYPE: 'OUT_OF_STOCK',
  PERMALINK: `https://hs.example/${id}`,
  POST_ID: id,
  POST_TITLE: `Vacuums ${id}`,
  is_here: false,
  is_article: false,
  update: null,
  edit_url: null,
  ...changes,
})
const product = (changes = {}) => ({
  ...known,
  asin: 'B0AAAAAAS1',
  title: 'Dunlarch V2',
  availability_type: 'OUT_OF_STOCK',
  unknown: 0,
  ...changes,
})

let server: Loopback
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/stats/choices', {
    body: { winners_size: null, surfaces_view: null, oos_group: null },
  })
  const sums = { at_risk: 220, is_estimate: true, unknown: 0, new: { products: 0, at_risk: null }, sites: [] }
  server.answer('GET /api/stocks/oos-summary', { body: { products: 1, posts: 6, ...sums } })
  server.answer('GET /api/replacements/back', { body: [] })
  const none = { places: 0, at_risk: null }
  server.answer('GET /api/stocks/oos-places', { body: { here: none, on_sites: none, drafted: none } })
})
afterEach(() => server.close())

it('a product says before the click where its posts can be changed', async () => {
  const rows = [row('1', { is_here: true }), row('2'), row('3')]
  server.answer(PRODUCTS, {
    body: { totalCount: 1, nodes: [product({ posts: 3, rows })] },
  })
  openAs(server, 'opm', '/reports/oos?group=product')
  const line = within((await screen.findByText('Dunlarch V2')).closest('tr') as HTMLElement)
  expect(line.getByText('1 here · 2 on their sites')).toBeInTheDocument()
  expect(line.queryByText('readers still see the old product')).toBeNull()
})

it('a product whose update is only drafted says that readers still see it', async () => {
  const rows = [row('1', { is_here: true, update: DRAFTED }), row('2')]
  server.answer(PRODUCTS, {
    body: { totalCount: 1, nodes: [product({ posts: 2, rows })] },
  })
  openAs(server, 'opm', '/reports/oos?group=product')
  const line = within((await screen.findByText('Dunlarch V2')).closest('tr') as HTMLElement)
  expect(line.getByText('1 drafted · 1 on its site')).toBeInTheDocument()
  expect(line.getByText('readers still see the old product')).toBeInTheDocument()
})

it('above the products, figures show where they can be replaced and the amount at risk there', async () => {
  server.answer(PRODUCTS, {
    body: { totalCount: 1, nodes: [product({ posts: 1, rows: [row('1')] })] },
  })
  server.answer('GET /api/stocks/oos-places', {
    body: {
      here: { places: 18, at_risk: 4610.2 },
      on_sites: { places: 1, at_risk: null },
      drafted: { places: 0, at_risk: null },
    },
  })
  openAs(server, 'opm', '/reports/oos?group=product')
  const tile = async (name: string) => (await screen.findByText(name)).closest('div')
  expect(await screen.findByText('18 places')).toBeInTheDocument()
  expect(await tile('Can be changed here')).toHaveTextContent('18 places$4,610.20 a week')
  expect(await tile('On their sites')).toHaveTextContent('1 placeamount at risk unknown')
  expect(await tile('Drafted, not live')).toHaveTextContent('0 places–')
})

it('edits of a post that was not written here are requested from its row, with a product to put instead', async () => {
  const rows = [row('1', { is_here: true, is_article: true }), row('2'), row('3', { update: DRAFTED })]
  server.answer(PRODUCTS, {
    body: { totalCount: 1, nodes: [product({ posts: 3, rows })] },
  })
  server.answer('GET /api/replacements/candidates', { body: { shelf: null, posts: 3, candidates: [] } })
  const user = userEvent.setup()
  openAs(server, 'opm', '/reports/oos?group=product')
  await user.click(await screen.findByRole('button', { name: 'Show details' }))
  await user.click(screen.getByRole('button', { name: /^Request edits/ }))
  expect(await screen.findByRole('heading', { name: 'Replace everywhere' })).toBeInTheDocument()
  expect(window.location.search).toContain('replace=B0AAAAAAS1')
})

it('a product whose posts can all be changed only on their sites leads to the choice of another', async () => {
  server.answer(PRODUCTS, {
    body: { totalCount: 1, nodes: [product({ posts: 2, rows: [row('1'), row('2')] })] },
  })
  server.answer('GET /api/replacements/candidates', { body: { shelf: null, posts: 2, candidates: [] } })
  openAs(server, 'opm', '/reports/oos?group=product')
  await userEvent.click(await screen.findByRole('button', { name: 'Request edits Dunlarch V2' }))
  await waitFor(() => expect(window.location.search).toContain('replace=B0AAAAAAS1'))
})

it('Enter on a product opens the panel, and Escape closes it and returns to the row', async () => {
  server.answer(PRODUCTS, {
    body: { totalCount: 1, nodes: [product({ posts: 1, rows: [row('1', { is_here: true })] })] },
  })
  server.answer('GET /api/replacements/candidates', { body: { shelf: null, posts: 1, candidates: [] } })
  const user = userEvent.setup()
  openAs(server, 'opm', '/reports/oos?group=product')
  const line = (await screen.findByText('Dunlarch V2')).closest('tr') as HTMLElement
  expect(screen.getByRole('button', { name: 'Export Report' })).toHaveClass('btn-primary')
  line.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Replace everywhere' })).toHaveFocus())
  expect(screen.getByRole('button', { name: 'Export Report' })).not.toHaveClass('btn-primary')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(line).toHaveFocus())
  expect(screen.queryByRole('heading', { name: 'Replace everywhere' })).toBeNull()
})

it.each([
  {
    posts: 'all have a draft without it',
    rows: [row('1', { is_here: true, update: DRAFTED }), row('2', { update: DRAFTED })],
    button: 'See drafts Dunlarch V2',
    listed: 'update drafted: Vacuums 2',
  },
  {
    posts: 'have updates in progress that still recommend it',
    rows: [row('1', { update: IN_PROGRESS }), row('2', { update: IN_PROGRESS })],
    button: 'See updates Dunlarch V2',
    listed: 'update in progress: Vacuums 2',
  },
])('a product whose posts $posts leads to them from its row', async ({ rows, button, listed }) => {
  server.answer(PRODUCTS, {
    body: { totalCount: 1, nodes: [product({ posts: 2, rows })] },
  })
  openAs(server, 'opm', '/reports/oos?group=product')
  const opener = await screen.findByRole('button', { name: button })
  expect(opener).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(opener)
  expect(screen.getByRole('button', { name: button })).toHaveAttribute('aria-expanded', 'true')
  const posts = within(await screen.findByRole('list', { name: 'Posts that recommend Dunlarch V2' }))
  expect(posts.getByLabelText(listed)).toBeInTheDocument()
  // The panel also reaches unpublished articles.
  await userEvent.click(screen.getByRole('button', { name: 'Replace everywhere' }))
  await waitFor(() => expect(window.location.search).toContain('replace=B0AAAAAAS1'))
})

it('a product with one post leads straight to the update of that post, or requests its edits', async () => {
  const one = (id: string, changes: object) =>
    product({ asin: `B0AAAAAAS${id}`, product_id: Number(id), posts: 1, rows: [row(id, changes)] })
  server.answer(PRODUCTS, {
    body: {
      totalCount: 3,
      nodes: [
        one('1', { is_here: true, update: IN_PROGRESS }),
        one('2', {}),
        one('3', { update: { ...DRAFTED, article_id: null } }),
      ],
    },
  })
  openAs(server, 'opm', '/reports/oos?group=product')
  expect(await screen.findByRole('link', { name: 'Open update: Vacuums 1' })).toHaveAttribute(
    'href',
    '/articles/7',
  )
  expect(screen.getByRole('button', { name: /^Request edits / })).toBeInTheDocument()
  expect(screen.getByText('1 here · update in progress')).toBeInTheDocument()
  // Another user's draft can't be opened.
  expect(screen.getByText('update drafted')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Replace/ })).toBeNull()
})
