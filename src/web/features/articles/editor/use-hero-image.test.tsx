import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { HeroImageFields } from './hero-image-fields.tsx'

let server: Loopback
const queries = new QueryClient()
const STORE = 'POST /api/images'

function Field({ keyword = 'k', siteId = 1 }: { keyword?: string; siteId?: number }) {
  const [isBusy, setBusy] = useState(false)
  return (
    <QueryClientProvider client={queries}>
      <HeroImageFields
        url={null}
        keyword={keyword}
        siteId={siteId}
        error={undefined}
        onChange={() => {}}
        onBusy={setBusy}
      />
      <output>{isBusy ? 'waits' : 'free'}</output>
    </QueryClientProvider>
  )
}

beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

it('after a failed address the form is free, stays free after a change and its undoing, and the address can be tried again', async () => {
  const route = STORE
  server.answer(route, { status: 422, body: { message: 'No picture there' } })
  render(<Field />)
  const input = screen.getByLabelText('Hero image URL')
  await userEvent.type(input, 'https://a.example/x.png{Enter}')
  await screen.findByText('No picture there')
  expect(screen.getByRole('status')).toHaveTextContent('free')
  await userEvent.type(input, ' {Backspace}')
  expect(screen.getByRole('status')).toHaveTextContent('waits')
  await waitFor(() => expect(server.sent(route)).toHaveLength(2))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('free'))
  await userEvent.type(input, '{Enter}')
  await waitFor(() => expect(server.sent(route)).toHaveLength(3))
})

it('an image is stored under its keyword with a plus sign for each space, a plus sign and the site [ART-156]', async () => {
  server.answer(STORE, { body: { image_url: '/images/stored.png' } })
  render(<Field keyword="air fryer toaster oven" siteId={7} />)
  await userEvent.type(screen.getByLabelText('Hero image URL'), 'https://a.example/x.png{Enter}')
  await waitFor(() => expect(server.sent(STORE)).toHaveLength(1))
  expect(server.sent(STORE)[0]?.json).toMatchObject({ key: 'air+fryer+toaster+oven+7', site: 7 })
})
