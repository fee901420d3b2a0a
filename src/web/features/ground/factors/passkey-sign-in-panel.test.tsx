// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './passkey-sign-in-panel.tsx'
import '#web/testing/first-screen.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAsVisitor } from '#web/testing/open-app.tsx'
import { PASSKEY_REQUEST, pretendAuthenticator } from '#web/testing/passkeys.ts'
import { HEALTH, person } from '#web/testing/people.ts'

const OPTIONS = 'POST /api/auth/passkey/options'
const SIGN_IN = 'POST /api/auth/passkey'

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer(OPTIONS, {
    body: { challenge: 'step-1', passkey: { ...PASSKEY_REQUEST, allowCredentials: [] } },
  })
  server.answer(SIGN_IN, { body: { token: 'token-2', user: person('qa') } })
})
afterEach(() => server.close())

async function openCard() {
  openAsVisitor(server, '/')
  server.answer('GET /api/health', { body: { ...HEALTH, passkeys: true } })
  return screen.findByRole('button', { name: 'Use a passkey' })
}
const signedIn = () => screen.findByRole('heading', { level: 1, name: 'Keywords Summary' })

describe('a passkey on the sign-in card', () => {
  it('is not offered before a user has one', async () => {
    openAsVisitor(server, '/')
    expect(await screen.findByLabelText('Email')).toHaveAttribute('autocomplete', 'username')
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Need help?' })).toHaveAttribute(
        'href',
        `mailto:${HEALTH.help_email}`,
      ),
    )
    await act(() => vi.dynamicImportSettled())
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
    expect(server.sent(OPTIONS)).toEqual([])
  })

  it('signs in from the button, without an email', async () => {
    const authenticator = pretendAuthenticator('waiting')
    const button = await openCard()
    await waitFor(() => expect(authenticator.asked).toHaveLength(1))
    authenticator.willAnswer('used')
    await user.click(button)
    await signedIn()
    expect(server.sent(SIGN_IN)[0]?.json).toMatchObject({
      challenge: 'step-1',
      passkey: { id: authenticator.id },
    })
    expect(session.token()).toBe('token-2')
  })

  it('is offered by the browser in the email field, and signs in from there', async () => {
    const authenticator = pretendAuthenticator()
    openAsVisitor(server, '/')
    server.answer('GET /api/health', { body: { ...HEALTH, passkeys: true } })
    await signedIn()
    expect(authenticator.asked).toMatchObject([{ mediation: 'conditional' }])
  })

  it('is offered again in the field before its challenge ends, and after a failure', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const authenticator = pretendAuthenticator('waiting')
    await openCard()
    await waitFor(() => expect(authenticator.asked).toHaveLength(1))
    server.answer(OPTIONS, { status: 400, body: { message: 'Not now.' } })
    act(() => void vi.advanceTimersByTime(4 * 60_000))
    await waitFor(() => expect(server.sent(OPTIONS)).toHaveLength(2))
    server.answer(OPTIONS, { body: { challenge: 'step-3', passkey: PASSKEY_REQUEST } })
    act(() => void vi.advanceTimersByTime(4 * 60_000))
    await waitFor(() => expect(authenticator.asked).toHaveLength(2))
  })

  it('is not offered again while the window has lost the focus, but as soon as it is back', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const focus = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    onTestFinished(() => focus.mockRestore())
    const authenticator = pretendAuthenticator('waiting')
    await openCard()
    await waitFor(() => expect(authenticator.asked).toHaveLength(1))
    await act(async () => void (await vi.advanceTimersByTimeAsync(8 * 60_000)))
    expect(authenticator.asked).toMatchObject([{ signal: { aborted: false } }])
    act(() => void window.dispatchEvent(new Event('focus')))
    await waitFor(() => expect(authenticator.asked).toHaveLength(2))
  })

  it('does not sign in a user who has left the card before the answer', async () => {
    const authenticator = pretendAuthenticator('waiting')
    const button = await openCard()
    await waitFor(() => expect(authenticator.asked).toHaveLength(1))
    const sent = Promise.withResolvers<void>()
    const answered = Promise.withResolvers<object>()
    server.answer(SIGN_IN, async () => {
      sent.resolve()
      return { body: await answered.promise }
    })
    authenticator.willAnswer('used')
    await user.click(button)
    await sent.promise
    await user.click(screen.getByRole('link', { name: 'Forgot your password?' }))
    await screen.findByRole('button', { name: 'Send link' })
    answered.resolve({ token: 'token-2', user: person('qa') })
    // Whatever follows the late answer has been done once this later call is answered.
    server.answer('POST /api/reset-password', { body: { message: 'We’ve sent a link.' } })
    await user.type(screen.getByLabelText(/Email/), 'dana@example.com{Enter}')
    await screen.findByText('We’ve sent a link.')
    expect(session.token()).toBeNull()
  })

  it('shows nothing after a cancel, and can be used again', async () => {
    const authenticator = pretendAuthenticator('waiting')
    const button = await openCard()
    await waitFor(() => expect(authenticator.asked).toHaveLength(1))
    authenticator.willAnswer('canceled')
    await user.click(button)
    await waitFor(() => expect(authenticator.asked.length).toBeGreaterThan(1))
    await waitFor(() => expect(button).not.toHaveAttribute('aria-busy'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(server.sent(SIGN_IN)).toEqual([])
    authenticator.willAnswer('used')
    await user.click(button)
    await signedIn()
  })

  it('that the server refuses is reported', async () => {
    const authenticator = pretendAuthenticator('waiting')
    const button = await openCard()
    expect(screen.getByLabelText('Email')).toHaveAttribute('autocomplete', 'username webauthn')
    await waitFor(() => expect(authenticator.asked).toHaveLength(1))
    server.answer(SIGN_IN, () => {
      // Else the next offer in the field would be refused at once too, and so on.
      authenticator.willAnswer('waiting')
      return { status: 400, body: { message: 'That passkey wasn’t accepted.' } }
    })
    authenticator.willAnswer('used')
    await user.click(button)
    expect(await screen.findByRole('alert')).toHaveTextContent('That passkey wasn’t accepted.')
    expect(session.token()).toBeNull()
  })
})
