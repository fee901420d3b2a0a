// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './sign-in-ways-panel.tsx'
import './add-passkey-dialog.tsx'
import './codes-dialog.tsx'
import './rename-passkey-dialog.tsx'
import './totp-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { OwnFactors } from '#shared/features/ground/factors/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { pretendAuthenticator } from '#web/testing/passkeys.ts'

const TOTP = '/api/profile/factors/totp'
const PASSKEYS = '/api/profile/factors/passkeys'
const MADE = '2026-11-02T08:00:00.000Z'
const NONE: OwnFactors = {
  passkeys: [],
  passkeys_fault: null,
  totp: null,
  recovery: null,
  password_changed_at: '2026-09-14T08:00:00.000Z',
}
const MACBOOK = {
  id: 4,
  name: 'MacBook Pro',
  is_synced: false,
  created_at: MADE,
  last_used_at: new Date(Date.now() - 2 * 60 * 60_000).toISOString(),
}
const IPHONE = { id: 5, name: 'iPhone', is_synced: true, created_at: MADE, last_used_at: null }
const APP = { created_at: MADE, last_used_at: '2026-11-20T09:12:00.000Z', is_readable: true }
const ALL: OwnFactors = {
  ...NONE,
  passkeys: [MACBOOK, IPHONE],
  totp: APP,
  recovery: { created_at: MADE, left: 8, of: 10 },
}
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const CODES = ['K7QD-2M4X-R7TB-VHNC-3EWJ-6PLA-JX5N', '4XRM-T7UD-QJ2E-2BKS-HN5W-CV7G-ZK3D']

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/profile/sessions', { body: [] })
  server.answer(`POST ${TOTP}`, {
    body: { secret: SECRET, uri: `otpauth://totp/Copydesk:ines?secret=${SECRET}` },
  })
})
afterEach(() => server.close())

async function openTab(factors: OwnFactors) {
  server.answer('GET /api/profile/factors', { body: factors })
  openAs(server, 'opm', '/profile?tab=sign-in')
  const ways = await screen.findByRole('region', { name: 'How you sign in' })
  await within(ways).findByText('Authenticator app')
  return within(ways)
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const rowOf = (heading: HTMLElement) => heading.closest('li') ?? heading
const answerYes = async (label: string) =>
  user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: label }))
const read = () => server.sent('GET /api/profile/factors').length

describe('how you sign in', () => {
  it('lists all ways in their order while none is set up, and says that the second factor is off', async () => {
    const ways = await openTab(NONE)
    expect(ways.getByText('Second factor off')).toBeVisible()
    const headings = ways.getAllByRole('heading', { level: 3 })
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Passkeys',
      'Authenticator app',
      'Recovery codes',
      'Password',
    ])
    expect(ways.getByText(/^Changed/)).toHaveTextContent(
      'Changed 2026-09-14. Right now, it’s the only way into your account.',
    )
    expect(ways.getByText('You’ll get ten codes with your first passkey or authenticator app.')).toBeVisible()
    expect(ways.queryByRole('button', { name: 'Make new codes' })).toBeNull()
  })

  it('shows the factors that are set up, with their last use', async () => {
    const ways = await openTab(ALL)
    expect(ways.getByText('Second factor on')).toBeVisible()
    const [passkeys, app, recovery, password] = ways
      .getAllByRole('heading', { level: 3 })
      .map((heading) => rowOf(heading))
    const [macbook, iphone] = within(passkeys as HTMLElement).getAllByRole('listitem')
    expect(macbook).toHaveTextContent('MacBook ProOnly this deviceAdded 2026-11-02 · last used 2 hours ago')
    expect(iphone).toHaveTextContent(/^iPhoneSyncedAdded 2026-11-02$/)
    expect(app).toHaveTextContent('OnSet up 2026-11-02 · last used 2026-11-20 09:12')
    expect(recovery).toHaveTextContent('8 of 10 left')
    expect(password).toHaveTextContent('Always asks for a second factor too.')
  })

  it('says why no passkey can be added at this address', async () => {
    const fault = 'They need https and a host name, and this address is http://192.0.2.4.'
    const ways = await openTab({ ...NONE, passkeys_fault: fault })
    expect(ways.getByText('Passkeys aren’t offered here.').parentElement).toHaveTextContent(
      `Passkeys aren’t offered here. ${fault}`,
    )
    expect(ways.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  })

  it('says that the app has to be set up again after a restore without the key', async () => {
    const ways = await openTab({ ...ALL, totp: { ...APP, is_readable: false } })
    expect(
      ways.getByText(
        'Your authenticator app has to be set up again. The server was restored without its key.',
      ),
    ).toBeVisible()
    expect(ways.queryByText('On')).toBeNull()
  })

  it('says so when it cannot be read', async () => {
    server.answer('GET /api/profile/factors', { status: 400, body: { message: 'Not today.' } })
    openAs(server, 'opm', '/profile?tab=sign-in')
    expect(await screen.findByText('Couldn’t load how you sign in.')).toBeVisible()
    server.answer('GET /api/profile/factors', { body: NONE })
    const ways = within(screen.getByRole('region', { name: 'How you sign in' }))
    await user.click(ways.getByRole('button', { name: 'Retry' }))
    expect(await ways.findByText('Second factor off')).toBeVisible()
  })
})

