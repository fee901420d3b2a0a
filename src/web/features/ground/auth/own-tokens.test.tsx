// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './profile-screen.tsx'
import './step-up-dialog.tsx'
import '#web/features/ground/tokens/new-token-dialog.tsx'
import '#web/features/ground/tokens/rotate-token-dialog.tsx'
import '#web/features/ground/tokens/token-secret-dialog.tsx'
import { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ApiToken, ApiTokens } from '#shared/features/ground/tokens/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { assistantsOf, tokenOf, tokensOf } from '#web/testing/tokens.ts'

const TOKENS = '/api/profile/tokens'
const SECRET = 'cdk_Wm0xV7hQ2rT9yLcP4kNzB8sJ1dFgH6eXuAbCdEfGhIjKlMnOpQrSt'
const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const from = (ms: number) => new Date(Date.now() + ms).toISOString()

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/profile/assistants', { body: assistantsOf() })
  server.answer('GET /api/profile/admins', {
    body: [{ first_name: 'Sofia', last_name: 'Brandvold', username: 'sofia@desk.example' }],
  })
})
afterEach(() => server.close())

async function openTab(tokens: ApiTokens, role: 'opm' | 'adm' = 'opm') {
  server.answer(`GET ${TOKENS}`, { body: tokens })
  openAs(server, role, '/profile?tab=api')
  return within(await screen.findByRole('region', { name: /^API tokens/ }))
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const answer = async (label: string) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: label }))
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const read = () => server.sent(`GET ${TOKENS}`).length

describe('the user’s API tokens', () => {
  it('are listed with what they may do, their end and their last use', async () => {
    const tokens = await openTab(
      tokensOf(
        tokenOf(1, 'Weekly export', {
          permissions: ['ViewKeywords', 'KeywordResearch'],
          last_used_at: from(-2 * HOUR),
          last_address: '203.0.113.8',
        }),
        tokenOf(2, 'Stock sheet', {
          permissions: ['ManageProducts'],
          may_write: true,
          ends_at: from(9 * DAY),
          last_used_at: from(-HOUR),
          last_address: '198.51.100.24',
          is_new_address: true,
        }),
      ),
    )
    expect(await tokens.findByText('2 of 20')).toBeVisible()
    expect((await row(/^Weekly export/)).getByText('2 of your 12 permissions')).toBeVisible()
    expect(screen.getByRole('row', { name: /^Weekly export/ })).toHaveTextContent(
      /^Weekly exportcdk_1Kq2…Read2 of your 12 permissions.*in 62 days2 hours agofrom 203\.0\.113\.8RotateRevoke$/,
    )
    expect(screen.getByRole('row', { name: /^Stock sheet/ })).toHaveTextContent(
      'Stock sheetEnds soonNew addresscdk_2Kq2…Read and changeManage productsin 9 days1 hour agofrom 198.51.100.24, for the first time',
    )
  })

  it('name the permissions of a token on demand, those that are lost too', async () => {
    await openTab(tokensOf(tokenOf(1, 'Weekly export', { permissions: ['ViewKeywords', 'ManageUsers'] })))
    const cells = await row(/^Weekly export/)
    await user.click(cells.getByText('2 of your 12 permissions'))
    expect(cells.getByText('View keywords')).toBeVisible()
    expect(cells.getByText('Manage users (no longer granted)')).toBeVisible()
  })

  it('that no longer work are grey, do not count and can leave the list', async () => {
    server.answer(`DELETE ${TOKENS}/3`, { status: 204 })
    const tokens = await openTab(
      tokensOf(
        tokenOf(3, 'Laptop scripts', { ends_at: '2026-01-20T08:00:00.000Z' }),
        tokenOf(4, 'Old sheet', { revoked_at: '2026-01-21T08:00:00.000Z' }),
      ),
    )
    expect(await tokens.findByText('0 of 20')).toBeVisible()
    expect((await row(/^Laptop scripts/)).getByText('2026-01-20')).toBeVisible()
    const revoked = await row(/^Old sheet/)
    expect(revoked.getByText('Revoked')).toBeVisible()
    expect(screen.getByRole('row', { name: /^Old sheet/ })).toHaveTextContent('revoked 2026-01-21')
    expect(revoked.queryByRole('button', { name: /^Rotate/ })).toBeNull()
    server.answer(`GET ${TOKENS}`, { body: tokensOf() })
    await user.click(screen.getByRole('button', { name: 'Remove Laptop scripts' }))
    expect(await screen.findByText('Token removed')).toBeVisible()
    expect(server.sent(`DELETE ${TOKENS}/3`)).toHaveLength(1)
    expect(
      await tokens.findByText('No tokens yet. Make one to let a script or a tool read Copydesk as you.'),
    ).toBeVisible()
  })

  it('can be revoked after a question that names the token and its last use', async () => {
    server.answer(`DELETE ${TOKENS}/1`, { status: 204 })
    const used = { last_used_at: from(-2 * HOUR), last_address: '203.0.113.8' }
    const token = tokenOf(1, 'Weekly export', used)
    await openTab(tokensOf(token))
    await user.click(await screen.findByRole('button', { name: 'Revoke Weekly export' }))
    const question = await dialog('Revoke “Weekly export”?')
    expect(
      question.getByText(
        'It was used 2 hours ago from 203.0.113.8. Programs that use it stop working at once. This can’t be undone.',
      ),
    ).toBeVisible()
    expect(server.sent(`DELETE ${TOKENS}/1`)).toEqual([])
    server.answer(`GET ${TOKENS}`, { body: tokensOf({ ...token, revoked_at: from(0) }) })
    await answer('Revoke')
    expect(await screen.findByText('Token revoked')).toBeVisible()
    expect(await screen.findByRole('row', { name: /^Weekly export ?Revoked/ })).toBeVisible()
  })

  it('say so when they cannot be loaded', async () => {
    server.answer(`GET ${TOKENS}`, { status: 400, body: { message: 'Not today.' } })
    openAs(server, 'opm', '/profile?tab=api')
    expect(await screen.findByText('Your tokens couldn’t be loaded.')).toBeVisible()
    server.answer(`GET ${TOKENS}`, { body: tokensOf(tokenOf(1, 'Weekly export')) })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Weekly export')).toBeVisible()
  })

  it('cannot be more than the workspace allows', async () => {
    const tokens = await openTab({ ...tokensOf(tokenOf(1, 'One'), tokenOf(2, 'Two')), most: 2 })
    expect(
      await tokens.findByText('You have 2 tokens, the most your workspace allows. Revoke one first.'),
    ).toBeVisible()
    expect(tokens.queryByRole('button', { name: 'New token' })).toBeNull()
  })

  it('cannot be made where the workspace allows none, and users see the administrators to ask', async () => {
    await openTab({ ...tokensOf(), is_allowed: false })
    expect(await screen.findByText(/^Your workspace doesn’t allow/)).toHaveTextContent(
      'Your workspace doesn’t allow personal tokens. Ask Sofia Brandvold for a service account.',
    )
    expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
  })

  it('lead administrators to service accounts', async () => {
    await openTab(tokensOf(), 'adm')
    expect(screen.getByRole('link', { name: 'a service account' })).toHaveAttribute(
      'href',
      '/users?kind=service',
    )
  })
})

