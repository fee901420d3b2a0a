import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProductSummary } from '#shared/features/products/products/contract.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { type ArticleValues, blankValues, type ProductValues } from '../use-article-values.ts'
import { ProductsFields } from './products-fields.tsx'

const ROUTE = 'GET /api/products/preview'
const KETTLE = 'B0KETTLE01'
const OVEN = 'B0OVEN0001'
const SEARCH = 'GET /api/products/search'
const SHOP: Record<string, Partial<ProductSummary>> = {
  [KETTLE]: {
    name: 'Tarnwick Slowpour 0.9 L',
    image_url: '/catalog/kettle-teal-1.jpg',
    price: '$79.99',
    stock: 'IN_STOCK',
    availability: 'In Stock',
  },
  [OVEN]: { name: 'Haldenby Countertop 9', image_url: '/catalog/oven-red-2.jpg', stock: 'OUT_OF_STOCK' },
}

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer(ROUTE, ({ search }) => ({
    body: [...new URLSearchParams(search).values()].map((asin) => ({
      asin,
      as_of: '2026-11-20T12:00:00.000Z',
      is_stale: false,
      ...(SHOP[asin] ?? { stock: 'INVALID_ASIN' }),
    })),
  }))
})
afterEach(() => server.close())

function Products({ products }: { products: ProductValues[] }) {
  const form = useForm<ArticleValues>({ id: 'article', known: { values: { ...blankValues(), products } } })
  return <ProductsFields form={form} isProposed={false} />
}
const product = (changes: Partial<ProductValues> = {}): ProductValues => ({
  key: 0,
  asin: '',
  name: '',
  award: '',
  summary: '',
  ...changes,
})
const open = (...products: ProductValues[]) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Products products={products} />
    </QueryClientProvider>,
  )
const fieldOf = (words: string) => screen.getByLabelText(`${words} of product 1`)
const nameOf = (number: number) => screen.getByLabelText(`Name of product ${number}`)
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('a product in the article dialog', () => {
  it('shows its picture and its price at the marketplace', async () => {
    open(product({ asin: KETTLE, name: 'Our name' }))
    const picture = await screen.findByRole('img', { name: 'Tarnwick Slowpour 0.9 L' })
    expect(picture).toHaveAttribute('src', '/catalog/kettle-teal-1.jpg')
    expect(picture).toHaveAttribute('title', expect.stringMatching(/\$79\.99 · In Stock · as of /))
  })

  it('gets the marketplace’s name once its ASIN is complete', async () => {
    open(product())
    type('ASIN of product 1', KETTLE.slice(0, 9))
    type('ASIN of product 1', KETTLE.toLowerCase())
    await waitFor(() => expect(nameOf(1)).toHaveValue('Tarnwick Slowpour 0.9 L'))
    expect(server.sent(ROUTE).map(({ search }) => search)).toEqual([`?asins[0]=${KETTLE}`])
  })

  it('keeps a name that the user typed', async () => {
    open(product({ name: 'Our name' }))
    type('ASIN of product 1', KETTLE)
    await screen.findByRole('img', { name: 'Tarnwick Slowpour 0.9 L' })
    expect(nameOf(1)).toHaveValue('Our name')
  })

  it('whose name was deleted on purpose stays without one', async () => {
    open(product())
    type('ASIN of product 1', KETTLE)
    await waitFor(() => expect(nameOf(1)).toHaveValue('Tarnwick Slowpour 0.9 L'))
    type('Name of product 1', '')
    type('Award of product 1', 'Best Overall')
    expect(nameOf(1)).toHaveValue('')
  })

  it('without a name stays so when the dialog opens', async () => {
    open(product({ asin: KETTLE }), product({ key: 1 }))
    await screen.findByRole('img', { name: 'Tarnwick Slowpour 0.9 L' })
    type('ASIN of product 2', OVEN)
    await waitFor(() => expect(nameOf(2)).toHaveValue('Haldenby Countertop 9'))
    expect(nameOf(1)).toHaveValue('')
  })

  it('says when the marketplace does not know its ASIN, and nothing while the marketplace is unavailable', async () => {
    open(product({ asin: 'B0NOBODY00' }))
    expect(await screen.findByText('Invalid ASIN')).toBeInTheDocument()
    server.answer(ROUTE, { status: 403, body: { message: 'No' } })
    type('ASIN of product 1', OVEN)
    await waitFor(() => expect(server.sent(ROUTE)).toHaveLength(2))
    expect(nameOf(1)).toHaveValue('')
  })
})

