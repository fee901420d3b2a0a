// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import '#web/features/ground/provider/provider-only-panel.tsx'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAsVisitor } from '#web/testing/open-app.tsx'
import { HEALTH, person } from '#web/testing/people.ts'

let server: Loopback
const user = userEvent.setup()
const username = 'ada@copydesk.example'

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/auth/confirmation', { body: { first_name: 'Ada' } })
  server.answer('GET /api/reset-password', { body: { first_name: 'Ada' } })
  server.answer('POST /api/auth/confirmation', { body: { username } })
  server.answer('PUT /api/reset-password', { body: { username } })
  server.answer('POST /api/auth', { body: { token: 'token-1', user: person('opm') } })
})
afterEach(() => server.close())

const proceed = () => user.click(screen.getByRole('button', { name: 'Continue' }))

async function fill(password: string, confirmation: string) {
  if (password) await user.type(await screen.findByLabelText('Password'), password)
  if (confirmation) await user.type(screen.getByLabelText('Confirmation'), confirmation)
  await proceed()
}

describe('the password-creation screen', () => {
  it('greets the user that the token belongs to [AUTH-020, AUTH-021, AUTH-022, AUTH-023, AUTH-024, AUTH-025, AUTH-026, AUTH-031, AUTH-032]', async () => {
    openAsVisitor(server, '/confirmation/tok-1')
    expect(await screen.findByRole('heading', { name: 'Welcome, Ada!' })).toBeVisible()
    expect(screen.getByText('Please create a new password:')).toBeVisible()
    expect(screen.getByLabelText('Password')).toBeVisible()
    expect(screen.getByLabelText('Confirmation')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('type', 'submit')
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/')
    expect(server.sent('GET /api/auth/confirmation')[0]?.search).toBe('?token=tok-1')
  })

  it('greets a user without a name', async () => {
    server.answer('GET /api/auth/confirmation', { body: { first_name: '' } })
    openAsVisitor(server, '/confirmation/tok-1')
    expect(await screen.findByRole('heading', { name: 'Welcome!' })).toBeVisible()
  })

  it('asks for both fields [AUTH-028, AUTH-029]', async () => {
    openAsVisitor(server, '/confirmation/tok-1')
    await screen.findByLabelText('Password')
    await proceed()
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Please input your password!')
    expect(screen.getByLabelText('Confirmation')).toHaveAccessibleDescription('Please confirm your password!')
    expect(server.sent('POST /api/auth/confirmation')).toEqual([])
  })

  it('asks for the same password twice [AUTH-030]', async () => {
    openAsVisitor(server, '/confirmation/tok-1')
    await screen.findByLabelText('Password')
    await fill('long-enough', 'long-enougH')
    expect(screen.getByLabelText('Confirmation')).toHaveAccessibleDescription('Must be equals password')
    expect(server.sent('POST /api/auth/confirmation')).toEqual([])
  })

  it('creates the password and signs in with it [AUTH-027, AUTH-033, AUTH-034, AUTH-035]', async () => {
    openAsVisitor(server, '/confirmation/tok-1')
    await screen.findByLabelText('Password')
    await fill('long-enough', 'long-enough')
    await waitFor(() => expect(session.token()).toBe('token-1'))
    expect(server.sent('POST /api/auth/confirmation')[0]?.json).toEqual({
      token: 'tok-1',
      password: 'long-enough',
    })
    expect(server.sent('POST /api/auth')[0]?.json).toEqual({ username, password: 'long-enough' })
  })

  it("shows 'Invalid confirmation' for an invalid token and goes to / [AUTH-036, AUTH-037]", async () => {
    server.answer('GET /api/auth/confirmation', { status: 404, body: { message: 'No longer valid' } })
    openAsVisitor(server, '/confirmation/tok-1')
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid confirmation')
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(screen.getByText(/ask an administrator for a new invitation/)).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Back to Login' }))
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
    expect(screen.queryByText('Invalid confirmation')).toBeNull()
  })

  it("goes to / with 'Sign-in error' when the sign-in that follows fails [AUTH-017, AUTH-018]", async () => {
    server.answer('POST /api/auth', { status: 401, body: { message: 'Account locked' } })
    openAsVisitor(server, '/confirmation/tok-1')
    await screen.findByLabelText('Password')
    await fill('long-enough', 'long-enough')
    expect(await screen.findByText('Account locked')).toBeVisible()
    await waitFor(() => expect(window.location.pathname).toBe('/'))
  })
})

describe('the reset-password screen', () => {
  it('greets the user that the token belongs to [AUTH-038, AUTH-039, AUTH-040, AUTH-041, AUTH-042, AUTH-043, AUTH-047, AUTH-048]', async () => {
    openAsVisitor(server, '/reset-password/tok-2')
    expect(await screen.findByRole('heading', { name: /Ada/ })).toBeVisible()
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
    expect(screen.getByLabelText('Confirmation')).toHaveAttribute('type', 'password')
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveAttribute('type', 'submit')
    expect(screen.getByRole('link', { name: 'Back to Login' })).toHaveAttribute('href', '/')
    expect(server.sent('GET /api/reset-password')[0]?.search).toBe('?token=tok-2')
  })

  it('refuses a password that breaks the password rules [AUTH-044, AUTH-045, AUTH-046]', async () => {
    openAsVisitor(server, '/reset-password/tok-2')
    await screen.findByLabelText('Password')
    await proceed()
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Please input your password!')
    expect(screen.getByLabelText('Confirmation')).toHaveAccessibleDescription('Please confirm your password!')
    await fill('long-enough', 'long-enougH')
    expect(screen.getByLabelText('Confirmation')).toHaveAccessibleDescription('Must be equals password')
    expect(server.sent('PUT /api/reset-password')).toEqual([])
  })

  it('sets the password, signs in and opens /keywords [AUTH-049, AUTH-050, AUTH-051, AUTH-052]', async () => {
    openAsVisitor(server, '/reset-password/tok-2')
    await screen.findByLabelText('Password')
    await fill('long-enough', 'long-enough')
    expect(await screen.findByRole('heading', { level: 1, name: 'Keywords Summary' })).toBeVisible()
    expect(window.location.pathname).toBe('/keywords')
    expect(server.sent('PUT /api/reset-password')[0]?.json).toEqual({
      token: 'tok-2',
      password: 'long-enough',
    })
    expect(server.sent('POST /api/auth')[0]?.json).toEqual({ username, password: 'long-enough' })
  })

  it("shows 'Invalid confirmation' for an invalid token and goes to /, which sends a new link [AUTH-053, AUTH-054]", async () => {
    server.answer('GET /api/reset-password', { status: 404, body: { message: 'Used already' } })
    server.answer('POST /api/reset-password', { body: { message: 'A link is on its way.' } })
    openAsVisitor(server, '/reset-password/tok-2')
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid confirmation')
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    await user.type(screen.getByLabelText('Email'), username)
    await user.click(screen.getByRole('button', { name: 'Send a new link' }))
    expect(await screen.findByText('A link is on its way.')).toBeVisible()
    expect(server.sent('POST /api/reset-password')[0]?.json).toEqual({ username })
  })

  it('does not call a link invalid if its check failed, and checks it again on request', async () => {
    server.answer('GET /api/reset-password', { status: 500, body: { message: 'Something went wrong.' } })
    openAsVisitor(server, '/reset-password/tok-2')
    expect(await screen.findByText('Couldn’t check your link.')).toBeVisible()
    expect(screen.queryByText('Invalid confirmation')).toBeNull()
    expect(window.location.pathname).toBe('/reset-password/tok-2')
    server.answer('GET /api/reset-password', { body: { first_name: 'Ada' } })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText(/Ada/)).toBeVisible()
  })
})

