import './product-search-screen.tsx'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const FOUND = 'GET /api/keyword-opportunities/products'
const IMPORT = 'POST /api/keyword-opportunities/products/import'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const found = (isConnected: boolean, source = 'built-in') => ({
  body: {
    data: {
      data: {
        total_count: 0,
        products: [],
        as_of: '2026-11-20T10:00:00.000Z',
        usage: { source, is_connected: isConnected, calls: null },
      },
    },
  },
})

it('imports products if no provider is connected, says which rows were refused and why, and shows the results', async () => {
  const user = userEvent.setup()
  server.answer(FOUND, found(false))
  openAs(server, 'opm', '/product-search')
  await user.click(await screen.findByRole('button', { name: 'Import a file' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import products' }))
  server.answer(FOUND, found(true))
  const errors = [{ line: 3, text: 'B0X, Lamp', reason: 'asin: Must have ten letters and digits' }]
  server.answer(IMPORT, { body: { saved: 2, refused: 1, errors, damage: null } })
  await user.upload(dialog.getByLabelText('CSV file'), new File(['asin,name'], 'products.csv'))
  expect(await dialog.findByText('2 products imported')).toBeInTheDocument()
  expect(dialog.getByText('1 row refused')).toBeInTheDocument()
  expect(dialog.getByRole('row', { name: /3 B0X, Lamp asin: Must have/ })).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await screen.findByLabelText('Search the marketplace')).toBeInTheDocument()
})

it('shows why the server refuses a file', async () => {
  const user = userEvent.setup()
  server.answer(FOUND, found(false))
  openAs(server, 'opm', '/product-search')
  await user.click(await screen.findByRole('button', { name: 'Import a file' }))
  const dialog = within(await screen.findByRole('dialog'))
  const message = 'None of the first 20 lines is a header. Expected columns: ASIN, Name.'
  server.answer(IMPORT, { status: 422, body: { message } })
  await user.upload(dialog.getByLabelText('CSV file'), new File(['colour'], 'colours.csv'))
  expect(await dialog.findByText(message)).toBeInTheDocument()
})

it('is not offered where a provider is connected', async () => {
  server.answer(FOUND, found(true, 'Jungle Scout'))
  openAs(server, 'opm', '/product-search')
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  expect(await screen.findByRole('menuitem', { name: 'Export CSV' })).toBeInTheDocument()
  expect(screen.queryByRole('menuitem', { name: 'Import a file' })).toBeNull()
})

it('all that a search finds can be exported, in its order', async () => {
  const user = userEvent.setup()
  server.answer(FOUND, found(true, 'Jungle Scout'))
  const name = 'products-us-2026-11-20.csv'
  const job = { exportId: 'a'.repeat(32), status: 'IDLE', url: null, name, error: null }
  server.answer('GET /api/keyword-opportunities/products.csv', { status: 202, body: job })
  server.answer(`GET /api/export/${job.exportId}`, { body: { ...job, status: 'FINISHED', url: '/file' } })
  openAs(server, 'opm', '/product-search?includeText=fan&sortBy=name&sortOrder=asc')

  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Export CSV' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Start' }))
  expect(await dialog.findByText('The file is ready.')).toBeInTheDocument()
  const [asked] = server.sent('GET /api/keyword-opportunities/products.csv')
  expect(Object.fromEntries(new URLSearchParams(asked?.search))).toMatchObject({
    includeText: 'fan',
    sortBy: 'name',
    sortOrder: 'asc',
  })
})
