import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAsVisitor } from '#web/testing/open-app.tsx'
import { HEALTH, person } from '#web/testing/people.ts'

let server: Loopback
const user = userEvent.setup()

beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const email = () => screen.findByLabelText('Email')
const submit = () => user.click(screen.getByRole('button', { name: 'Sign in' }))

async function signInAs(username: string, password: string) {
  await user.type(await email(), username)
  await user.type(screen.getByLabelText('Password'), password)
  await submit()
}

describe('the sign-in screen', () => {
  it('is a card titled with the tool name, with email, password and help [SHELL-039, SHELL-040, AUTH-001, AUTH-002, AUTH-003, AUTH-004, AUTH-005]', async () => {
    openAsVisitor(server, '/')
    expect(await email()).toHaveAttribute('type', 'email')
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
    expect(within(screen.getByRole('main')).getByRole('heading', { level: 1 })).toHaveTextContent('Copydesk')
    expect(screen.getByRole('link', { name: 'Forgot your password?' })).toHaveAttribute(
      'href',
      '/forgot-password',
    )
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Need help?' })).toHaveAttribute(
        'href',
        'mailto:help@copydesk.example',
      ),
    )
  })

  it('refuses an empty form with both messages, without a request [AUTH-006, AUTH-008]', async () => {
    openAsVisitor(server, '/')
    await email()
    await submit()
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Please input a valid email!')
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Please input your password!')
    expect(server.sent('POST /api/auth')).toEqual([])
  })

  it('refuses an invalid email address [AUTH-007]', async () => {
    openAsVisitor(server, '/')
    await signInAs('not an address', 'secret-1')
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Please input a valid email!')
    expect(server.sent('POST /api/auth')).toEqual([])
  })

  it('sends username and password and opens the Keywords screen [AUTH-009, AUTH-011, SHELL-002]', async () => {
    server.answer('POST /api/auth', { body: { token: 'token-1', user: person('qa') } })
    openAsVisitor(server, '/')
    await signInAs('  Ines.Aldana@Copydesk.example ', 'secret-1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Keywords Summary' })).toBeVisible()
    expect(server.sent('POST /api/auth')[0]?.json).toEqual({
      username: 'ines.aldana@copydesk.example',
      password: 'secret-1',
    })
    expect(session.token()).toBe('token-1')
    expect(window.location.pathname).toBe('/keywords')
  })

  it("shows 'Sign-in error', stays, and keeps the input with the password selected [AUTH-017, AUTH-018]", async () => {
    server.answer('POST /api/auth', { status: 401, body: { message: 'Wrong email or password.' } })
    openAsVisitor(server, '/')
    await signInAs('ines@copydesk.example', 'wrong-one')
    const alert = (await screen.findByText('Sign-in error')).closest('[role=alert]')
    expect(alert).toHaveTextContent('Wrong email or password.')
    expect(screen.getByLabelText('Email')).toHaveValue('ines@copydesk.example')
    const password = screen.getByLabelText<HTMLInputElement>('Password')
    expect(password).toHaveFocus()
    expect([password.value, password.selectionStart, password.selectionEnd]).toEqual(['wrong-one', 0, 9])
    expect(window.location.pathname).toBe('/')
  })

  it('clears the previous error after a successful sign-in', async () => {
    server.answer('POST /api/auth', { status: 401, body: { message: 'Wrong email or password.' } })
    openAsVisitor(server, '/')
    await signInAs('ines@copydesk.example', 'wrong-one')
    await screen.findByText('Wrong email or password.')
    server.answer('POST /api/auth', { body: { token: 'token-1', user: person('qa') } })
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    await submit()
    await screen.findByRole('heading', { level: 1, name: 'Keywords Summary' })
    await waitFor(() => expect(screen.queryByText('Wrong email or password.')).toBeNull())
  })

  it('sends one request for several quick submissions', async () => {
    server.answer('POST /api/auth', { status: 401, body: { message: 'Wrong email or password.' } })
    openAsVisitor(server, '/')
    await user.type(await screen.findByLabelText('Email'), 'ines@copydesk.example')
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    const form = screen.getByRole<HTMLFormElement>('form', { name: 'Sign in' })
    act(() => {
      form.requestSubmit()
      form.requestSubmit()
    })
    await screen.findByText('Sign-in error')
    expect(server.sent('POST /api/auth')).toHaveLength(1)
  })

  it('returns to the requested page', async () => {
    server.answer('POST /api/auth', { body: { token: 'token-1', user: person('qa') } })
    openAsVisitor(server, '/products')
    await signInAs('ines@copydesk.example', 'secret-1')
    expect(await screen.findByRole('heading', { level: 1, name: 'Products Library' })).toBeVisible()
  })

  it('says that a sample user has another password or is locked, and offers the others', async () => {
    const people = ['Priya', 'Noor'].map((first_name) => {
      const { last_name, username, role } = person('wrt')
      return { first_name, last_name, username: `${first_name}.${username}`, role }
    })
    openAsVisitor(server, '/')
    server.answer('GET /api/health', { body: { ...HEALTH, sample: { password: 'sample-1', people } } })
    server.answer('POST /api/auth', { status: 401, body: { message: 'Wrong email or password.' } })
    await user.click(await screen.findByRole('button', { name: /Priya/ }))
    expect(await screen.findByText(/^Priya can’t sign in with one click/)).toBeVisible()
    expect(screen.queryByText('Sign-in error')).toBeNull()
    expect(screen.getByRole('button', { name: /Priya/ })).toBeDisabled()
    expect(screen.getByRole('button', { name: /Noor/ })).toBeEnabled()
  })

  it('signs in as a sample user with one click', async () => {
    const { first_name, last_name, username, role } = person('wrt', {
      first_name: 'Priya',
      last_name: 'Raman',
    })
    openAsVisitor(server, '/')
    server.answer('GET /api/health', {
      body: {
        ...HEALTH,
        sample: { password: 'sample-1', people: [{ first_name, last_name, username, role }] },
      },
    })
    server.answer('POST /api/auth', { body: { token: 'token-1', user: person('wrt') } })
    await user.click(await screen.findByRole('button', { name: /Writer · Priya Raman/ }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Tools' })).toBeVisible()
    expect(server.sent('POST /api/auth')[0]?.json).toEqual({ username, password: 'sample-1' })
  })
})

it('the notice of a flag is above the form, and sample users are hidden where a flag hides them', async () => {
  const sample = { password: 'sample-1', people: [] }
  openAsVisitor(server, '/')
  server.answer('GET /api/health', { body: { ...HEALTH, notice: 'Scans run late today', sample } })
  expect(await screen.findByText('Scans run late today')).toBeInTheDocument()
  expect(await email()).toBeInTheDocument()
  expect(screen.queryByText('Sample workspace')).not.toBeInTheDocument()
})