describe('a name whose ASIN was changed', () => {
  const vacuum = () => open(product({ asin: 'B0VACUUM01', name: 'Dunlarch V2', award: 'Best Overall' }))
  const NOTE = `In the shop, ${KETTLE} is “Tarnwick Slowpour 0.9 L”.`

  it('is questioned, and becomes the shop’s when the author agrees [U1]', async () => {
    vacuum()
    type('ASIN of product 1', KETTLE)
    expect(await screen.findByText(NOTE)).toBeVisible()
    expect(nameOf(1)).toHaveValue('Dunlarch V2')
    await userEvent.click(screen.getByRole('button', { name: 'Use the shop’s name' }))
    expect(nameOf(1)).toHaveValue('Tarnwick Slowpour 0.9 L')
    expect(screen.queryByText(NOTE)).toBeNull()
  })

  it('stays the author’s when they keep it, until the name or the ASIN changes again [U1]', async () => {
    vacuum()
    type('ASIN of product 1', KETTLE)
    await userEvent.click(await screen.findByRole('button', { name: 'Keep mine' }))
    expect(screen.queryByText(NOTE)).toBeNull()
    await userEvent.type(nameOf(1), ' Robot')
    expect(screen.queryByText(NOTE)).toBeNull()
    await userEvent.tab()
    expect(await screen.findByText(NOTE)).toBeVisible()
    type('ASIN of product 1', OVEN)
    expect(await screen.findByText(`In the shop, ${OVEN} is “Haldenby Countertop 9”.`)).toBeVisible()
  })

  it('is not questioned if it means the same, or while the shop is unavailable [U1]', async () => {
    open(product({ asin: KETTLE, name: 'Slowpour Gooseneck by Tarnwick' }))
    await screen.findByRole('img', { name: 'Tarnwick Slowpour 0.9 L' })
    expect(screen.queryByText(/^In the shop/)).toBeNull()
    server.answer(ROUTE, {
      body: [
        { asin: OVEN, as_of: '2026-11-20T12:00:00.000Z', is_stale: true, name: 'Memory Lounger Dog Bed' },
      ],
    })
    type('ASIN of product 1', OVEN)
    await waitFor(() => expect(fieldOf('ASIN')).toHaveValue(OVEN))
    await waitFor(() => expect(server.sent(ROUTE)).toHaveLength(2))
    expect(screen.queryByText(/^In the shop/)).toBeNull()
  })
})

