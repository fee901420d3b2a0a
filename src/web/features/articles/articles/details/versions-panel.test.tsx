import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { VersionsPanel } from './versions-panel.tsx'

const VERSIONS = 'GET /api/articles/5/versions'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const version = (number: number) => ({
  version: number,
  user: { id: 7, first_name: 'Ines', last_name: 'Aldana', username: 'ines@copydesk.example' },
  created_at: '2026-03-01T00:00:00.000Z',
  changes: [{ field: 'Title', before: `Title ${number - 1}`, after: `Title ${number}` }],
})

function open() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <VersionsPanel article={{ article_id: 5, version: 4 }} />
    </QueryClientProvider>,
  )
  const panel = screen.getByText('Versions').closest('details') as HTMLDetailsElement
  panel.open = true
  fireEvent(panel, new Event('toggle'))
}

it('older versions are shown on request, and only the oldest is the original', async () => {
  server.answer(VERSIONS, ({ search }) =>
    search === '?before=3'
      ? { body: { nodes: [version(2), { ...version(1), changes: [] }], before: null } }
      : { body: { nodes: [version(4), version(3)], before: 3 } },
  )
  open()
  expect(await screen.findAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByText(/wrote it/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  await screen.findByText(/wrote it/)
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

it('older versions that cannot be read leave the newer ones in place, and can be retried', async () => {
  server.answer(VERSIONS, { body: { nodes: [version(4), version(3)], before: 3 } })
  open()
  await screen.findAllByRole('listitem')
  server.answer(VERSIONS, { status: 503, body: { message: 'Away for a moment' } })
  await userEvent.click(screen.getByRole('button', { name: 'Show older' }))
  expect(await screen.findByText('Away for a moment')).toBeVisible()
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(await screen.findByRole('button', { name: /Show older$/ })).toBeEnabled()
})

it('each ASIN has the shop’s product beside it, before the change and after it [U1]', async () => {
  const changes = [
    { field: 'Product 1 · ASIN', before: 'B0VACUUM01', after: 'B0DOGBED01' },
    { field: 'Product 2', before: null, after: 'Kettle · B0KETTLE01 · Best' },
    { field: 'Notes', before: 'B0VACUUM01', after: null },
  ]
  server.answer(VERSIONS, { body: { nodes: [{ ...version(4), changes }], before: 3 } })
  server.answer('GET /api/products/preview', ({ search }) => ({
    body: [...new URLSearchParams(search).values()].map((asin) => ({
      asin,
      name: `Shop ${asin}`,
      as_of: null,
      is_stale: false,
    })),
  }))
  open()
  const beside = await screen.findAllByText(/^In the shop/)
  expect(beside).toHaveLength(2)
  expect(beside[0]).toHaveTextContent('Shop gone: B0VACUUM01new: B0DOGBED01')
  expect(beside[1]).toHaveTextContent('Shop B0KETTLE01')
})