describe('the forgotten-password screen', () => {
  it('posts the username and shows the neutral answer [AUTH-055]', async () => {
    server.answer('POST /api/reset-password', {
      body: { message: 'If there is such an account, look into its mail.' },
    })
    openAsVisitor(server, '/forgot-password')
    await user.type(await screen.findByLabelText('Email'), 'Ada@copydesk.example')
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByText('If there is such an account, look into its mail.')).toBeVisible()
    expect(server.sent('POST /api/reset-password')[0]?.json).toEqual({ username: 'ada@copydesk.example' })
  })
})

describe('where passwords are only for break-glass accounts', () => {
  beforeEach(() => {
    const answer = { body: { first_name: 'Ada', is_provider_only: true } }
    server.answer('GET /api/auth/confirmation', answer)
    server.answer('GET /api/reset-password', answer)
    server.answer('GET /api/auth/oidc', { body: { is_away: false, sign_out: null } })
  })
  const open = (path: string) => {
    openAsVisitor(server, path)
    server.answer('GET /api/health', {
      body: { ...HEALTH, provider: { label: 'Acme', limits_passwords: true } },
    })
  }

  it('an invitation offers the provider and no password', async () => {
    server.answer('POST /api/auth/oidc/invitation', { status: 503, body: { message: 'Acme is away.' } })
    open('/confirmation/tok-1')
    expect(await screen.findByRole('heading', { name: 'Welcome, Ada!' })).toBeVisible()
    expect(screen.getByText('Your workspace signs in with Acme, so you need no password here.')).toBeVisible()
    expect(screen.queryByLabelText('Password')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Continue with Acme' }))
    await waitFor(() =>
      expect(server.sent('POST /api/auth/oidc/invitation')[0]?.json).toEqual({ token: 'tok-1' }),
    )
  })

  it('a link to reset a password offers the provider, too', async () => {
    open('/reset-password/tok-1')
    expect(await screen.findByRole('button', { name: 'Continue with Acme' })).toBeVisible()
    expect(screen.queryByLabelText('Password')).toBeNull()
  })
})
