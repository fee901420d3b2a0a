import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback

beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

it('a workspace without an outbox says only that mail is sent, or is a file', async () => {
  openAs(server, 'adm', '/outbox')
  server.answer('GET /api/outbox', { status: 404, body: { message: 'There is no outbox.' } })
  expect(await screen.findByText(/^There’s no outbox here\./)).toHaveTextContent(
    'here. Emails are sent by SMTP if it’s configured; otherwise they’re saved as files in the data folder.',
  )
})