describe('an authenticator app', () => {
  async function setUp() {
    const ways = await openTab(NONE)
    await user.click(ways.getByRole('button', { name: 'Set up an authenticator app' }))
    return dialog('Set up an authenticator app')
  }

  it('is turned on with its first code, after which the recovery codes are shown', async () => {
    server.answer(`PUT ${TOTP}`, { body: { recovery_codes: CODES } })
    const setup = await setUp()
    expect(setup.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
    expect(setup.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
    const before = read()
    await user.type(setup.getByLabelText('Code'), '418 207{Enter}')
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' }))
    expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'K7QD-2M4X-R7TB-VHNC-3EWJ-6PLA-JX5N',
      '4XRM-T7UD-QJ2E-2BKS-HN5W-CV7G-ZK3D',
    ])
    expect(server.sent(`PUT ${TOTP}`)[0]?.json).toEqual({ code: '418207' })
    await waitFor(() => expect(read()).toBe(before + 1))
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull())
  })

  it('reports a wrong code at the field', async () => {
    const message = 'That code is wrong or already used.'
    server.answer(`PUT ${TOTP}`, {
      status: 400,
      body: { message, validation: { body: { message, issues: [{ path: 'code', message }] } } },
    })
    const setup = await setUp()
    await user.type(setup.getByLabelText('Code'), '418207{Enter}')
    await waitFor(() => expect(setup.getByLabelText('Code')).toHaveAccessibleDescription(message))
  })

  it('is replaced without new recovery codes', async () => {
    server.answer(`PUT ${TOTP}`, { body: { recovery_codes: null } })
    const ways = await openTab(ALL)
    await user.click(ways.getByRole('button', { name: 'Replace the authenticator app' }))
    const setup = await dialog('Set up an authenticator app')
    await user.type(setup.getByLabelText('Code'), '418207{Enter}')
    expect(await screen.findByText('Authenticator app turned on')).toBeVisible()
    expect(screen.queryByText('Keep these codes')).toBeNull()
  })

  it('is removed after a question, which says what else goes with the last factor', async () => {
    server.answer(`DELETE ${TOTP}`, { status: 204 })
    const ways = await openTab({ ...ALL, passkeys: [] })
    await user.click(ways.getByRole('button', { name: 'Remove the authenticator app' }))
    expect(await screen.findByText('Remove the authenticator app?')).toBeVisible()
    expect(screen.getByText(/Your recovery codes go too/)).toBeVisible()
    expect(server.sent(`DELETE ${TOTP}`)).toEqual([])
    server.answer('GET /api/profile/factors', { body: NONE })
    await answerYes('Remove')
    expect(await screen.findByText('Authenticator app removed')).toBeVisible()
    await waitFor(() =>
      expect(ways.queryByRole('button', { name: 'Remove the authenticator app' })).toBeNull(),
    )
    await waitFor(() => expect(ways.getByRole('heading', { name: 'How you sign in' })).toHaveFocus())
  })
})

