import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
const user = userEvent.setup()

beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

async function openDialog() {
  openAs(server, 'opm', '/profile')
  await user.click(await screen.findByRole('button', { name: 'Change Password' }))
  return within(await screen.findByRole('dialog'))
}

async function change(current: string, fresh: string, again: string) {
  const dialog = await openDialog()
  if (current) await user.type(dialog.getByLabelText('Current password'), current)
  if (fresh) await user.type(dialog.getByLabelText('New password'), fresh)
  if (again) await user.type(dialog.getByLabelText('Confirmation'), again)
  await user.keyboard('{Control>}{Enter}{/Control}')
  return dialog
}

describe('My Profile', () => {
  it('shows the person that the server names [AUTH-056, AUTH-057, AUTH-058, AUTH-065]', async () => {
    openAs(server, 'opm', '/profile')
    expect(await screen.findByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
    expect(screen.getByText('Ines Aldana')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Change Password' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
    expect(server.sent('GET /api/profile')).toHaveLength(1)
  })

  it("'Edit Profile' says 'Sorry, Under Construction.' [AUTH-059]", async () => {
    openAs(server, 'opm', '/profile')
    await user.click(await screen.findByRole('button', { name: 'Edit Profile' }))
    expect(await screen.findByText('Sorry, Under Construction.')).toBeVisible()
  })
})

describe('changing the password', () => {
  it('asks for every field [AUTH-060, AUTH-061, AUTH-062]', async () => {
    const dialog = await openDialog()
    await user.click(dialog.getAllByRole('button', { name: 'Change Password' }).at(-1) ?? document.body)
    expect(dialog.getByText('Please input the current password!')).toBeVisible()
    expect(dialog.getByText('Please input the new password!')).toBeVisible()
    expect(dialog.getByText('Please confirm the new password!')).toBeVisible()
    expect(server.sent('PATCH /api/profile/password')).toEqual([])
  })

  it('writes no password down, neither before a reload nor when the session ends', async () => {
    server.answer('PATCH /api/profile/password', { status: 401, body: { message: 'Who are you?' } })
    const dialog = await openDialog()
    for (const label of ['Current password', 'New password', 'Confirmation'])
      await user.type(dialog.getByLabelText(label), 'long-enough')
    window.dispatchEvent(new Event('pagehide'))
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByRole('form', { name: 'Sign in' })
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('long-enough')
  })

  it('asks for the same new password twice [AUTH-063]', async () => {
    const dialog = await change('old-secret', 'long-enough', 'Long-enough')
    expect(dialog.getByText('Must be equals new password')).toBeVisible()
    expect(server.sent('PATCH /api/profile/password')).toEqual([])
  })

  it("sends both passwords and says 'Password Changed' [AUTH-064, AUTH-067]", async () => {
    server.answer('PATCH /api/profile/password', { body: { message: 'Password Changed' } })
    await change('old-secret', 'long-enough', 'long-enough')
    expect(await screen.findByText('Password Changed')).toBeVisible()
    expect(server.sent('PATCH /api/profile/password')[0]?.json).toEqual({
      password: 'old-secret',
      newPassword: 'long-enough',
    })
  })

  it("a refusal says 'Error changing password.' and ends no session [AUTH-066]", async () => {
    server.answer('PATCH /api/profile/password', { status: 400, body: { message: 'Not your password' } })
    await change('wrong-one', 'long-enough', 'long-enough')
    const alert = (await screen.findByText('Error changing password.')).closest('[role=alert]')
    expect(alert).toHaveTextContent('Not your password')
    expect(session.token()).toBe('token-1')
  })
})
