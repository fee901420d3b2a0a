// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './provider-note.tsx'
import './provider-sign-in-panel.tsx'
import './provider-return-panel.tsx'
import './stranger-card.tsx'
import '#web/features/ground/factors/second-step-card.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAsVisitor } from '#web/testing/open-app.tsx'
import { HEALTH, person } from '#web/testing/people.ts'
import { setRefusal } from './use-provider-refusal.ts'

const FINISH = 'POST /api/auth/oidc/finish'
let server: Loopback
const user = userEvent.setup()

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/auth/oidc', { body: { is_away: false, sign_out: null } })
})
afterEach(async () => {
  setRefusal(null)
  localStorage.clear()
  sessionStorage.clear()
  await server.close()
})

function openCard(path = '/') {
  openAsVisitor(server, path)
  server.answer('GET /api/health', { body: { ...HEALTH, provider: { label: 'Acme' } } })
}

const refuse = (reason: string, message: string, more: object = {}) =>
  server.answer(FINISH, {
    status: 403,
    body: { message, code: 'forbidden', details: { reason, email: null, admins: [], ...more } },
  })

describe('the sign-in card with a provider', () => {
  it('offers it below the form', async () => {
    openCard()
    const button = await screen.findByRole('button', { name: 'Continue with Acme' })
    const form = screen.getByRole('form', { name: 'Sign in' })
    expect(form.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('comes first where only break-glass accounts have passwords, with the form behind a button', async () => {
    openAsVisitor(server, '/')
    server.answer('GET /api/health', {
      body: { ...HEALTH, provider: { label: 'Acme', limits_passwords: true } },
    })
    expect(await screen.findByRole('button', { name: 'Continue with Acme' })).toBeVisible()
    expect(screen.queryByLabelText('Password')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign in another way' }))
    expect(screen.getByLabelText('Password')).toBeVisible()
  })

  it('shows nothing of one, and asks nothing, where none is configured', async () => {
    openAsVisitor(server, '/')
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Need help?' })).toHaveAttribute(
        'href',
        'mailto:help@copydesk.example',
      ),
    )
    expect(screen.queryByText('or')).toBeNull()
    expect(server.sent('GET /api/auth/oidc')).toEqual([])
  })

  it('says that it is away, and offers to try again', async () => {
    server.answer('GET /api/auth/oidc', { body: { is_away: true, sign_out: null } })
    openCard()
    expect(await screen.findByText('Acme isn’t answering.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Try Acme again' })).toBeVisible()
    expect(screen.getByLabelText('Password')).toBeVisible()
  })

  it('does not send users to passwords that are limited while it is away', async () => {
    server.answer('GET /api/auth/oidc', { body: { is_away: true, sign_out: null } })
    openAsVisitor(server, '/')
    server.answer('GET /api/health', {
      body: { ...HEALTH, provider: { label: 'Acme', limits_passwords: true } },
    })
    expect(
      await screen.findByText('Try again in a minute. Break-glass accounts sign in another way.'),
    ).toBeVisible()
  })

  it('signs in a user who comes back, asks once, and marks this way the next time', async () => {
    server.answer(FINISH, { body: { token: 'token-1', user: person('qa'), next: null } })
    openCard('/#provider')
    expect(await screen.findByRole('heading', { level: 1, name: 'Keywords Summary' })).toBeVisible()
    expect(session.token()).toBe('token-1')
    expect(server.sent(FINISH)).toHaveLength(1)
    expect(window.location.hash).toBe('')
    session.signOut()
    expect(await screen.findByText('Used last time')).toBeVisible()
  })

  it('says after signing out that the user is still signed in at the provider, with the way out there', async () => {
    const sign_out = 'https://acme.example/end?client_id=copydesk'
    server.answer('GET /api/auth/oidc', { body: { is_away: false, sign_out } })
    server.answer(FINISH, { body: { token: 'token-1', user: person('qa'), next: null } })
    server.answer('DELETE /api/auth', { status: 204 })
    openCard('/#provider')
    await user.click(await screen.findByRole('button', { name: 'Menu' }))
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await user.click(await screen.findByRole('button', { name: 'Yes, I am!' }))
    expect(await screen.findByText(/You’re still signed in at Acme\./)).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Sign out at Acme, too' })).toHaveAttribute(
      'href',
      sign_out,
    )
  })

  it('says nothing of that after a session that ended by itself', async () => {
    server.answer(FINISH, { body: { token: 'token-1', user: person('qa'), next: null } })
    openCard('/#provider')
    await screen.findByRole('heading', { level: 1, name: 'Keywords Summary' })
    session.signOut('forced')
    expect(await screen.findByText('Used last time')).toBeVisible()
    expect(screen.queryByText(/still signed in at Acme/)).toBeNull()
  })

  it('says that a stranger has no account here, who to ask, and how to go on', async () => {
    refuse('unknown', 'Acme knows you, Copydesk does not.', {
      email: 'd.okafor@acme.example',
      admins: ['Ines Aldana', 'Sofia Brandvold', 'Tomás Wieland'],
    })
    openCard('/#provider')
    const card = await screen.findByRole('region', { name: 'Acme knows you, Copydesk does not' })
    expect(card).toHaveTextContent(
      'You’re signed in at Acme as d.okafor@acme.example. Ask Ines Aldana, Sofia Brandvold or Tomás Wieland to invite you.',
    )
    expect(within(card).getByRole('button', { name: 'Use another Acme account' })).toBeVisible()
    await user.click(within(card).getByRole('button', { name: 'Back to sign-in' }))
    expect(await screen.findByLabelText('Email')).toBeVisible()
  })

  it.each([
    ['canceled', 'You canceled.', 'You canceled at Acme. Nothing was changed.'],
    ['away', 'x', 'Sign in with your email and password, or try again in a minute.'],
    [
      'connectFirst',
      'Sign in with your password once and connect Acme in your profile.',
      'Sign in with your password once and connect Acme in your profile.',
    ],
    ['failed', 'It couldn’t be verified.', 'It couldn’t be verified.'],
  ])('explains the refusal %s above the form', async (reason, message, shown) => {
    refuse(reason, message)
    openCard('/#provider')
    expect(await screen.findByText(shown)).toBeVisible()
    expect(screen.getByLabelText('Email')).toBeVisible()
  })

  it('reports a locked account', async () => {
    server.answer(FINISH, { status: 401, body: { message: 'Account locked' } })
    openCard('/#provider')
    expect(await screen.findByText('Account locked')).toBeVisible()
  })

  it('asks for the second factor next, where the account has one', async () => {
    const details = {
      ...{ username: 'dana@acme.example', challenge: 'c', factors: ['totp'], passkey: null },
      expires_at: new Date(Date.now() + 300_000).toISOString(),
    }
    server.answer(FINISH, { status: 422, body: { message: 'x', code: 'secondFactor', details } })
    openCard('/#provider')
    expect(await screen.findByText('dana@acme.example')).toBeVisible()
    expect(screen.getByText(/First step done/)).toBeVisible()
  })
})
