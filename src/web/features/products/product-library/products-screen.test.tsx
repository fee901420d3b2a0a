import './products-screen.tsx'
import './product-dialog.tsx'
import './product-articles-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

import {
  anArticle,
  aScan,
  FAILED,
  openLibraryServer,
  PRODUCTS,
  pageOf,
  progress,
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
const markerOf = async (name: string, stock: string) =>
  (await row(name)).getByText(stock).querySelector('[data-marker]')?.getAttribute('data-marker') ?? null
const asked = () =>
  server.sent('GET /api/products').map(({ search }) => Object.fromEntries(new URLSearchParams(search)))
const dialog = () => screen.findByRole('dialog')

describe('the list', () => {
  it('is named Products Library and requests its first page by number [PROD-001] [PROD-010] [PROD-012]', async () => {
    openAs(server, 'opm', '/products')
    expect(await screen.findByRole('heading', { level: 1, name: 'Products Library' })).toBeInTheDocument()
    await row('Kettle 1')
    expect(asked()[0]).toMatchObject({ page: '1', sort: 'product_id', sortOrder: 'asc', stock: 'All' })
  })

  it('shows ASIN, name, stock and articles, and can be sorted by each [PROD-005]', async () => {
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

  it('names the state in words, and marks a sold-out product with a warning, and an invalid or unscanned one with a cross [PROD-038] [PROD-039] [PROD-040] [PROD-041]', async () => {
    openAs(server, 'opm', '/products')
    expect(await markerOf('Kettle 1', 'In Stock')).toBeNull()
    expect(await markerOf('Kettle 2', 'Out of Stock')).toBe('warning')
    expect(await markerOf('Kettle 3', 'Invalid ASIN')).toBe('cross')
    expect(await markerOf('Kettle 4', 'Not Scanned')).toBe('cross')
  })

  it('can be searched by ASIN or name and filtered by state, in the address [PROD-003] [PROD-004] [PROD-047]', async () => {
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

  it('that cannot be read says so, and can be retried [PROD-056]', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/products', FAILED)
    openAs(server, 'opm', '/products')
    expect(await screen.findByText('Products could not be searched.')).toBeInTheDocument()
    server.answer('GET /api/products', { body: pageOf(PRODUCTS) })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await row('Kettle 1')
  })

  it('without a match for the filters offers to show all', async () => {
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
    expect(fourth.getByText('Never Scanned')).toBeInTheDocument()
  })
})

describe('the articles of a product', () => {
  it('are opened by their number, which is disabled if there are none [PROD-006] [PROD-007]', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/products/1/articles', { body: [anArticle(1), anArticle(2)] })
    openAs(server, 'opm', '/products')
    expect((await row('Kettle 4')).getByRole('button', { name: '0 articles with Kettle 4' })).toBeDisabled()
    await user.click((await row('Kettle 1')).getByRole('button', { name: '2 articles with Kettle 1' }))
    expect(await within(await dialog()).findByText('2 articles')).toBeInTheDocument()
  })

  it('are listed below each other with all their details, the first one open [PROD-028] [PROD-029]', async () => {
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

  it('are pending without a task and without a validator [PROD-030] [PROD-031]', async () => {
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
    // The list has one more, which only its writer sees.
    expect(await within(await dialog()).findByText(/^1 article more/)).toBeInTheDocument()
  })
})

describe('a scan', () => {
  const begin = () => screen.getByRole('button', { name: /Scan stock/ })

  it('that has ended shows its result, and a running one its progress', async () => {
    openAs(server, 'opm', '/products')
    expect(
      await screen.findByText(/1,190 scanned, 10 without an answer, 12 sold out, 31 restocked/),
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
    expect(question).toHaveTextContent('This checks 1,001 products')
    expect(question).toHaveTextContent('4,880 of today’s 5,000 calls are left')
    expect(server.sent('POST /api/products/scans')).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Scan stock' }))
    await waitFor(() => expect(server.sent('POST /api/products/scans')).toHaveLength(1))
  })

  it('cannot be started without a connected marketplace, and says why', async () => {
    server.answer('GET /api/products/scans', { body: progress({ is_scanning: false, last: null }) })
    openAs(server, 'opm', '/products')
    expect(await screen.findByText('Stock isn’t scanned: no marketplace is connected.')).toBeInTheDocument()
    expect(begin()).toBeDisabled()
  })
})

it('an address with an invalid number says that there is no such product', async () => {
  openAs(server, 'opm', '/products?productId=abc')
  expect(await screen.findByText('Product not found.')).toBeInTheDocument()
  await waitFor(() => expect(window.location.search).not.toContain('productId'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
