// Fetched on demand in the product; here it is loaded before the first test's clock starts.
import './users-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

it('failed reads say what could not be searched, and are tried again [USER-042, USER-043]', async () => {
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

it('the form of a new user marks what may not stay empty with a star, as other forms do', async () => {
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

it('cancelling the warning about admins takes the role of a new user back to opm [USER-018] [USER-019]', async () => {
  const roles = [
    { id: 'opm', description: 'Operations manager' },
    { id: 'adm', description: 'Admin' },
  ]
  server.answer('GET /api/auth/roles', { body: roles })
  openAs(server, 'adm', '/users?new=1')
  const role = await screen.findByRole('combobox', { name: 'Role' })
  const shown = () => role.closest('.ant-select')
  await userEvent.click(role)
  await screen.findAllByText('Admin')
  const choices = [...document.querySelectorAll('.ant-select-item-option')]
  await userEvent.click(choices.find(({ textContent }) => textContent === 'Admin') as Element)
  const title = await screen.findByText('Make this user an admin?')
  const warning = title.closest<HTMLElement>('[role="dialog"]') ?? document.body
  expect(warning).toHaveTextContent('Admins create and lock users')
  await waitFor(() => expect(shown()).toHaveTextContent('Admin'))
  await userEvent.click(within(warning).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(shown()).toHaveTextContent('Operations manager'))
})
