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

it('the newest mail is open, and each mail offers its own link of this workspace', async () => {
  openAs(server, 'adm', '/outbox')
  const mail = (id: string, to: string, path: string) => ({
    ...{ id, to, subject: `For ${to}`, sent_at: '2026-03-01T00:00:00.000Z' },
    text: `Open ${window.location.origin}${path} or https://elsewhere.example/x`,
  })
  server.answer('GET /api/outbox', {
    body: [
      mail('2', 'ada@copydesk.example', '/confirmation/t-2'),
      mail('1', 'wen@copydesk.example', '/confirmation/t-1'),
    ],
  })
  const link = await screen.findByRole('link', { name: 'Open link for wen@copydesk.example' })
  expect(link).toHaveAttribute('href', '/confirmation/t-1')
  const [newest, older] = screen.getAllByRole('group')
  expect(newest).toHaveAttribute('open')
  expect(older).not.toHaveAttribute('open')
})
