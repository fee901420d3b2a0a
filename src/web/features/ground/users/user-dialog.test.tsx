import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { User } from '#shared/features/ground/users/contract.ts'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs, reload } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

const ADA: User = {
  id: 5,
  first_name: 'Ada',
  last_name: 'Newcome',
  username: 'ada@copydesk.example',
  active: 1,
  role: { id: 'opm', description: 'Opportunity Manager' },
  role_id: 'opm',
  sign_in_count: 3,
  last_sign_in_at: null,
  confirmed: true,
  version: 1,
}
const SAVE = 'PUT /api/users/5'
const OVERTAKEN = 'Another user has changed this user.'
const overtaken = (current: User) => ({ status: 409, body: { message: OVERTAKEN, details: { current } } })

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/auth/roles', { body: [ADA.role, { id: 'qa', description: 'Quality' }] })
  server.answer('GET /api/users', { body: { nodes: [ADA], totalCount: 1, page: 1 } })
  server.answer('GET /api/users/5', { body: ADA })
  server.answer(SAVE, { body: { ...ADA, version: 2 } })
})
afterEach(() => server.close())

const open = () => openAs(server, 'adm', '/users?user=5')
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Save' })
const sent = () => server.sent(SAVE).map(({ json }) => json)

async function retype(name: string, text: string) {
  await userEvent.clear(await field(name))
  await userEvent.type(await field(name), text)
}

describe('two administrators edit one user', () => {
  it('a value that both changed needs a choice, one that a single admin changed is kept, and the choice is saved', async () => {
    const theirs = { ...ADA, first_name: 'Adele', last_name: 'Newcombe', version: 2 }
    server.answer(SAVE, overtaken(theirs))
    open()
    await retype('Last name', 'Newman')
    await retype('Email', 'ada.newman@copydesk.example')
    await userEvent.click(save())

    const versions = await screen.findByRole('region', { name: 'Last name: two versions' })
    expect(versions).toHaveTextContent('YoursNewmanTheirsNewcombe')
    expect(await field('First name')).toHaveValue('Adele')
    expect(await field('Email')).toHaveValue('ada.newman@copydesk.example')
    expect(screen.queryByRole('region', { name: /First name/ })).not.toBeInTheDocument()
    expect(save()).toBeDisabled()

    await userEvent.click(screen.getByText('Take theirs'))
    expect(await field('Last name')).toHaveValue('Newcombe')
    server.answer(SAVE, { body: { ...theirs, version: 3 } })
    await userEvent.click(save())
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(sent()[1]).toMatchObject({
      username: 'ada.newman@copydesk.example',
      first_name: 'Adele',
      last_name: 'Newcombe',
      version: 2,
    })
  })

  it('changing the choice loses no typed text, not even text typed after the conflict', async () => {
    server.answer(SAVE, overtaken({ ...ADA, last_name: 'Newcombe', version: 2 }))
    open()
    await retype('Last name', 'New')
    await userEvent.click(save())
    await screen.findByText('Take theirs')
    await userEvent.type(await field('Last name'), 'man')
    await userEvent.click(screen.getByText('Take theirs'))
    expect(await field('Last name')).toHaveValue('Newcombe')
    await userEvent.click(screen.getByText('Keep mine'))
    expect(await field('Last name')).toHaveValue('Newman')
  })

  it('text typed during the save is merged too', async () => {
    let refuse = () => {}
    const isAsked = new Promise<void>((resolve) => {
      refuse = resolve
    })
    server.answer(SAVE, () => isAsked.then(() => overtaken({ ...ADA, first_name: 'Adele', version: 2 })))
    open()
    await retype('Last name', 'New')
    await userEvent.click(save())
    await userEvent.type(await field('Last name'), 'man')
    refuse()
    await screen.findByText(/now includes their changes/)
    expect(await field('Last name')).toHaveValue('Newman')
    expect(await field('First name')).toHaveValue('Adele')
  })
})

