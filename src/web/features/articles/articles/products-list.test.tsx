import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { HEALTH } from '#web/testing/people.ts'
import { ProductsList } from './products-list.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const product = { product_id: 1, asin: 'B0C9TR41XM', name: 'Crestline', award: 'Best', summary: null }

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProductsList products={[product]} />
    </QueryClientProvider>,
  )
  return screen.getByRole('link', { name: /^B0C9TR41XM/ })
}

it('an ASIN links to the product at the organisation’s marketplace [ART-013]', async () => {
  server.answer('GET /api/health', { body: { ...HEALTH, marketplace: 'www.amazon.de' } })
  const link = show()
  await waitFor(() => expect(link).toHaveAttribute('href', 'https://www.amazon.de/dp/B0C9TR41XM'))
})

it('an ASIN links to the default marketplace while the organisation’s is unknown', async () => {
  server.answer('GET /api/health', { status: 500, body: { message: 'Health is ill' } })
  const link = show()
  await waitFor(() => expect(server.sent('GET /api/health')).toHaveLength(1))
  expect(link).toHaveAttribute('href', 'https://www.amazon.com/dp/B0C9TR41XM')
})