describe('a new token', () => {
  const made = (token: ApiToken) => ({ status: 201, body: { secret: SECRET, token } })
  async function fill(tokens: ApiTokens = tokensOf()) {
    const card = await openTab(tokens)
    await user.click(await card.findByRole('button', { name: 'New token' }))
    const form = await dialog('New token')
    await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Stock sheet')
    return form
  }

  it('may by default read all that its user can, for 90 days', async () => {
    server.answer(`POST ${TOKENS}`, made(tokenOf(5, 'Stock sheet')))
    const form = await fill()
    expect(form.getByText('Your 12 permissions, checked again on every call')).toBeVisible()
    const day = from(90 * DAY).slice(0, 10)
    expect(form.getByText(/remind/)).toHaveTextContent(`On ${day}. We’ll remind you 14 and 3 days before.`)
    await user.click(form.getByRole('button', { name: 'Make token' }))
    await dialog('Copy your token now')
    expect(server.sent(`POST ${TOKENS}`).map(({ json }) => json)).toEqual([
      { name: 'Stock sheet', permissions: null, may_write: false, days: 90 },
    ])
  })

  it('can be limited to some of the user’s permissions, with a right to change things and another life', async () => {
    server.answer(`POST ${TOKENS}`, made(tokenOf(5, 'Stock sheet')))
    const form = await fill()
    await user.click(form.getByRole('radio', { name: 'Only these Choose from the permissions.' }))
    expect(form.queryByRole('checkbox', { name: 'Manage users' })).toBeNull()
    await user.click(form.getByRole('button', { name: 'Make token' }))
    expect(form.getByText('Choose at least one permission.')).toBeVisible()
    expect(server.sent(`POST ${TOKENS}`)).toEqual([])
    await user.click(form.getByRole('checkbox', { name: 'Manage products' }))
    await user.click(form.getByRole('checkbox', { name: /^Can change things/ }))
    await user.click(form.getByRole('radio', { name: '1 year' }))
    await user.click(form.getByRole('button', { name: 'Make token' }))
    await dialog('Copy your token now')
    expect(server.sent(`POST ${TOKENS}`).map(({ json }) => json)).toEqual([
      { name: 'Stock sheet', permissions: ['ManageProducts'], may_write: true, days: 365 },
    ])
  })

  it('lasts no longer than the workspace allows', async () => {
    const form = await fill({ ...tokensOf(), most_days: 60 })
    expect(form.getAllByRole('radio').map((each) => each.parentElement?.textContent)).toEqual([
      'Everything I can doYour 12 permissions, checked again on every call',
      'Only theseChoose from the permissions.',
      '30 days',
      '60 days',
    ])
    expect(form.getByRole('radio', { name: '60 days' })).toBeChecked()
  })

  it('needs a name, and keeps what was typed when the server refuses', async () => {
    server.answer(`POST ${TOKENS}`, { status: 409, body: { message: 'You have 20 tokens.' } })
    const form = await fill()
    const name = form.getByRole('textbox', { name: /^Name/ })
    await user.clear(name)
    await user.click(form.getByRole('button', { name: 'Make token' }))
    expect(form.getByText('Please name the token.')).toBeVisible()
    await user.type(name, 'Stock sheet')
    await user.click(form.getByRole('button', { name: 'Make token' }))
    expect(await form.findByText('You have 20 tokens.')).toBeVisible()
    expect(name).toHaveValue('Stock sheet')
  })

  it('is made after the user has confirmed who they are, with the same values', async () => {
    server.answer(`POST ${TOKENS}`, {
      status: 403,
      body: { code: 'stepUp', message: 'Confirm.', details: { factors: ['password'] } },
    })
    server.answer('POST /api/auth/step-up', { status: 204 })
    const form = await fill()
    await user.click(form.getByRole('button', { name: 'Make token' }))
    const confirmation = within(await screen.findByRole('form', { name: 'Confirm it’s you' }))
    server.answer(`POST ${TOKENS}`, made(tokenOf(5, 'Stock sheet')))
    await user.type(confirmation.getByLabelText('Password'), 'right-one{Enter}')
    await dialog('Copy your token now')
    const [first, second] = server.sent(`POST ${TOKENS}`).map(({ json }) => json)
    expect(second).toEqual(first)
  })
})