describe('a product search', () => {
  const cardOf = (asin: string) => ({ asin, as_of: null, is_stale: false, ...SHOP[asin] })
  const finds = (...asins: string[]) =>
    server.answer(SEARCH, { body: { products: asins.map(cardOf), by_name: true } })
  const box = () => screen.getByRole('combobox', { name: 'Find a product' })

  it('shows picture, price and stock, works with the keys, and adds the product with its name [U6]', async () => {
    finds(KETTLE, OVEN)
    open()
    await userEvent.type(box(), 'slow{Enter}')
    const [kettle, oven] = await screen.findAllByRole('option')
    expect(kettle).toHaveTextContent(`Tarnwick Slowpour 0.9 L$79.99 · In Stock · ${KETTLE}`)
    expect(oven).toHaveTextContent('Out of stock')
    expect(box()).toHaveAttribute('aria-activedescendant', kettle?.id)
    await userEvent.keyboard('{ArrowDown}')
    expect(oven).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{ArrowDown}{ArrowUp}{Enter}')
    expect(fieldOf('ASIN')).toHaveValue(OVEN)
    expect(nameOf(1)).toHaveValue('Haldenby Countertop 9')
    expect(box()).toHaveValue('')
    await waitFor(() => expect(fieldOf('Award')).toHaveFocus())
    expect(server.sent(SEARCH).map(({ search }) => search)).toEqual(['?query=slow'])
  })

  it('adds a product that the catalogue says nothing about, and asks for its name', async () => {
    server.answer(SEARCH, {
      body: { products: [{ asin: 'B0KETTLE01', as_of: null, is_stale: false }], by_name: false },
    })
    open()
    await userEvent.type(box(), 'B0KETTLE01')
    expect(await screen.findByRole('option')).toHaveTextContent('type the name yourself')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(nameOf(1)).toHaveFocus())
  })

  it('fills an empty row, and adds no product twice [U6]', async () => {
    finds(KETTLE)
    open(product(), product({ key: 1, asin: OVEN, name: 'Oven' }))
    await userEvent.type(box(), 'slow')
    await userEvent.click(await screen.findByRole('option'))
    expect(fieldOf('ASIN')).toHaveValue(KETTLE)
    await userEvent.type(box(), 'slow')
    expect(await screen.findByRole('option')).toHaveTextContent('already in this article')
    await userEvent.keyboard('{Enter}')
    expect(screen.getAllByLabelText(/^ASIN of product/)).toHaveLength(2)
  })

  it('is closed by Escape, while the dialog stays open [U6]', async () => {
    finds(KETTLE)
    open()
    await userEvent.type(box(), 'slow')
    await screen.findByRole('option')
    let isHeard = false
    document.body.addEventListener(
      'keydown',
      () => {
        isHeard = true
      },
      { once: true },
    )
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('option')).toBeNull()
    expect(isHeard).toBe(false)
  })

  it('says when it finds nothing, when the shop has no search, and when the shop is unavailable [U6]', async () => {
    finds()
    open()
    await userEvent.type(box(), 'https://amzn.to/3EYDIZO')
    expect(await screen.findByText(/^A short link doesn’t say which product/)).toBeVisible()
    await userEvent.clear(box())
    await userEvent.type(box(), 'zither')
    expect(await screen.findByText('No product in the catalogue is called “zither”.')).toBeVisible()
    server.answer(SEARCH, { body: { products: [], by_name: false } })
    await userEvent.type(box(), 's')
    expect(await screen.findByText(/^This catalogue can’t be searched by name/)).toBeVisible()
    server.answer(SEARCH, { status: 502, body: { message: 'No' } })
    await userEvent.type(box(), '!')
    expect(await screen.findByText(/^The catalogue didn’t answer/)).toBeVisible()
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})

describe('a pasted list of products', () => {
  const asins = () =>
    screen.getAllByLabelText(/^ASIN of product/).map((field) => (field as HTMLInputElement).value)
  const paste = (field: HTMLElement, text: string) =>
    fireEvent.paste(field, { clipboardData: { getData: () => text } })

  it.each([
    ['cells of a column', `${OVEN}\r\nB0FAN00001\r\n`],
    ['cells of a row', `${OVEN}\tB0FAN00001`],
    ['ASINs between commas', `${OVEN}, B0FAN00001`],
    [
      'addresses in the shop',
      `https://www.amazon.com/dp/${OVEN}\nhttps://www.amazon.com/gp/product/B0FAN00001?tag=x`,
    ],
  ])('fills a row for each of %s', (_what, text) => {
    open(product({ asin: KETTLE }), product({ key: 1 }))
    paste(screen.getByLabelText('ASIN of product 2'), text)
    expect(asins()).toEqual([KETTLE, OVEN, 'B0FAN00001'])
  })

  it('adds each once from the search, and leaves entries without a product to the field’s validation', () => {
    open(product({ asin: KETTLE }))
    paste(screen.getByRole('combobox', { name: 'Find a product' }), `${KETTLE}\n${OVEN}\nwhich one?`)
    expect(asins()).toEqual([KETTLE, OVEN, 'WHICH ONE?'])
  })

  it('is not recognized in the words of a product’s name', () => {
    open(product())
    const field = screen.getByRole('combobox', { name: 'Find a product' })
    expect(paste(field, 'basketball backboards')).toBe(true)
    expect(asins()).toEqual([''])
  })
})
