// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './connect-screen.tsx'
import './layout/consent-layout.tsx'
import '#web/features/ground/auth/step-up-dialog.tsx'
import '#web/testing/first-screen.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectRequest } from '#shared/features/ground/assistants/contract.ts'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs, openAsVisitor } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

const UID = 'q3Xk9vTz0LmNpRsUwYaB'
const REQUEST = `/api/connect/${UID}`
const CLAUDE: ConnectRequest = {
  name: 'Claude',
  host: 'claude.ai',
  redirect_host: 'claude.ai',
  is_local: false,
  wants_write: true,
  expires_at: new Date(Date.now() + 600_000).toISOString(),
}

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer(`GET ${REQUEST}`, { body: CLAUDE })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await server.close()
})

/** The answers lead to the same page again, which the test's browser can show. */
const answered = { body: { redirect_to: '#answered' } }
const hasLeft = () => waitFor(() => expect(window.location.hash).toBe('#answered'))
const card = async (name = 'Claude') =>
  within(await screen.findByRole('region', { name: `${name} wants to use Copydesk` }))

describe('an assistant that asks to connect', () => {
  it('is named with its host and the account, and only looks things up unless the user chooses more', async () => {
    server.answer(`POST ${REQUEST}/allow`, answered)
    openAs(server, 'qa', `/connect/${UID}`)
    const consent = await card()
    expect(consent.getByRole('heading', { level: 1 })).toHaveFocus()
    expect(consent.getByText(/It’s run by/)).toHaveTextContent(
      'It’s run by claude.ai and would act as Ines Aldana, QA.',
    )
    expect(consent.getByRole('radio', { name: /^Look things up Nothing/ })).toBeChecked()
    expect(consent.getByText('See articles, keywords, reports and stock, as you do')).toBeVisible()
    expect(consent.queryByText(/^Write drafts/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Menu' })).toBeNull()
    await user.click(consent.getByRole('button', { name: 'Allow Claude' }))
    await hasLeft()
    expect(server.sent(`POST ${REQUEST}/allow`).map(({ json }) => json)).toEqual([{ may_write: false }])
  })

  it('may prepare work if the user chooses that, and the list says what', async () => {
    server.answer(`POST ${REQUEST}/allow`, answered)
    openAs(server, 'qa', `/connect/${UID}`)
    const consent = await card()
    await user.click(consent.getByRole('radio', { name: /prepare work/ }))
    expect(consent.getByText('Write drafts and comments, tick checklists, plan keywords')).toBeVisible()
    await user.click(consent.getByRole('button', { name: 'Allow Claude' }))
    await hasLeft()
    expect(server.sent(`POST ${REQUEST}/allow`).map(({ json }) => json)).toEqual([{ may_write: true }])
  })

  it('can’t prepare work if it asked only to look things up', async () => {
    server.answer(`GET ${REQUEST}`, { body: { ...CLAUDE, wants_write: false } })
    openAs(server, 'qa', `/connect/${UID}`)
    const choice = (await card()).getByRole('radio', { name: /prepare work/ })
    expect(choice).toBeDisabled()
    expect(choice).toHaveAccessibleName(/Claude asked only to look things up\./)
  })

  it('on the user’s own computer comes with a warning', async () => {
    server.answer(`GET ${REQUEST}`, {
      body: { ...CLAUDE, is_local: true, redirect_host: 'localhost:52817' },
    })
    openAs(server, 'qa', `/connect/${UID}`)
    expect((await card()).getByText('Only go on if you started this.').parentElement).toHaveTextContent(
      'The answer goes to a program on this computer (localhost:52817). Copydesk can’t identify it.',
    )
  })

  it.each([
    ['Allow Claude', 'allow', 'You allowed Claude'],
    ['Cancel', 'refuse', 'You cancelled the request'],
  ])(
    'that opens by a scheme leaves this page behind, which repeats the answer: %s',
    async (button, call, title) => {
      server.answer(`GET ${REQUEST}`, { body: { ...CLAUDE, is_local: true, redirect_host: 'claude:' } })
      server.answer(`POST ${REQUEST}/${call}`, answered)
      openAs(server, 'qa', `/connect/${UID}`)
      await user.click((await card()).getByRole('button', { name: button }))
      expect(await screen.findByRole('heading', { level: 1, name: title })).toHaveFocus()
      expect(screen.getByText(/You can close this page\.$/)).toBeVisible()
    },
  )

  it('is refused with Esc', async () => {
    server.answer(`POST ${REQUEST}/refuse`, answered)
    openAs(server, 'qa', `/connect/${UID}`)
    await card()
    await user.keyboard('{Escape}')
    await hasLeft()
    expect(server.sent(`POST ${REQUEST}/refuse`)).toHaveLength(1)
    expect(server.sent(`POST ${REQUEST}/allow`)).toHaveLength(0)
  })

  it('says where the answer goes if that is another host than the program’s', async () => {
    server.answer(`GET ${REQUEST}`, { body: { ...CLAUDE, redirect_host: 'elsewhere.example' } })
    openAs(server, 'qa', `/connect/${UID}`)
    expect((await card()).getByText('elsewhere.example')).toBeVisible()
  })

  it('stays on the card with the reason if it can’t be connected', async () => {
    const message = 'Your workspace doesn’t allow assistants from claude.ai.'
    server.answer(`POST ${REQUEST}/allow`, { status: 409, body: { message, code: 'conflict' } })
    openAs(server, 'qa', `/connect/${UID}`)
    await user.click((await card()).getByRole('button', { name: 'Allow Claude' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(`Couldn’t connect Claude${message}`)
    expect((await card()).getByRole('button', { name: 'Allow Claude' })).toBeEnabled()
  })

  it('whose request has expired meanwhile has to start again', async () => {
    server.answer(`POST ${REQUEST}/allow`, { status: 404, body: { message: 'Request not found' } })
    openAs(server, 'qa', `/connect/${UID}`)
    await user.click((await card()).getByRole('button', { name: 'Allow Claude' }))
    expect(await screen.findByRole('heading', { name: 'This request has expired' })).toBeVisible()
    expect(
      screen.getByText(
        'Unless you’ve already allowed it, nothing was connected. Start again in Claude. You’ll have 10 minutes.',
      ),
    ).toBeVisible()
  })

  it('is not refused when the user cancels the question who they are', async () => {
    server.answer(`POST ${REQUEST}/allow`, {
      status: 403,
      body: { message: 'Confirm it’s you.', code: 'stepUp', details: { factors: ['password'] } },
    })
    openAs(server, 'qa', `/connect/${UID}`)
    await user.click((await card()).getByRole('button', { name: 'Allow Claude' }))
    await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.sent(`POST ${REQUEST}/refuse`)).toHaveLength(0)
    expect(screen.queryByRole('alert')).toBeNull()
    expect((await card()).getByRole('button', { name: 'Allow Claude' })).toBeEnabled()
  })
})

describe('a signed-out visitor sent by an assistant', () => {
  it('signs in first and answers on the same page', async () => {
    server.answer('POST /api/auth', { body: { token: 'token-1', user: person('qa') } })
    server.answer('GET /api/profile', { body: person('qa') })
    openAsVisitor(server, `/connect/${UID}`)
    expect(await screen.findByText(/^Sign in to connect/)).toHaveTextContent('Sign in to connect Claude.')
    await user.type(screen.getByLabelText('Email'), 'ines.aldana@copydesk.example')
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}')
    await card()
    expect(window.location.pathname).toBe(`/connect/${UID}`)
    expect(sessionStorage.getItem('copydesk.return')).toBeNull()
  })

  it('comes back to this page if they sign in by way of another', async () => {
    openAsVisitor(server, `/connect/${UID}`)
    await screen.findByText(/^Sign in to connect/)
    expect(sessionStorage.getItem('copydesk.return')).toBe(`/connect/${UID}`)
  })

  it('is the next user after “Not you?”: the page stays and asks them to sign in', async () => {
    openAs(server, 'qa', `/connect/${UID}`)
    await user.click(await screen.findByRole('button', { name: 'Not you?' }))
    expect(await screen.findByText(/^Sign in to connect/)).toBeVisible()
    expect(window.location.pathname).toBe(`/connect/${UID}`)
    expect(session.user()).toBeNull()
    expect(server.sent('DELETE /api/auth')).toHaveLength(1)
  })
})

describe('a request that can’t be answered', () => {
  it('has expired if the server no longer has it', async () => {
    server.answer(`GET ${REQUEST}`, { status: 404, body: { message: 'Request not found' } })
    openAsVisitor(server, `/connect/${UID}`)
    expect(await screen.findByRole('heading', { name: 'This request has expired' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to My Profile' })).toHaveAttribute('href', '/profile')
  })

  it.each([
    ['why=off', 'Your workspace doesn’t allow assistants.'],
    ['why=host&host=scribe.example', 'scribe.example may not connect here'],
    ['why=host&host=Call+555+to+unlock', 'This program may not connect here'],
    ['why=unreadable', 'We couldn’t check who is asking.'],
    ['why=expired', 'This request has expired'],
    ['why=invalid', 'This request can’t be answered'],
    ['why=other', 'This request can’t be answered'],
    ['', 'This request can’t be answered'],
  ])('says why: %s', async (search, title) => {
    openAsVisitor(server, `/connect/refused?${search}`)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(server.seen.filter(({ path }) => path.startsWith('/api/connect'))).toEqual([])
  })

  it('shows a name from the address as a short plain text', async () => {
    openAsVisitor(server, `/connect/refused?why=expired&name=${'A'.repeat(80)}`)
    expect(await screen.findByText(/Start again in A/)).toHaveTextContent(
      `Start again in ${'A'.repeat(59)}….`,
    )
  })

  it('names the allowed hosts and the administrators to signed-in users only', async () => {
    server.answer('GET /api/profile/assistants', {
      body: { allowed: 'consent', hosts: ['claude.ai', 'chatgpt.com'], address: '', assistants: [] },
    })
    server.answer('GET /api/profile/admins', {
      body: [{ first_name: 'Ines', last_name: 'Aldana', username: 'ines@desk.example' }],
    })
    openAs(server, 'opm', '/connect/refused?why=host&host=scribe.example')
    expect(
      await screen.findByText('Your workspace allows assistants only from claude.ai and chatgpt.com.'),
    ).toBeVisible()
    expect(await screen.findByText(/to add it in Sign-in rules/)).toHaveTextContent(
      'Ask Ines Aldana to add it in Sign-in rules.',
    )
  })
})