describe('the secret of a new token', () => {
  async function show() {
    server.answer(`POST ${TOKENS}`, {
      status: 201,
      body: { secret: SECRET, token: tokenOf(5, 'Stock sheet') },
    })
    const card = await openTab(tokensOf())
    await user.click(await card.findByRole('button', { name: 'New token' }))
    const form = await dialog('New token')
    await user.type(form.getByRole('textbox', { name: /^Name/ }), 'Stock sheet{Enter}')
    return dialog('Copy your token now')
  }
  const secretBox = () => screen.queryByRole('textbox', { name: 'Token' })

  it('is copied, also within a command, and closing then asks nothing', async () => {
    const secret = await show()
    expect(secretBox()).toHaveValue(SECRET)
    expect(secretBox()).toHaveAttribute('readonly')
    expect(secret.getByText(/^curl/)).toHaveTextContent(
      `curl ${server.origin}/api/profile \\ -H "Authorization: Bearer cdk_5Kq2…"`,
    )
    await user.click(secret.getByRole('button', { name: 'Copy the command' }))
    expect(await navigator.clipboard.readText()).toContain(`Authorization: Bearer ${SECRET}"`)
    await user.click(secret.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(SECRET)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(secretBox()).toBeNull())
  })

  it('is not lost by a slip: closing without copying asks first', async () => {
    const secret = await show()
    const close = secret.getByRole('button', { name: 'Close' })
    await user.click(close)
    expect(await screen.findByText('Close without copying the token?')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Go back' }))
    expect(secretBox()).toHaveValue(SECRET)
    await user.click(close)
    await user.click(await screen.findByText('Close', { selector: 'button' }))
    await waitFor(() => expect(secretBox()).toBeNull())
  })

  it('is kept nowhere once its dialog has closed', async () => {
    const mounted = vi.spyOn(QueryClient.prototype, 'mount')
    onTestFinished(() => mounted.mockRestore())
    const secret = await show()
    const before = read()
    await user.click(secret.getByRole('button', { name: 'I’ve copied it' }))
    await waitFor(() => expect(secretBox()).toBeNull())
    window.dispatchEvent(new Event('pagehide'))
    const [caches] = mounted.mock.contexts
    if (!(caches instanceof QueryClient)) throw new Error('The app has no query client.')
    const remembered = {
      address: window.location.href,
      state: window.history.state as unknown,
      storage: { ...localStorage, ...sessionStorage },
      queries: caches
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
      mutations: caches
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
      page: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll('input')].map(({ value }) => value),
    }
    expect(remembered.queries.length).toBeGreaterThan(0)
    expect(JSON.stringify(remembered)).not.toContain(SECRET.slice(8))
    expect(read()).toBeGreaterThanOrEqual(before)
  })

  it('is selected where the browser blocks the clipboard, and shown in no notice', async () => {
    const secret = await show()
    const { clipboard } = navigator
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
    onTestFinished(() => {
      Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    })
    await user.click(secret.getByRole('button', { name: 'Copy' }))
    expect(await secret.findByText(/press Ctrl C/)).toBeVisible()
    expect(secretBox()).toHaveFocus()
    expect(screen.queryByText(SECRET)).toBeNull()
    fireEvent.copy(secretBox() as HTMLElement)
    await user.click(secret.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(secretBox()).toBeNull())
  })
})

