// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './second-step-card.tsx'
import '#web/testing/first-screen.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { session, TOKEN_KEY, USER_KEY } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAsVisitor } from '#web/testing/open-app.tsx'
import { PASSKEY_REQUEST, pretendAuthenticator } from '#web/testing/passkeys.ts'
import { HEALTH, person } from '#web/testing/people.ts'

const EMAIL = 'dana.okafor@copydesk.example'
const SIGN_IN = 'POST /api/auth'
const FINISH = 'POST /api/auth/second-factor'
const WRONG = 'That code is wrong or already used. You have 3 tries left.'
const EXPIRED = 'This step has expired. Enter your password again to start over. Nothing was changed.'

const needs = (...factors: string[]) => ({
  status: 422,
  body: {
    message: 'Your account needs a second factor.',
    code: 'secondFactor',
    details: {
      challenge: 'step-1',
      expires_at: '2026-11-30T12:05:00.000Z',
      factors,
      passkey: factors.includes('passkey') ? PASSKEY_REQUEST : null,
    },
  },
})
const refusal = (path: string, message: string) => ({
  status: 400,
  body: {
    message: 'celebrate request validation failed',
    validation: { body: { source: 'body', keys: [path], message, issues: [{ path, message }] } },
  },
})

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer(FINISH, { body: { token: 'token-2', user: person('qa') } })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

async function enterPassword(...factors: string[]) {
  server.answer(SIGN_IN, needs(...factors))
  openAsVisitor(server, '/')
  await user.type(await screen.findByLabelText('Email'), EMAIL)
  await user.type(screen.getByLabelText('Password'), 'secret-1{Enter}')
  return within(await screen.findByRole('region', { name: 'Confirm it’s you' }))
}
const code = () => screen.findByLabelText('Code from your authenticator app')
const signedIn = () => screen.findByRole('heading', { level: 1, name: 'Keywords Summary' })

