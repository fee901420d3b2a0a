import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ProductSummary } from '#shared/features/products/contract.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { type ArticleValues, blankValues, type ProductValues } from '../use-article-values.ts'
import { ProductsFields } from './products-fields.tsx'

const ROUTE = 'GET /api/products/preview'
const KETTLE = 'B0KETTLE01'
const OVEN = 'B0OVEN0001'
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
  return <ProductsFields form={form} />
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
const nameOf = (number: number) => screen.getByLabelText(`Name of product ${number}`)
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('a product in the article dialog', () => {
  it('shows its picture, and what the marketplace asks for it', async () => {
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

  it('keeps the name that somebody typed', async () => {
    open(product({ name: 'Our name' }))
    type('ASIN of product 1', KETTLE)
    await screen.findByRole('img', { name: 'Tarnwick Slowpour 0.9 L' })
    expect(nameOf(1)).toHaveValue('Our name')
  })

  it('whose name was emptied on purpose stays without one', async () => {
    open(product())
    type('ASIN of product 1', KETTLE)
    await waitFor(() => expect(nameOf(1)).toHaveValue('Tarnwick Slowpour 0.9 L'))
    type('Name of product 1', '')
    type('Award of product 1', 'Best Overall')
    expect(nameOf(1)).toHaveValue('')
  })

  it('that had no name when the dialog opened is not named behind its author’s back', async () => {
    open(product({ asin: KETTLE }), product({ key: 1 }))
    await screen.findByRole('img', { name: 'Tarnwick Slowpour 0.9 L' })
    type('ASIN of product 2', OVEN)
    await waitFor(() => expect(nameOf(2)).toHaveValue('Haldenby Countertop 9'))
    expect(nameOf(1)).toHaveValue('')
  })

  it('says when the marketplace does not know its ASIN, and nothing while it cannot be asked', async () => {
    open(product({ asin: 'B0NOBODY00' }))
    expect(await screen.findByText('Invalid ASIN')).toBeInTheDocument()
    server.answer(ROUTE, { status: 403, body: { message: 'No' } })
    type('ASIN of product 1', OVEN)
    await waitFor(() => expect(server.sent(ROUTE)).toHaveLength(2))
    expect(nameOf(1)).toHaveValue('')
  })
})
