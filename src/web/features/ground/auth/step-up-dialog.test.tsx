// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './step-up-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import type { User } from '#shared/features/ground/users/contract.ts'
import { call } from '#web/api/client.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { PASSKEY_REQUEST, pretendAuthenticator } from '#web/testing/passkeys.ts'
import { HEALTH } from '#web/testing/people.ts'

const ADA: User = {
  id: 5,
  first_name: 'Ada',
  last_name: 'Newcome',
  username: 'ada@copydesk.example',
  active: 1,
  role: { id: 'opm', description: 'Operations Manager' },
  role_id: 'opm',
  sign_in_count: 3,
  last_sign_in_at: null,
  confirmed: true,
  version: 1,
}
const SAVE = 'PUT /api/users/5'
const CONFIRM = 'POST /api/auth/step-up'
const PASSWORD = 'correct horse battery'
const STEP_UP = {
  status: 403,
  body: {
    message: 'Please confirm your password first.',
    code: 'stepUp',
    details: { factors: ['password'] },
  },
}
const WRONG = 'That isn’t your password. Please try again.'

let server: Loopback
let isConfirmed = false
beforeEach(async () => {
  isConfirmed = false
  server = await openLoopback()
  server.answer('GET /api/auth/roles', { body: [ADA.role] })
  server.answer('GET /api/users', { body: { nodes: [ADA], totalCount: 1, page: 1 } })
  server.answer('GET /api/users/5', { body: ADA })
  server.answer(SAVE, () => (isConfirmed ? { body: { ...ADA, version: 2 } } : STEP_UP))
  server.answer(CONFIRM, ({ json }) => {
    isConfirmed = JSON.stringify(json) === JSON.stringify({ password: PASSWORD })
    if (isConfirmed) return { status: 204 }
    const validation = { body: { message: WRONG, issues: [{ path: 'password', message: WRONG }] } }
    return { status: 400, body: { message: WRONG, validation } }
  })
})
afterEach(() => server.close())

/**
 * Both dialogs have the same name here: antd gives their titles the same id in tests. They are distinguished
 * by the form inside.
 */
async function dialogOf(): Promise<HTMLElement> {
  const form = await screen.findByRole('form', { name: 'Confirm it’s you' })
  const dialog = form.closest<HTMLElement>('[role="dialog"]')
  if (dialog === null) throw new Error('The form is in no dialog.')
  return dialog
}

async function saveNewEmail() {
  openAs(server, 'adm', '/users?user=5')
  const email = await screen.findByRole('textbox', { name: 'Email' })
  await userEvent.clear(email)
  await userEvent.type(email, 'ada.lovelace@copydesk.example')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  return dialogOf()
}
const type = (dialog: HTMLElement, password: string) =>
  userEvent.type(within(dialog).getByLabelText('Password'), `${password}{Enter}`)
const gone = () => waitFor(() => expect(screen.queryByRole('form', { name: 'Confirm it’s you' })).toBeNull())

it('the right password sends the held save again', async () => {
  const dialog = await saveNewEmail()
  await waitFor(() => expect(within(dialog).getByLabelText('Password')).toHaveFocus())
  await type(dialog, PASSWORD)
  expect(await screen.findByText('User updated.')).toBeVisible()
  const [first, second] = server.sent(SAVE)
  expect(second?.json).toEqual(first?.json)
  expect(second?.json).toMatchObject({ username: 'ada.lovelace@copydesk.example' })
  await gone()
})

it('a wrong password is reported at the field, and nothing is sent again until it is right', async () => {
  const dialog = await saveNewEmail()
  await type(dialog, 'a guess')
  expect(await within(dialog).findByText(WRONG)).toBeVisible()
  expect(server.sent(SAVE)).toHaveLength(1)
  await userEvent.clear(within(dialog).getByLabelText('Password'))
  await type(dialog, PASSWORD)
  expect(await screen.findByText('User updated.')).toBeVisible()
})

it('too many wrong passwords are reported above the field', async () => {
  server.answer(CONFIRM, { status: 429, body: { message: 'Too many failed attempts.', code: 'tooMany' } })
  const dialog = await saveNewEmail()
  await type(dialog, 'a guess')
  expect(await within(dialog).findByRole('alert')).toHaveTextContent('Too many failed attempts.')
})

it('canceling leaves the form as it was typed, without an error', async () => {
  const dialog = await saveNewEmail()
  await userEvent.type(within(dialog).getByLabelText('Password'), 'half a passw')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await gone()
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('ada.lovelace@copydesk.example')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.sent(SAVE)).toHaveLength(1)
  expect(server.sent(CONFIRM)).toHaveLength(0)
  // Another save asks for confirmation again.
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await type(await dialogOf(), PASSWORD)
  expect(await screen.findByText('User updated.')).toBeVisible()
})

