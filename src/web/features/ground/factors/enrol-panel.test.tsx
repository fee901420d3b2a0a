// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './enrol-panel.tsx'
import './codes-dialog.tsx'
import './totp-dialog.tsx'
import '#web/app/layout/enrol-layout.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OwnFactors } from '#shared/features/ground/factors/contract.ts'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { HEALTH, person } from '#web/testing/people.ts'

const NONE: OwnFactors = {
  passkeys: [],
  passkeys_fault: null,
  totp: null,
  recovery: null,
  password_changed_at: null,
}
const TOTP = '/api/profile/factors/totp'
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const DUE = { second_factor_due: '2026-12-01', second_factor_scope: 'everybody' } as const
const MUST = { ...DUE, must_set_up_factor: true, permissions: ['Profile'] } as const

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/profile/factors', { body: NONE })
  server.answer('GET /api/profile/sessions', { body: [] })
  server.answer(`POST ${TOTP}`, { body: { secret: SECRET, uri: `otpauth://totp/C:i?secret=${SECRET}` } })
  server.answer(`PUT ${TOTP}`, { body: { recovery_codes: ['K7QD-2M4X-R7TB-VHNC-3EWJ-6PLA-JX5N'] } })
})
afterEach(() => server.close())

const openCard = async (changes: object = {}) => {
  openAs(server, 'opm', '/profile?tab=sign-in', { ...MUST, permissions: ['Profile'], ...changes })
  return within(await screen.findByRole('region', { name: 'Set up a second factor' }))
}

describe('a user who must set up a second factor', () => {
  it('sees nothing but the ways to do so, and since when', async () => {
    const card = await openCard()
    expect(
      card.getByText(
        'Everybody here has needed one since 1 December 2026. It takes about a minute. Until then nothing else opens.',
      ),
    ).toBeVisible()
    expect(await card.findByRole('button', { name: /^Passkey/ })).toBeVisible()
    expect(card.getByRole('button', { name: /^Authenticator app/ })).toBeVisible()
    expect(card.getByText(/^Signed in as \S+@\S+$/)).toBeVisible()
    expect(screen.queryByRole('banner')).toBeNull()
    await waitFor(() =>
      expect(card.getByRole('link', { name: 'Ask an administrator' })).toHaveAttribute(
        'href',
        'mailto:help@copydesk.example',
      ),
    )
    // Whatever else the page asked for would be refused, but for visits, which the server takes from everybody.
    const routes = server.seen.map(({ method, path }) => `${method} ${path}`)
    const asked = new Set(routes.filter((route) => route !== 'POST /api/user-activity'))
    expect([...asked].toSorted()).toEqual(['GET /api/health', 'GET /api/profile', 'GET /api/profile/factors'])
  })

  it('reads why passkeys are not offered, and that only administrators need a factor', async () => {
    server.answer('GET /api/profile/factors', { body: { ...NONE, passkeys_fault: 'They need https.' } })
    const card = await openCard({ second_factor_scope: 'administrators' })
    expect(await card.findByText(/They need https\./)).toBeVisible()
    expect(card.queryByRole('button', { name: /^Passkey/ })).toBeNull()
    expect(card.getByText(/^Every administrator here has needed one since/)).toBeVisible()
  })

  it('is confirmed at the provider on coming back, or reads that the provider did not say enough', async () => {
    const message = 'Acme doesn’t say when it asked you. Set a password first.'
    server.answer('PUT /api/profile/provider', { status: 403, body: { message } })
    openAs(server, 'opm', '/profile?tab=sign-in#provider', { ...MUST, permissions: ['Profile'] })
    server.answer('GET /api/health', { body: { ...HEALTH, provider: { label: 'Acme' } } })
    expect(await screen.findByText('Couldn’t finish at Acme')).toBeVisible()
    expect(screen.getByText(message)).toBeVisible()
    expect(server.sent('PUT /api/profile/provider')).toHaveLength(1)
  })

  it('goes on to the page they wanted once the codes are kept', async () => {
    const card = await openCard()
    await user.click(await card.findByRole('button', { name: /^Authenticator app/ }))
    const setup = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }))
    await user.type(setup.getByRole('textbox', { name: 'Code' }), '123456{Enter}')
    const codes = within(await screen.findByRole('dialog', { name: 'Keep these codes' }))
    server.answer('GET /api/profile', { body: person('opm') })
    expect(session.user()?.must_set_up_factor).toBe(true)
    await user.click(codes.getByRole('checkbox'))
    await user.click(codes.getByRole('button', { name: 'Done' }))
    expect(await screen.findByRole('heading', { name: 'My Profile' })).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Set up a second factor' })).toBeNull()
  })

  it('can sign out instead', async () => {
    const card = await openCard()
    await user.click(card.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(session.user()).toBeNull())
    expect(server.sent('DELETE /api/auth')).toHaveLength(1)
  })
})

describe('a user who will need a second factor', () => {
  const openPage = () => openAs(server, 'opm', '/profile', DUE)
  const note = () => screen.findByRole('complementary', { name: 'Second factor' })

  it('reads on every page from when, with the way to set it up', async () => {
    openPage()
    expect(await note()).toHaveTextContent(/^You’ll need a second factor from 1 December( 2026)?\./)
    expect(await within(await note()).findByRole('link', { name: 'Set up a passkey' })).toHaveAttribute(
      'href',
      '/profile?tab=sign-in',
    )
  })

  it('is offered an authenticator app where passkeys are not offered', async () => {
    server.answer('GET /api/profile/factors', { body: { ...NONE, passkeys_fault: 'They need https.' } })
    openPage()
    expect(
      await within(await note()).findByRole('link', { name: 'Set up an authenticator app' }),
    ).toBeVisible()
  })

  it('is not told again on the day on which they hid it, but on the next one', async () => {
    openPage()
    await user.click(within(await note()).getByRole('button', { name: 'Hide until tomorrow' }))
    expect(screen.queryByRole('complementary', { name: 'Second factor' })).toBeNull()
    expect(localStorage.getItem('copydesk.second-factor-note.7')).toBe(new Date().toISOString().slice(0, 10))
  })

  it('reads it again if they hid it yesterday', async () => {
    localStorage.setItem('copydesk.second-factor-note.7', '2026-01-01')
    openPage()
    expect(await note()).toBeVisible()
  })
})

it('the last second factor can’t be removed while the workspace requires one, and says why', async () => {
  server.answer('GET /api/profile/factors', {
    body: {
      ...NONE,
      totp: { created_at: '2026-11-02T08:00:00.000Z', last_used_at: null, is_readable: true },
      is_required: true,
    },
  })
  openAs(server, 'opm', '/profile?tab=sign-in')
  const remove = await screen.findByRole('button', { name: 'Remove the authenticator app' })
  expect(remove).toHaveAttribute('aria-disabled', 'true')
  expect(remove).toHaveAccessibleDescription('Your workspace requires a second factor.')
  await user.click(remove)
  expect(server.sent(`DELETE ${TOTP}`)).toHaveLength(0)
})
