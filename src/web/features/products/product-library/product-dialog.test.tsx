import './products-screen.tsx'
import './product-dialog.tsx'
import './product-articles-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

import {
  aProduct,
  daysAgo,
  FAILED,
  inState,
  openLibraryServer,
  PROVIDER,
  pageOf,
} from '#web/testing/product-library.ts'

let server: Loopback
beforeEach(async () => {
  server = await openLibraryServer()
})
afterEach(() => server.close())

const row = async (name: string) => {
  const cell = await screen.findByText(name)
  const found = cell.closest('tr')
  if (!found) throw new Error(`${name} is in no row`)
  return within(found)
}
const dialog = () => screen.findByRole('dialog')

describe('the details of a product', () => {
  it('are opened by a button, and are in the address [PROD-002] [PROD-008] [PROD-009]', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/products')
    await user.click((await row('Kettle 2')).getByRole('button', { name: 'Details of Kettle 2' }))
    expect(new URL(window.location.href).searchParams.get('productId')).toBe('2')
    expect(await within(await dialog()).findByText('Kettle 2')).toBeInTheDocument()
  })

  it('start with ASIN, name, award, state and its start [PROD-013] [PROD-014] [PROD-015] [PROD-016] [PROD-017]', async () => {
    openAs(server, 'opm', '/products?productId=2')
    const head = within(await dialog())
    expect(await head.findByText('Kettle 2')).toBeInTheDocument()
    expect(head.getByRole('link', { name: /B0PRODUCT2/ })).toBeInTheDocument()
    expect(head.getByText('Best Overall')).toBeInTheDocument()
    expect(head.getByText('Out of Stock')).toBeInTheDocument()
    expect(head.getByText('2026-03-01 06:12')).toBeInTheDocument()
  })

  it('say in words that a product was not scanned, was never scanned, or has an invalid ASIN [PROD-042] [PROD-043] [PROD-044]', async () => {
    const { unmount } = openAs(server, 'opm', '/products?productId=4')
    const unscanned = within(await dialog())
    expect(await unscanned.findByText('Not Scanned')).toBeInTheDocument()
    expect(unscanned.getByText('Never Scanned')).toBeInTheDocument()
    expect(await unscanned.findByText('No stock history yet.')).toBeInTheDocument()
    unmount()
    openAs(server, 'opm', '/products?productId=3')
    expect(await within(await dialog()).findByText('Invalid ASIN')).toBeInTheDocument()
  })

  it('read from the marketplace update the list and the header too', async () => {
    const first = server.sent('GET /api/products').length
    server.answer('GET /api/products/4/paapi', { body: { ...PROVIDER, as_of: new Date().toISOString() } })
    openAs(server, 'opm', '/products?productId=4')
    expect(await within(await dialog()).findByText('Not Scanned')).toBeInTheDocument()
    await waitFor(() => expect(server.sent('GET /api/products/4')).toHaveLength(2))
    expect(server.sent('GET /api/products').length).toBe(first + 2)
    // The same update does not cause repeated requests.
    expect(server.sent('GET /api/products/4/paapi')).toHaveLength(1)
  })

  it('show the history of the scans and a chart of price and stock [PROD-018]', async () => {
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

  it('with an unreadable history say so [PROD-057]', async () => {
    server.answer('GET /api/products/1/stocks', FAILED)
    openAs(server, 'opm', '/products?productId=1')
    expect(await within(await dialog()).findByText('Stocks could not be searched.')).toBeInTheDocument()
  })

  it('show the marketplace’s data under PA API [PROD-019] [PROD-020] [PROD-021] [PROD-022] [PROD-023] [PROD-024] [PROD-025]', async () => {
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

  it('leave out missing marketplace data, and mark unverified data', async () => {
    const [offer] = PROVIDER.offers
    server.answer('GET /api/products/1/paapi', {
      body: {
        ...PROVIDER,
        pageURL: null,
        categories: [],
        features: [],
        info: [],
        offers: [
          { ...offer, is_verified: false, availability: null, typeAvailability: 'RESTOCKING', savings: null },
        ],
      },
    })
    openAs(server, 'opm', '/products?productId=1')
    const shown = within(await dialog())
    expect(await shown.findByText('Could not verify')).toBeInTheDocument()
    expect(shown.getByText('RESTOCKING')).toBeInTheDocument()
    for (const label of ['Categories', 'Page', 'Features']) expect(shown.queryByText(label)).toBeNull()
  })

  it('of an ASIN unknown to the marketplace say that it was not found [PROD-045]', async () => {
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

  it('show publisher data under STATS, or say that there are none [PROD-026] [PROD-027] [PROD-046]', async () => {
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

  it('show the amount at risk in its posts, as the row does, and link to the page that fixes it', async () => {
    const soldOut = inState(3, 'OUT_OF_STOCK', { risk: { weekly: 12_345, is_estimated: true, posts: 2 } })
    server.answer('GET /api/products', { body: pageOf([soldOut, aProduct(1)]) })
    server.answer('GET /api/products/3', { body: soldOut })
    openAs(server, 'opm', '/products?productId=3')
    const line = await within(await dialog()).findByText(/at risk a week in 2 posts/)
    expect(line).toHaveTextContent('estimated $123.45 at risk a week')
    expect(within(line).getByRole('link', { name: 'Products OOS' })).toHaveAttribute(
      'href',
      expect.stringContaining('group=product&query=B0PRODUCT3'),
    )
    expect((await screen.findByTitle('Kettle 3')).closest('tr')).toHaveTextContent('$123.45')
    expect(screen.getByTitle('Kettle 1').closest('tr')).not.toHaveTextContent('$123.45')
  })

  it('move to the next product of the page and back by J and K', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/products?productId=1')
    expect(await within(await dialog()).findByText('Kettle 1')).toBeInTheDocument()
    // The page that precedes it.
    await screen.findByText('Kettle 2')
    await user.keyboard('j')
    expect(await within(await dialog()).findByText('Kettle 2')).toBeInTheDocument()
    await user.keyboard('k')
    expect(await within(await dialog()).findByText('Kettle 1')).toBeInTheDocument()
  })
})
