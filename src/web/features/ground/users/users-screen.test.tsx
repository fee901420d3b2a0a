// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './users-screen.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { textsByHead } from '#web/testing/cells.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

it('failed reads say what could not be searched, and can be retried [USER-042, USER-043]', async () => {
  const refusal = { status: 400, body: { code: 'invalid', message: 'Not today.' } }
  server.answer('GET /api/users', refusal)
  server.answer('GET /api/auth/roles', refusal)
  openAs(server, 'adm', '/users')
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Users could not be searched.')
  expect(alert).toHaveTextContent('Not today.')

  await userEvent.click(screen.getByRole('button', { name: 'New User' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('Roles could not be searched.')).toBeVisible()
  server.answer('GET /api/auth/roles', { body: [{ id: 'opm', description: 'Operations manager' }] })
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }))
  expect(await dialog.findByRole('textbox', { name: 'Email' })).toBeVisible()
})

it('the form of a new user marks required fields with a star, as other forms do', async () => {
  server.answer('GET /api/auth/roles', { body: [{ id: 'opm', description: 'Operations manager' }] })
  openAs(server, 'adm', '/users?new=1')
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByRole('textbox', { name: 'Email' })
  expect([...dialog.querySelectorAll('label')].map(({ textContent }) => textContent)).toEqual([
    'Email *',
    'First name *',
    'Last name *',
    'Role',
    'Active',
  ])
})

const ROLES = [
  { id: 'opm', description: 'Operations manager' },
  { id: 'adm', description: 'Admin' },
]

async function chooseRole(name: string) {
  await userEvent.click(await screen.findByRole('combobox', { name: 'Role' }))
  await screen.findAllByText(name)
  const choices = [...document.querySelectorAll('.ant-select-item-option')]
  await userEvent.click(choices.find(({ textContent }) => textContent === name) as Element)
}

it('cancelling the warning about admins takes the role of a new user back to opm [USER-018] [USER-019]', async () => {
  server.answer('GET /api/auth/roles', { body: ROLES })
  openAs(server, 'adm', '/users?new=1')
  await chooseRole('Admin')
  const shown = () => screen.getByRole('combobox', { name: 'Role' }).closest('.ant-select')
  const title = await screen.findByText('Make this user an admin?')
  const warning = title.closest<HTMLElement>('[role="dialog"]') ?? document.body
  expect(warning).toHaveTextContent('Admins create and lock users')
  await waitFor(() => expect(shown()).toHaveTextContent('Admin'))
  await userEvent.click(within(warning).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(shown()).toHaveTextContent('Operations manager'))
})

const DANA = {
  id: 12,
  first_name: 'Dana',
  last_name: 'Okafor',
  username: 'dana@copydesk.example',
  active: 1,
  role: { id: 'qa', description: 'QA' },
  role_id: 'qa',
  sign_in_count: 3,
  last_sign_in_at: null,
  confirmed: true,
  version: 4,
}
const INES = { ...DANA, id: 7, first_name: 'Ines', last_name: 'Aldana', role: ROLES[1], role_id: 'adm' }
const answerUsers = (...nodes: object[]) =>
  server.answer('GET /api/users', { body: { nodes, totalCount: 45, page: 1 } })
const lastQuery = () => Object.fromEntries(new URLSearchParams(server.sent('GET /api/users').at(-1)?.search))

it('the address keeps search, order and page of the users; admins have a special tag [USER-001] [USER-003] [USER-004] [USER-009] [USER-021] [USER-035]', async () => {
  answerUsers(DANA, INES)
  openAs(server, 'adm', '/users?page=abc&sort=password&sortOrder=up')
  const dana = await screen.findByRole('row', { name: /Dana Okafor/ })
  expect(screen.getByRole('heading', { level: 1, name: 'Users management' })).toBeVisible()
  expect(lastQuery()).toEqual({ page: '1', sort: 'first_name', sortOrder: 'asc' })
  expect(screen.getByRole('row', { name: /Ines Aldana/ }).querySelector('.role-badge')).toHaveTextContent(
    'Admin',
  )
  expect(dana.querySelector('.role-badge')).toBeNull()
  expect(textsByHead(dana)).toMatchObject({
    Name: expect.stringMatching(/Dana Okafor$/),
    Email: 'dana@copydesk.example',
    Role: 'QA',
    Status: 'Active',
    'Sign-ins': '3',
    'Last sign in': 'Never',
  })

  await userEvent.click(screen.getByTitle('3'))
  await waitFor(() => expect(lastQuery()).toMatchObject({ page: '3' }))
  await userEvent.click(screen.getByRole('columnheader', { name: 'Email' }))
  await waitFor(() => expect(lastQuery()).toEqual({ page: '1', sort: 'username', sortOrder: 'asc' }))
  await userEvent.click(screen.getByRole('columnheader', { name: 'Email' }))
  await waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'username', sortOrder: 'desc' }))
  await userEvent.type(screen.getByLabelText('Search by name or email'), 'okafor{Enter}')
  await waitFor(() => expect(lastQuery()).toMatchObject({ query: 'okafor', sort: 'username' }))
  act(() => history.back())
  await waitFor(() => expect(screen.getByLabelText('Search by name or email')).toHaveValue(''))
})

it('admins can create and edit users, and cannot send test mails [USER-005] [USER-006]', async () => {
  answerUsers(DANA)
  openAs(server, 'adm', '/users')
  expect(await screen.findByRole('button', { name: 'Edit Dana Okafor' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'New User' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Send Test Email/ })).toBeNull()
})

it('engineers can send test mails, and cannot create or edit users [USER-005] [USER-006] [USER-007] [USER-038]', async () => {
  answerUsers(DANA)
  server.answer('POST /api/users/12/email/resend', { status: 202, body: { message: 'It is on its way.' } })
  openAs(server, 'eng', '/users?new=1')
  const send = await screen.findByRole('button', { name: 'Send Test Email to Dana Okafor' })
  expect(screen.queryByRole('button', { name: 'New User' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Edit / })).toBeNull()
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(send)
  expect(await screen.findByText('It is on its way.')).toBeVisible()
  expect(server.sent('POST /api/users/12/email/resend')).toHaveLength(1)
})

it('clicking anywhere in a row opens its user [USER-002]', async () => {
  answerUsers(DANA)
  openAs(server, 'eng', '/users')
  await userEvent.click(within(await screen.findByRole('row', { name: /Dana Okafor/ })).getByText('QA'))
  expect(await screen.findByRole('heading', { level: 1, name: 'User details' })).toBeVisible()
  expect(location.pathname).toBe('/users/12')
})