describe('the step after the password of an account with a second factor', () => {
  it('replaces the form, names the account, and offers only its factors, the one used last open', async () => {
    const step = await enterPassword('totp', 'recovery')
    expect(step.getByText(EMAIL)).toBeVisible()
    expect(step.getByText(/^Password accepted\. This step ends in /)).toHaveTextContent(/ [45]:\d\d\.$/)
    const choices = step.getAllByRole('radio')
    expect(choices.map((choice) => choice.closest('label')?.textContent)).toEqual(['Code', 'Recovery code'])
    expect(choices[0]).toBeChecked()
    await waitFor(() => expect(step.getByLabelText('Code from your authenticator app')).toHaveFocus())
    expect(step.getByRole('link', { name: 'Need help?' })).toHaveAttribute(
      'href',
      `mailto:${HEALTH.help_email}`,
    )
    expect(screen.queryByRole('form', { name: 'Sign in' })).toBeNull()
    expect(window.location.pathname).toBe('/')
    expect(session.token()).toBeNull()
  })

  it('sends a pasted code by itself at the sixth digit, without its spaces, once', async () => {
    await enterPassword('totp', 'recovery')
    await user.click(await code())
    await user.paste('418 20')
    expect(server.sent(FINISH)).toEqual([])
    await user.keyboard('7')
    await signedIn()
    expect(server.sent(FINISH).map(({ json }) => json)).toEqual([{ challenge: 'step-1', totp: '418207' }])
    expect(session.token()).toBe('token-2')
  })

  it('clears a wrong code and keeps the focus in the field', async () => {
    server.answer(FINISH, refusal('totp', WRONG))
    await enterPassword('totp', 'recovery')
    await user.type(await code(), '418207')
    expect(await screen.findByText(WRONG)).toBeVisible()
    expect(await code()).toHaveValue('')
    expect(await code()).toHaveFocus()
    expect(await code()).toHaveAccessibleDescription(WRONG)
    server.answer(FINISH, { body: { token: 'token-2', user: person('qa') } })
    await user.keyboard('418208')
    await signedIn()
  })

  it('says when there were too many codes', async () => {
    const message = 'Too many wrong codes. Try again in 15 minutes.'
    server.answer(FINISH, { status: 429, body: { message, code: 'tooMany' } })
    await enterPassword('totp', 'recovery')
    await user.type(await code(), '418207')
    expect(await screen.findByText(message)).toBeVisible()
    expect(await code()).toHaveValue('')
  })

  it('keeps the reason when Enter follows the sixth digit', async () => {
    server.answer(FINISH, refusal('totp', WRONG))
    await enterPassword('totp', 'recovery')
    await user.type(await code(), '418207')
    await screen.findByText(WRONG)
    await user.keyboard('{Enter}')
    expect(await code()).toHaveAccessibleDescription(WRONG)
    expect(await code()).toHaveFocus()
    expect(server.sent(FINISH)).toHaveLength(1)
  })

  it('keeps the text typed after a wrong code had been sent', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    server.answer(FINISH, () => held.then(() => refusal('totp', WRONG)))
    await enterPassword('totp', 'recovery')
    await user.type(await code(), '418207')
    await user.type(await code(), '{Backspace}')
    release()
    await screen.findByText(WRONG)
    expect(await code()).toHaveValue('41820')
  })

  it('refuses an incomplete code without a request', async () => {
    await enterPassword('totp', 'recovery')
    await user.type(await code(), '418{Enter}')
    expect(await screen.findByText('Enter the 6 digits of the code.')).toBeVisible()
    expect(server.sent(FINISH)).toEqual([])
  })

  it('accepts a recovery code in any case, with dashes', async () => {
    const step = await enterPassword('totp', 'recovery')
    await user.click(step.getByRole('radio', { name: 'Recovery code' }))
    const field = step.getByLabelText('One of your recovery codes')
    expect(field).toHaveAccessibleDescription(/^28 letters and digits, 24 in older codes\./)
    await user.type(field, 'k7qd-2m4x-r7tb-vhnc-3ewj-6pla')
    expect(server.sent(FINISH)).toEqual([])
    await user.keyboard('{Enter}')
    await signedIn()
    expect(server.sent(FINISH)[0]?.json).toEqual({
      challenge: 'step-1',
      recovery: 'K7QD2M4XR7TBVHNC3EWJ6PLA',
    })
  })

  it.each([
    ['Escape', () => user.keyboard('{Escape}')],
    ['the arrow', () => user.click(screen.getByRole('button', { name: 'Back to sign-in' }))],
  ])('returns by %s to the form, which keeps the email', async (_way, goBack) => {
    await enterPassword('totp', 'recovery')
    await code()
    await goBack()
    expect(await screen.findByLabelText('Email')).toHaveValue(EMAIL)
    expect(screen.getByLabelText('Password')).toHaveValue('')
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
    expect(screen.queryByText('This step has expired.')).toBeNull()
  })

  it('ends when a user signs in and out in another tab', async () => {
    await enterPassword('totp', 'recovery')
    await code()
    const signInElsewhere = (isIn: boolean) => {
      localStorage.setItem(TOKEN_KEY, 'token-3')
      localStorage.setItem(USER_KEY, JSON.stringify(person('qa')))
      if (!isIn) localStorage.clear()
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY })))
    }
    signInElsewhere(true)
    await signedIn()
    signInElsewhere(false)
    expect(await screen.findByLabelText('Email')).toHaveValue('')
  })

  it.each([
    ['a sign-in', { body: { token: 'token-1', user: person('eng') } }],
    ['a refusal', { status: 409, body: { message: EXPIRED, code: 'conflict' } }],
  ])('that the user left does nothing to the next one when %s arrives late', async (_what, late) => {
    const tokens: (string | null)[] = []
    onTestFinished(session.subscribe(() => tokens.push(session.token())))
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    server.answer(FINISH, () => held.then(() => late))
    await enterPassword('totp', 'recovery')
    await user.type(await code(), '418207')
    await waitFor(() => expect(server.sent(FINISH)).toHaveLength(1))
    await user.keyboard('{Escape}')
    await user.type(await screen.findByLabelText('Password'), 'secret-1{Enter}')
    const field = await code()
    server.answer(FINISH, { body: { token: 'token-2', user: person('qa') } })
    release()
    await user.type(field, '418208')
    await signedIn()
    expect(tokens[0]).toBe('token-2')
    expect(server.sent(FINISH)).toHaveLength(2)
  })

  it('that the server no longer knows returns to the form with a warning until the next attempt', async () => {
    server.answer(FINISH, { status: 409, body: { message: EXPIRED, code: 'conflict' } })
    await enterPassword('totp', 'recovery')
    await user.type(await code(), '418207')
    expect(await screen.findByLabelText('Email')).toHaveValue(EMAIL)
    const warning = screen.getByText('This step has expired.').closest('[role=status]')
    expect(warning).toHaveTextContent(EXPIRED)
    server.answer(SIGN_IN, { status: 401, body: { message: 'Wrong email or password.' } })
    await user.type(screen.getByLabelText('Password'), 'guess{Enter}')
    await screen.findByText('Wrong email or password.')
    expect(screen.queryByText('This step has expired.')).toBeNull()
  })

  it('counts down, announces only the last minute, and ends by itself', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], shouldAdvanceTime: false })
    const step = await enterPassword('totp', 'recovery')
    await code()
    const pass = (seconds: number) => act(() => vi.advanceTimersByTime(seconds * 1000))
    pass(48)
    expect(step.getByText('4:12').parentElement).toHaveTextContent(
      'Password accepted. This step ends in 4:12.',
    )
    expect(step.queryByText('This step ends in 1 minute.')).toBeNull()
    pass(192)
    expect(step.getByText('This step ends in 1 minute.')).toHaveAttribute('role', 'status')
    pass(60)
    expect(await screen.findByText('This step has expired.')).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue(EMAIL)
  })

  it('says what to do when every factor is lost', async () => {
    const step = await enterPassword('totp', 'recovery')
    await user.click(step.getByRole('button', { name: 'I’ve lost all of these' }))
    expect(
      step.getByText('Ask an administrator to reset your second factor. You’ll get a link by mail.'),
    ).toBeVisible()
  })
})

