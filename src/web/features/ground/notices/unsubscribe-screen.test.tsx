// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './unsubscribe-screen.tsx'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAsVisitor } from '#web/testing/open-app.tsx'

const TOKEN = `7-alerts-${'A'.repeat(43)}`

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

it('a link from a mail asks before it switches anything off', async () => {
  server.answer(`GET /api/unsubscribe/${TOKEN}`, { body: { scope: 'alerts', is_on: true } })
  server.answer(`POST /unsubscribe/${TOKEN}`, { status: 204 })
  openAsVisitor(server, `/unsubscribe/${TOKEN}`)
  expect(await screen.findByRole('heading', { name: 'Stop mail about “Alerts”?' })).toBeVisible()
  expect(server.sent(`POST /unsubscribe/${TOKEN}`)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Stop this mail' }))
  expect(await screen.findByText('You won’t get mail about “Alerts” any more.')).toHaveFocus()
  expect(screen.getByRole('link', { name: 'My Profile, Notifications' })).toHaveAttribute(
    'href',
    '/profile?tab=notifications',
  )
  expect(server.sent(`POST /unsubscribe/${TOKEN}`)).toHaveLength(1)
})

it('a link whose mail is off says so', async () => {
  server.answer(`GET /api/unsubscribe/${TOKEN}`, { body: { scope: 'digest', is_on: false } })
  openAsVisitor(server, `/unsubscribe/${TOKEN}`)
  expect(await screen.findByText('This mail is already off.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Stop this mail' })).toBeNull()
})

it('a broken link leads to the profile', async () => {
  openAsVisitor(server, '/unsubscribe/broken')
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
  expect(server.seen.filter(({ path }) => path.startsWith('/api/unsubscribe'))).toEqual([])
})