describe('a change of a user', () => {
  const pick = async (role: string) => {
    await userEvent.click(await screen.findByRole('combobox', { name: 'Role' }))
    await screen.findAllByText(role)
    const choices = [...document.querySelectorAll('.ant-select-item-option')]
    await userEvent.click(choices.find(({ textContent }) => textContent === role) as Element)
  }
  const answerTo = async (question: string, answer: string) => {
    const asked = (await screen.findByText(question)).closest<HTMLElement>('[role="dialog"]')
    await userEvent.click(within(asked ?? document.body).getByRole('button', { name: answer }))
    await waitFor(() => expect(screen.queryByText(question)).toBeNull())
  }
  const active = () => screen.findByRole('switch', { name: 'Active' })

  it('sends every field and shows a success message [USER-006] [USER-034] [USER-041]', async () => {
    openAs(server, 'adm', '/users')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Ada Newcome' }))
    expect(await field('Email')).toHaveValue('ada@copydesk.example')
    await retype('First name', 'Zadie')
    await pick('Quality')
    await userEvent.click(save())
    expect(await screen.findByText('User updated.')).toBeVisible()
    expect(sent()).toEqual([
      {
        username: 'ada@copydesk.example',
        first_name: 'Zadie',
        last_name: 'Newcome',
        role_id: 'qa',
        active: true,
        version: 1,
      },
    ])
    expect(location.search).not.toContain('user=')
  })

  it('asks before it locks the user [USER-016] [USER-017]', async () => {
    open()
    await userEvent.click(await active())
    await answerTo('Do you want to lock this user?', 'No')
    expect(await active()).toBeChecked()
    await userEvent.click(await active())
    await answerTo('Do you want to lock this user?', 'Yes')
    expect(await active()).not.toBeChecked()
    await userEvent.click(save())
    await waitFor(() => expect(sent()).toMatchObject([{ active: false }]))
  })

  it('unlocks without asking [USER-016]', async () => {
    server.answer('GET /api/users/5', { body: { ...ADA, active: 0 } })
    open()
    expect(await active()).not.toBeChecked()
    await userEvent.click(await active())
    expect(await active()).toBeChecked()
    await userEvent.click(save())
    await waitFor(() => expect(sent()).toMatchObject([{ active: true }]))
  })

  // Decision D120: Cancel restores the role that was loaded.
  it('warns before it makes the user an admin, and Cancel restores the role', async () => {
    const qa = { id: 'qa', description: 'Quality' } as const
    server.answer('GET /api/auth/roles', { body: [qa, { id: 'adm', description: 'Admin' }] })
    server.answer('GET /api/users/5', { body: { ...ADA, role: qa, role_id: 'qa' } })
    open()
    const role = async () => (await screen.findByRole('combobox', { name: 'Role' })).closest('.ant-select')
    await pick('Admin')
    await answerTo('Make Ada Newcome an admin?', 'Cancel')
    expect(await role()).toHaveTextContent('Quality')
    await pick('Admin')
    await answerTo('Make Ada Newcome an admin?', 'Make admin')
    expect(await role()).toHaveTextContent('Admin')
  })

  it('asks before admins give up their own rights', async () => {
    const roles = [ADA.role, { id: 'adm', description: 'Admin' }]
    server.answer('GET /api/auth/roles', { body: roles })
    server.answer('GET /api/users/5', { body: { ...ADA, role: roles[1], role_id: 'adm' } })
    openAs(server, 'adm', '/users?user=5', { id: 5 })
    await pick('Opportunity Manager')
    await userEvent.click(save())
    await answerTo('Give up your own admin rights?', 'Stay admin')
    expect(sent()).toEqual([])
    await userEvent.click(save())
    await answerTo('Give up your own admin rights?', 'Give up rights')
    await waitFor(() => expect(sent()).toMatchObject([{ role_id: 'opm' }]))
  })
})

describe('the typed text of a form', () => {
  it('is restored after a reload, with the version it is based on, and gone once it is saved', async () => {
    const first = open()
    await retype('Last name', 'Newman')
    server.answer('GET /api/users/5', { body: { ...ADA, first_name: 'Adele', version: 2 } })
    const second = reload(first, open)
    expect(await field('Last name')).toHaveValue('Newman')
    await userEvent.click(save())
    await waitFor(() =>
      expect(sent()).toMatchObject([{ last_name: 'Newman', first_name: 'Ada', version: 1 }]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    reload(second, open)
    expect(await field('Last name')).toHaveValue('Newcome')
  })

  it('survives the end of the session for the same user, and is hidden from others', async () => {
    const first = open()
    await retype('Last name', 'Newman')
    server.answer(SAVE, { status: 401, body: { message: 'Who are you?' } })
    await userEvent.click(save())
    await screen.findByRole('form', { name: 'Sign in' })
    first.unmount()

    session.signIn('token-2', person('adm', { id: 99 }))
    const other = openAs(server, 'adm', '/users?user=5', { id: 99 })
    expect(await field('Last name')).toHaveValue('Newcome')
    other.unmount()
    open()
    expect(await field('Last name')).toHaveValue('Newman')
  })

  it('is forgotten once it is discarded', async () => {
    const first = open()
    await retype('Last name', 'Newman')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    reload(first, open)
    expect(await field('Last name')).toHaveValue('Newcome')
  })

  it('is forgotten when the user chooses to leave', async () => {
    const first = open()
    await retype('Last name', 'Newman')
    window.dispatchEvent(new Event('pagehide'))
    act(() => session.signOut('chosen'))
    await screen.findByRole('form', { name: 'Sign in' })
    first.unmount()
    open()
    expect(await field('Last name')).toHaveValue('Newcome')
  })
})

describe('a fault found by the form or the server', () => {
  it('is shown at its field, and the first of them has the focus', async () => {
    open()
    await userEvent.clear(await field('First name'))
    await userEvent.clear(await field('Last name'))
    await userEvent.click(save())
    expect(await screen.findByText('Please input the first name!')).toBeInTheDocument()
    expect(screen.getByText('Please input the last name!')).toBeInTheDocument()
    expect(await field('First name')).toHaveFocus()
    await userEvent.type(await field('First name'), 'A')
    expect(screen.queryByText('Please input the first name!')).not.toBeInTheDocument()
    expect(sent()).toEqual([])
  })

  it('is shown above the buttons if it concerns no field [USER-039]', async () => {
    server.answer(SAVE, { status: 409, body: { message: 'This is the last active administrator.' } })
    open()
    await retype('Last name', 'Newman')
    await userEvent.click(save())
    const refusal = await within(screen.getByRole('dialog')).findByRole('alert')
    expect(refusal).toHaveTextContent('Error saving user.This is the last active administrator.')
    expect(await field('Last name')).toHaveValue('Newman')
  })
})
