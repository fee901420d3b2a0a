import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAsVisitor } from '#web/testing/open-app.tsx'
import { HEALTH } from '#web/testing/people.ts'

let server: Loopback

beforeEach(async () => {
  server = await openLoopback()
  server.answer('POST /api/reset-password', { body: { message: 'A link is on its way.' } })
})
afterEach(() => server.close())

it('the sample workspace says where to find the mail with the reset link', async () => {
  openAsVisitor(server, '/forgot-password')
  server.answer('GET /api/health', { body: { ...HEALTH, sample: { password: 'sample', people: [] } } })
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@copydesk.example')
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }))
  expect(await screen.findByRole('link', { name: 'the outbox' })).toHaveAttribute('href', '/outbox')
})