describe('recovery codes', () => {
  async function makeCodes() {
    server.answer('POST /api/profile/factors/recovery-codes', { body: { recovery_codes: CODES } })
    const ways = await openTab(ALL)
    await user.click(ways.getByRole('button', { name: 'Make new codes' }))
    expect(await screen.findByText(/The old ones stop working at once\./)).toBeVisible()
    expect(server.sent('POST /api/profile/factors/recovery-codes')).toEqual([])
    await answerYes('Make new codes')
    return dialog('Keep these codes')
  }

  it('can be closed once the user has kept them', async () => {
    const codes = await makeCodes()
    await waitFor(() => expect(codes.getByRole('button', { name: 'Copy' })).toHaveFocus())
    const done = codes.getByRole('button', { name: 'Done' })
    expect(done).toBeDisabled()
    await user.click(codes.getByRole('checkbox', { name: 'I’ve kept them somewhere safe' }))
    await user.click(done)
    await waitFor(() => expect(screen.queryByText('Keep these codes')).toBeNull())
    expect(screen.queryByText('Close without keeping the codes?')).toBeNull()
  })

  it('are shown at once, before the page has been read again', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    server.answer('POST /api/profile/factors/recovery-codes', { body: { recovery_codes: CODES } })
    const ways = await openTab(ALL)
    await user.click(ways.getByRole('button', { name: 'Make new codes' }))
    server.answer('GET /api/profile/factors', () => held.then(() => ({ body: ALL })))
    await answerYes('Make new codes')
    await dialog('Keep these codes').finally(release)
  })

  it('ask before they are closed without having been kept', async () => {
    await makeCodes()
    await user.keyboard('{Escape}')
    expect(await screen.findByText('Close without keeping the codes?')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(screen.queryByText('Close without keeping the codes?')).toBeNull())
    expect(screen.getByText('Keep these codes')).toBeVisible()
  })

  it('can be copied, downloaded and printed', async () => {
    const codes = await makeCodes()
    await user.click(codes.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Copied')).toBeVisible()
    expect(codes.getByRole('button', { name: 'Copy' })).toHaveFocus()
    expect(await navigator.clipboard.readText()).toBe(
      'K7QD-2M4X-R7TB-VHNC-3EWJ-6PLA-JX5N\n4XRM-T7UD-QJ2E-2BKS-HN5W-CV7G-ZK3D\n',
    )
    const print = vi.fn()
    Reflect.defineProperty(window, 'print', { configurable: true, value: print })
    onTestFinished(() => void Reflect.deleteProperty(window, 'print'))
    await user.click(codes.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    expect(codes.getByRole('button', { name: 'Download' })).toBeEnabled()
  })
})

describe('a passkey', () => {
  const CREATION = {
    challenge: 'Y2hhbGxlbmdl',
    rp: { id: 'desk.example', name: 'Copydesk' },
    user: { id: 'aGFuZGxl', name: 'ines', displayName: 'Ines' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    timeout: 300_000,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: [],
  }
  async function openForm() {
    server.answer(`POST ${PASSKEYS}/options`, { body: { challenge: 'step-1', passkey: CREATION } })
    server.answer(`POST ${PASSKEYS}`, { status: 201, body: { recovery_codes: CODES } })
    const ways = await openTab(NONE)
    await user.click(ways.getByRole('button', { name: 'Add a passkey' }))
    return dialog('Add a passkey')
  }

  it('is added under a name, after which the recovery codes are shown', async () => {
    const authenticator = pretendAuthenticator()
    const form = await openForm()
    const name = form.getByLabelText(/^Name/)
    expect(name).not.toHaveValue('')
    await user.clear(name)
    await user.type(name, ' MacBook Pro ')
    await user.click(form.getByRole('button', { name: 'Continue' }))
    expect(await dialog('Keep these codes')).toBeDefined()
    expect(server.sent(`POST ${PASSKEYS}`)[0]?.json).toEqual({
      name: 'MacBook Pro',
      challenge: 'step-1',
      passkey: {
        id: authenticator.id,
        rawId: authenticator.id,
        type: 'public-key',
        response: expect.objectContaining({ transports: ['internal'] }),
      },
    })
  })

  it('is not added if the browser’s window is closed, and can be tried again', async () => {
    const authenticator = pretendAuthenticator('canceled')
    const form = await openForm()
    await user.click(form.getByRole('button', { name: 'Continue' }))
    expect(await form.findByText('The passkey wasn’t added.')).toBeVisible()
    expect(server.sent(`POST ${PASSKEYS}`)).toEqual([])
    authenticator.willAnswer('used')
    await user.click(form.getByRole('button', { name: 'Continue' }))
    expect(await dialog('Keep these codes')).toBeDefined()
  })

  it('is not added twice on the same device', async () => {
    pretendAuthenticator('known')
    const form = await openForm()
    await user.click(form.getByRole('button', { name: 'Continue' }))
    expect(await form.findByText('This device already has a passkey for your account.')).toBeVisible()
  })

  it('is renamed', async () => {
    server.answer(`PATCH ${PASSKEYS}/4`, { status: 204 })
    const ways = await openTab(ALL)
    await user.click(ways.getByRole('button', { name: 'Rename MacBook Pro' }))
    const form = await dialog('Rename passkey')
    await user.type(form.getByLabelText(/^Name/), ' 2{Enter}')
    expect(await screen.findByText('Passkey renamed')).toBeVisible()
    expect(server.sent(`PATCH ${PASSKEYS}/4`)[0]?.json).toEqual({ name: 'MacBook Pro 2' })
  })

  it('is removed after a question that names it', async () => {
    server.answer(`DELETE ${PASSKEYS}/4`, { status: 204 })
    const ways = await openTab(ALL)
    await user.click(ways.getByRole('button', { name: 'Remove MacBook Pro' }))
    expect(await screen.findByText('Remove “MacBook Pro”?')).toBeVisible()
    expect(screen.queryByText(/Your recovery codes go too/)).toBeNull()
    server.answer('GET /api/profile/factors', { body: { ...ALL, passkeys: [IPHONE] } })
    await answerYes('Remove')
    expect(await screen.findByText('Passkey removed')).toBeVisible()
    await waitFor(() => expect(ways.queryByRole('button', { name: 'Remove MacBook Pro' })).toBeNull())
    await waitFor(() => expect(ways.getByRole('heading', { name: 'How you sign in' })).toHaveFocus())
    expect(server.sent(`DELETE ${PASSKEYS}/4`)).toHaveLength(1)
  })
})