describe('a rotation', () => {
  const WORKING = tokenOf(1, 'Zapier')
  const ROTATED = tokenOf(2, 'Zapier', {
    old: { ends_at: from(20 * HOUR), last_used_at: from(-12 * 60_000) },
  })

  it('makes a new token, and by default the old one works for another day', async () => {
    server.answer(`POST ${TOKENS}/1/rotate`, { status: 201, body: { secret: SECRET, token: ROTATED } })
    await openTab(tokensOf(WORKING))
    await user.click(await screen.findByRole('button', { name: 'Rotate Zapier' }))
    const question = await dialog('Rotate “Zapier”?')
    expect(question.getByText(/keeps working until/)).toBeVisible()
    server.answer(`GET ${TOKENS}`, { body: tokensOf(ROTATED) })
    await user.click(question.getByRole('button', { name: 'Rotate' }))
    const secret = await dialog('Copy your token now')
    await user.click(secret.getByRole('button', { name: 'I’ve copied it' }))
    const cells = await row(/^Zapier ?Rotating/)
    expect(cells.getByRole('button', { name: 'End the old one of Zapier' })).toHaveFocus()
    expect(cells.getByText('with the old token')).toBeVisible()
    expect(cells.getByText(/the old one works until/)).toBeVisible()
    expect(server.sent(`POST ${TOKENS}/1/rotate`)[0]?.json).toEqual({ end_old: false })
  })

  it('can end the old token at once', async () => {
    server.answer(`POST ${TOKENS}/1/rotate`, { status: 201, body: { secret: SECRET, token: WORKING } })
    await openTab(tokensOf(WORKING))
    await user.click(await screen.findByRole('button', { name: 'Rotate Zapier' }))
    const question = await dialog('Rotate “Zapier”?')
    await user.click(question.getByRole('checkbox', { name: /^End the old one now/ }))
    await user.click(question.getByRole('button', { name: 'Rotate' }))
    await dialog('Copy your token now')
    expect(server.sent(`POST ${TOKENS}/1/rotate`)[0]?.json).toEqual({ end_old: true })
  })

  it('is over when the old token is ended, after a question', async () => {
    server.answer(`DELETE ${TOKENS}/2/old`, { status: 204 })
    await openTab(tokensOf(ROTATED))
    await user.click(await screen.findByRole('button', { name: 'End the old one of Zapier' }))
    expect(await screen.findByText(/^It was used 12 minutes ago\./)).toBeVisible()
    server.answer(`GET ${TOKENS}`, { body: tokensOf({ ...ROTATED, old: null }) })
    await answer('End the old one')
    expect(await screen.findByText('Old token ended')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Rotate Zapier' })).toBeVisible()
  })

  it('of an ended token has no old one to end', async () => {
    await openTab(tokensOf(tokenOf(3, 'Laptop', { ends_at: '2026-01-20T08:00:00.000Z' })))
    await user.click(await screen.findByRole('button', { name: 'Rotate Laptop' }))
    const question = await dialog('Rotate “Laptop”?')
    expect(question.getByText(/The old one has already ended\.$/)).toBeVisible()
    expect(question.queryByRole('checkbox')).toBeNull()
  })
})