describe('a passkey in the step', () => {
  it('is requested without a click, and signs in', async () => {
    const authenticator = pretendAuthenticator()
    await enterPassword('passkey', 'recovery')
    await signedIn()
    expect(authenticator.asked).toHaveLength(1)
    expect(server.sent(FINISH)[0]?.json).toMatchObject({
      challenge: 'step-1',
      passkey: { id: authenticator.id, type: 'public-key' },
    })
  })

  it('waits for the button after a cancel, also after a look at another choice', async () => {
    const authenticator = pretendAuthenticator('canceled')
    const step = await enterPassword('passkey', 'recovery')
    await waitFor(() => expect(authenticator.asked).toHaveLength(1))
    const button = step.getByRole('button', { name: 'Use passkey' })
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
    expect(button).toHaveFocus()
    expect(step.queryByRole('alert')).toBeNull()
    await user.click(step.getByRole('radio', { name: 'Recovery code' }))
    await user.click(step.getByRole('radio', { name: 'Passkey' }))
    authenticator.willAnswer('used')
    await user.click(step.getByRole('button', { name: 'Use passkey' }))
    await signedIn()
    expect(authenticator.asked).toHaveLength(2)
  })

  it('that is refused is reported, and can be tried again', async () => {
    const refused = 'That passkey wasn’t accepted. You have 3 tries left.'
    pretendAuthenticator()
    server.answer(FINISH, refusal('passkey', refused))
    const step = await enterPassword('passkey', 'recovery')
    expect(await step.findByRole('alert')).toHaveTextContent(refused)
    server.answer(FINISH, { body: { token: 'token-2', user: person('qa') } })
    await user.click(step.getByRole('button', { name: 'Use passkey' }))
    await signedIn()
  })
})

describe('the same step', () => {
  it('follows the sample’s sign-in with one click, without the sample’s people', async () => {
    const { first_name, last_name, username, role } = person('wrt', { first_name: 'Priya' })
    server.answer(SIGN_IN, needs('totp', 'recovery'))
    openAsVisitor(server, '/')
    server.answer('GET /api/health', {
      body: {
        ...HEALTH,
        sample: { password: 'sample-1', people: [{ first_name, last_name, username, role }] },
      },
    })
    await user.click(await screen.findByRole('button', { name: /Priya/ }))
    expect(await screen.findByText(username)).toBeVisible()
    expect(screen.queryByText('Sample workspace')).toBeNull()
    expect(screen.queryByText('Sign-in error')).toBeNull()
    await user.type(await code(), '418207')
    await signedIn()
  })

  it('follows a password that was just set through a link', async () => {
    server.answer(SIGN_IN, needs('totp', 'recovery'))
    server.answer('GET /api/reset-password', { body: { first_name: 'Dana' } })
    server.answer('PUT /api/reset-password', { body: { username: EMAIL } })
    openAsVisitor(server, '/reset-password/t1')
    await user.type(await screen.findByLabelText('Password'), 'long-enough')
    await user.type(screen.getByLabelText('Confirmation'), 'long-enough{Enter}')
    await user.type(await code(), '418207')
    await signedIn()
    expect(window.location.pathname).toBe('/keywords')
  })
})