it('calls held at the same time share one dialog, and each is sent again with its own key', async () => {
  server.answer('POST /api/articles', () => (isConfirmed ? { body: {} } : STEP_UP))
  openAs(server, 'adm', '/users')
  await screen.findByText('ada@copydesk.example')
  const calls = ['one', 'two'].map((key) => call(articleEndpoints.create, { body: {} }, { key }))
  await waitFor(() => expect(server.sent('POST /api/articles')).toHaveLength(2))
  await type(await dialogOf(), PASSWORD)
  await Promise.all(calls)
  const keys = server.sent('POST /api/articles').map(({ headers }) => headers['idempotency-key'])
  expect(keys.toSorted()).toEqual(['one', 'one', 'two', 'two'])
  expect(server.sent(CONFIRM)).toHaveLength(1)
})

it('in the sample workspace the dialog says which password to type', async () => {
  const sample = { password: 'sample phrase', people: [] }
  server.answer('GET /api/health', { body: { ...HEALTH, sample } })
  openAs(server, 'adm', '/users?user=5')
  server.answer('GET /api/health', { body: { ...HEALTH, sample } })
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await dialogOf()).toHaveTextContent('sample phrase')
})

describe('a user with a second factor', () => {
  const OPTIONS = 'POST /api/auth/step-up/options'
  const withFactors = (...factors: string[]) => {
    const body = { ...STEP_UP.body, details: { factors } }
    server.answer(SAVE, () => (isConfirmed ? { body: { ...ADA, version: 2 } } : { status: 403, body }))
    server.answer(CONFIRM, () => {
      isConfirmed = true
      return { status: 204 }
    })
    server.answer(OPTIONS, { body: { challenge: 'step-1', passkey: PASSKEY_REQUEST } })
  }
  async function saveHeld() {
    openAs(server, 'adm', '/users?user=5')
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  }
  const saved = () => screen.findByText('User updated.')

  it('confirms with a code of the app and is not asked for the password', async () => {
    withFactors('totp', 'recovery')
    await saveHeld()
    const field = await screen.findByLabelText('Code from your authenticator app')
    await waitFor(() => expect(field).toHaveFocus())
    expect(screen.queryByLabelText('Password')).toBeNull()
    await userEvent.type(field, '418207')
    await saved()
    expect(server.sent(CONFIRM).map(({ json }) => json)).toEqual([{ totp: '418207' }])
    expect(server.sent(SAVE)).toHaveLength(2)
  })

  it('sees a wrong code reported at the field, and nothing is sent again until a code is right', async () => {
    withFactors('totp', 'recovery')
    const message = 'That code is wrong or already used.'
    const issues = [{ path: 'totp', message }]
    server.answer(CONFIRM, { status: 400, body: { message, validation: { body: { message, issues } } } })
    await saveHeld()
    await userEvent.type(await screen.findByLabelText('Code from your authenticator app'), '418207')
    expect(await screen.findByText(message)).toBeVisible()
    expect(server.sent(SAVE)).toHaveLength(1)
  })

  it('confirms with a recovery code', async () => {
    withFactors('totp', 'recovery')
    await saveHeld()
    await userEvent.click(await screen.findByRole('radio', { name: 'Recovery code' }))
    await userEvent.type(
      screen.getByLabelText('One of your recovery codes'),
      'K7QD-2M4X-R7TB-VHNC-3EWJ-6PLA{Enter}',
    )
    await saved()
    expect(server.sent(CONFIRM)[0]?.json).toEqual({ recovery: 'K7QD2M4XR7TBVHNC3EWJ6PLA' })
  })

  it('confirms with a passkey, whose window opens by itself', async () => {
    const authenticator = pretendAuthenticator()
    withFactors('passkey', 'recovery')
    await saveHeld()
    await saved()
    expect(server.sent(CONFIRM)[0]?.json).toMatchObject({
      challenge: 'step-1',
      passkey: { id: authenticator.id },
    })
  })

  it('can cancel, and nothing is saved', async () => {
    withFactors('totp', 'recovery')
    await saveHeld()
    const field = await screen.findByLabelText('Code from your authenticator app')
    const cancel = within(field.closest<HTMLElement>('[role="dialog"]') ?? field)
    await userEvent.click(cancel.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByLabelText('Code from your authenticator app')).toBeNull())
    expect(server.sent(SAVE)).toHaveLength(1)
    expect(server.sent(CONFIRM)).toEqual([])
  })
})
