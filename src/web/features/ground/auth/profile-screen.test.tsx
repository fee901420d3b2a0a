// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './profile-screen.tsx'
import './step-up-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { HEALTH, person } from '#web/testing/people.ts'
import { switchLetterKeys } from '#web/ui/input/letter-keys.ts'

let server: Loopback
const user = userEvent.setup()

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/profile/acts', { body: { nodes: [], totalCount: 0, page: 1 } })
  for (const path of ['/api/profile/sessions', '/api/sites', '/api/profile/admins', '/api/saved-views'])
    server.answer(`GET ${path}`, { body: [] })
  server.answer('GET /api/profile/work', { body: { statuses: [], nodes: [] } })
  const factors = {
    passkeys: [],
    passkeys_fault: null,
    totp: null,
    recovery: null,
    password_changed_at: null,
  }
  server.answer('GET /api/profile/factors', { body: factors })
  server.answer('GET /api/saved-views/start', { body: { chosen: null, screen: 'keywords', search: '' } })
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
  it('shows the user that the server names [AUTH-056, AUTH-057, AUTH-058, AUTH-065]', async () => {
    openAs(server, 'opm', '/profile')
    expect(await screen.findByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible()
    expect(screen.getByText('Ines Aldana')).toBeVisible()
    expect(screen.getByText(person('opm').username)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Change Password' })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
    expect(server.sent('GET /api/profile')).toHaveLength(1)
  })

  it('offers no new password to users who can’t have one', async () => {
    openAs(server, 'opm', '/profile')
    const provider = { label: 'Acme', limits_passwords: true }
    server.answer('GET /api/health', { body: { ...HEALTH, provider } })
    await screen.findByRole('button', { name: 'Edit Profile' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Change Password' })).toBeNull())
  })

  it("'Edit Profile' says 'Sorry, Under Construction.' [AUTH-059]", async () => {
    openAs(server, 'opm', '/profile')
    await user.click(await screen.findByRole('button', { name: 'Edit Profile' }))
    expect(await screen.findByText('Sorry, Under Construction.')).toBeVisible()
  })
})

describe('the switch for single-letter shortcuts', () => {
  const help = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })

  it('turns them off in this browser, and on again', async () => {
    openAs(server, 'opm', '/profile')
    const letters = await screen.findByRole('switch', { name: 'Single-letter shortcuts' })
    await user.click(letters)
    expect(letters).not.toBeChecked()
    await user.keyboard('?')
    await user.click(letters)
    expect(letters).toBeChecked()
    expect(help()).toBeNull()
    await user.keyboard('?')
    await waitFor(() => expect(help()).toBeVisible())
  })

  it('leaves shortcuts with Ctrl and single keys such as Enter on', async () => {
    switchLetterKeys(false)
    openAs(server, 'opm', '/profile')
    await screen.findByRole('heading', { level: 1, name: 'My Profile' })
    await user.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('combobox', { name: 'Go to' })).toBeVisible()
  })
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const opened = (id: number, name: string | null, isCurrent = false) => ({
  id,
  begun_at: ago(600),
  last_seen_at: ago(isCurrent ? 0 : 30),
  expires_at: ago(-60),
  address: '192.0.2.7',
  device: name === null ? null : { name, kind: name.includes('iPhone') ? 'phone' : 'computer' },
  is_current: isCurrent,
})
const sessionsOf = (...body: object[]) => ({ body })
const panel = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the tabs of the profile', () => {
  it('keep the overview and the sign-in apart, and the address names the second', async () => {
    server.answer('GET /api/profile/sessions', sessionsOf(opened(1, 'Firefox on Linux', true)))
    openAs(server, 'opm', '/profile')
    await panel('Your permissions')
    expect(screen.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.queryByText('Where you are signed in')).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Sign-in' }))
    expect(await screen.findByText('Firefox on Linux')).toBeVisible()
    expect(screen.queryByText('Your permissions')).toBeNull()
    expect(window.location.search).toBe('?tab=sign-in')
    expect(screen.getByText('Ines Aldana')).toBeVisible()
  })
})

describe('the user’s sessions', () => {
  const HERE = opened(1, 'Firefox on Linux', true)
  const PHONE = opened(2, 'Safari on iPhone')

  it('are listed by device, address and time, the current one first, and the others can be ended', async () => {
    server.answer(
      'GET /api/profile/sessions',
      sessionsOf(PHONE, { ...HERE, method: 'totp' }, opened(3, null)),
    )
    openAs(server, 'opm', '/profile?tab=sign-in')
    const sessions = await panel('Where you are signed in')
    const [first, second, third] = await sessions.findAllByRole('listitem')
    expect(first).toHaveTextContent(
      /^Firefox on Linux this onePassword and code · 192\.0\.2\.7 · since .* · in use now$/,
    )
    expect(second).toHaveTextContent(/^Safari on iPhone .*last seen 30 minutes agoSign out$/)
    expect(third).toHaveTextContent(/^Unknown device/)
    expect(sessions.queryByRole('button', { name: /Firefox/ })).toBeNull()

    server.answer('DELETE /api/profile/sessions/2', { status: 204 })
    server.answer('GET /api/profile/sessions', sessionsOf(HERE))
    await user.click(sessions.getByRole('button', { name: 'Sign out of Safari on iPhone' }))
    expect(await sessions.findByText('No other sessions.')).toBeVisible()
    expect(server.sent('DELETE /api/profile/sessions/2')).toHaveLength(1)
    expect(sessions.queryByRole('button', { name: 'Sign out elsewhere' })).toBeNull()
  })

  it('can all be ended but the current one, after a confirmation', async () => {
    server.answer('GET /api/profile/sessions', sessionsOf(HERE, PHONE))
    server.answer('DELETE /api/profile/sessions', { body: { ended: 1 } })
    openAs(server, 'opm', '/profile?tab=sign-in')
    const sessions = await panel('Where you are signed in')
    await user.click(await sessions.findByRole('button', { name: 'Sign out elsewhere' }))
    expect(server.sent('DELETE /api/profile/sessions')).toEqual([])
    const question = within(await screen.findByRole('dialog'))
    await user.click(question.getByRole('button', { name: 'Sign out elsewhere' }))
    expect(await screen.findByText('Signed out of 1 session')).toBeVisible()
    expect(server.sent('DELETE /api/profile/sessions')).toHaveLength(1)
  })

  it.each([
    ['one of them', 'DELETE /api/profile/sessions/2', 'Sign out of Safari on iPhone'],
    ['all of them', 'DELETE /api/profile/sessions', 'Sign out elsewhere'],
  ])('end, %s, once the user has confirmed who they are', async (_, ending, button) => {
    let isConfirmed = false
    const refusal = { message: 'Please confirm.', code: 'stepUp', details: { factors: ['password'] } }
    server.answer('GET /api/profile/sessions', sessionsOf(HERE, PHONE))
    server.answer(ending, () => (isConfirmed ? { body: { ended: 1 } } : { status: 403, body: refusal }))
    server.answer('POST /api/auth/step-up', () => {
      isConfirmed = true
      return { status: 204 }
    })
    openAs(server, 'opm', '/profile?tab=sign-in')
    const sessions = await panel('Where you are signed in')
    await user.click(await sessions.findByRole('button', { name: button }))
    if (button === 'Sign out elsewhere')
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: button }))
    await user.type(await screen.findByLabelText('Password'), 'correct horse battery{Enter}')
    expect(await screen.findByText(/^Signed out/)).toBeVisible()
    expect(server.sent(ending)).toHaveLength(2)
  })

  it('that have already ended cause no error, unlike other failures', async () => {
    server.answer('GET /api/profile/sessions', sessionsOf(HERE, PHONE))
    openAs(server, 'opm', '/profile?tab=sign-in')
    const sessions = await panel('Where you are signed in')
    const end = async () => user.click(await sessions.findByRole('button', { name: /^Sign out of/ }))
    await end()
    expect(await screen.findByText('Signed out')).toBeVisible()
    await waitFor(() => expect(server.sent('GET /api/profile/sessions')).toHaveLength(2))
    await waitFor(() => expect(document.querySelector('.btn-loading')).toBeNull())
    server.answer('DELETE /api/profile/sessions/2', { status: 409, body: { message: 'Not today.' } })
    await end()
    expect(await screen.findByText('Couldn’t sign out')).toBeVisible()
  })

  it('say so when they cannot be read', async () => {
    server.answer('GET /api/profile/sessions', { status: 400, body: { message: 'Not today.' } })
    openAs(server, 'opm', '/profile?tab=sign-in')
    const sessions = await panel('Where you are signed in')
    expect(await sessions.findByText('Couldn’t load your sessions.')).toBeVisible()
    server.answer('GET /api/profile/sessions', sessionsOf(HERE))
    await user.click(sessions.getByRole('button', { name: 'Retry' }))
    expect(await sessions.findByText('Firefox on Linux')).toBeVisible()
  })
})

describe('the user’s permissions', () => {
  it('are listed with their meaning, granted or not, and with the person who grants them', async () => {
    const admin = { first_name: 'Sofia', last_name: 'Brandvold', username: 'sofia@desk.example' }
    server.answer('GET /api/profile/admins', {
      body: [admin, { ...admin, first_name: 'Tom', username: 't@d' }],
    })
    openAs(server, 'opm', '/profile')
    const may = await panel('Your permissions')
    expect(may.getByText('12 of 23, from your role')).toBeVisible()
    const articles = within(may.getByRole('region', { name: 'Articles' }))
    const [create] = articles.getAllByRole('listitem')
    expect(create).toHaveTextContent('Create articlerequest articles, edit keywords and undo changes')
    expect(within(create as HTMLElement).getByLabelText('Granted:')).toBeInTheDocument()
    expect(
      within(articles.getByText('Validate articles').closest('li') as HTMLElement).getByLabelText(
        'Not granted:',
      ),
    ).toBeInTheDocument()
    expect(await may.findByText(/^Something missing\?/)).toHaveTextContent(
      'Something missing? Ask an admin: Sofia Brandvold or Tom Brandvold.',
    )
    expect(may.getByRole('link', { name: 'Sofia Brandvold' })).toHaveAttribute(
      'href',
      'mailto:sofia@desk.example',
    )
  })
})

describe('the user’s work', () => {
  const person = { id: 9, first_name: 'Dana', last_name: 'Okafor', username: 'd@desk.example' }
  const WORK = {
    statuses: [
      { status: 'published', count: 1200 },
      { status: 'returned', count: 2 },
    ],
    nodes: [
      {
        article_id: 33,
        title: 'Kettles',
        status: 'returned',
        site_id: 1,
        last: { action: 'returned', user: person, created_at: ago(120) },
        updated_at: ago(120),
      },
      {
        article_id: 34,
        title: 'Lamps',
        status: 'published',
        site_id: 1,
        last: { action: 'published', user: null, created_at: ago(1440) },
        updated_at: ago(10),
      },
    ],
  }

  it('counts articles by status, each with a link to them, and shows the last event', async () => {
    server.answer('GET /api/profile/work', { body: WORK })
    openAs(server, 'opm', '/profile')
    const facts = within(await screen.findByRole('list', { name: 'Your articles' }))
    const returned = await facts.findByRole('link', { name: /^Returned 2/ })
    expect(returned).toHaveAttribute('href', '/articles?users[]=7&status[]=returned')
    expect(facts.getByRole('link', { name: /^Published 1,200/ })).toBeVisible()
    expect(facts.queryByRole('link', { name: /^Drafts/ })).toBeNull()

    const work = await panel('Work')
    expect(work.getByRole('link', { name: 'Kettles' })).toHaveAttribute('href', '/articles/33')
    expect(work.getByText('Dana Okafor returned')).toBeVisible()
    expect(work.getByText('Copydesk published')).toBeVisible()
    expect(work.getByText('2 hours ago')).toBeVisible()
    expect(work.getByRole('link', { name: 'All articles' })).toHaveAttribute('href', '/articles?users[]=7')
  })

  it('opens an article from anywhere in its row', async () => {
    server.answer('GET /api/profile/work', { body: WORK })
    openAs(server, 'opm', '/profile')
    await user.click(await screen.findByText('Dana Okafor returned'))
    await waitFor(() => expect(window.location.pathname).toBe('/articles/33'))
  })

  it('is not requested for a role that requests no articles', async () => {
    openAs(server, 'wrt', '/profile')
    await panel('Your permissions')
    expect(screen.queryByRole('region', { name: 'Work' })).toBeNull()
    expect(server.sent('GET /api/profile/work')).toEqual([])
  })
})

describe('the user’s recent activity', () => {
  const entry = (id: number, act: string, more: object = {}) => ({
    id,
    created_at: ago(id),
    actor: { kind: 'person', id: 7, name: 'Ines Aldana', role_id: 'opm' },
    address: null,
    request_id: null,
    act,
    noun: 'user',
    noun_id: '7',
    label: 'Ines Aldana',
    before: null,
    after: null,
    ...more,
  })

  it('is listed in words with links, repeated actions once', async () => {
    const kettles = { noun: 'article', noun_id: '33', label: 'Kettles' }
    const nodes = [
      entry(1, 'article.requested', kettles),
      entry(2, 'session.begun'),
      entry(3, 'session.begun'),
      entry(4, 'view.created', { noun: 'view', noun_id: '5', label: 'What moved' }),
    ]
    server.answer('GET /api/profile/acts', { body: { nodes, totalCount: 4, page: 1 } })
    openAs(server, 'opm', '/profile')
    const acts = await panel('Your recent activity')
    const items = await acts.findAllByRole('listitem')
    expect(items.map((item) => item.querySelector('p')?.textContent)).toEqual([
      'Requested an article Kettles',
      'Signed in  2 times',
      'Saved a view What moved',
    ])
    expect(acts.getByRole('link', { name: 'Kettles' })).toHaveAttribute('href', '/articles/33')
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

  it('stores no password, neither for a reload nor when the session ends', async () => {
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

  it('a wrong current password is reported at its field', async () => {
    const message = 'The current password is wrong.'
    const issue = { path: 'password', message }
    server.answer('PATCH /api/profile/password', {
      status: 400,
      body: {
        message: 'celebrate request validation failed',
        validation: { body: { source: 'body', keys: ['password'], message, issues: [issue] } },
      },
    })
    const dialog = await change('wrong-one', 'long-enough', 'long-enough')
    const field = dialog.getByLabelText('Current password')
    await waitFor(() => expect(field).toHaveAccessibleDescription(message))
    expect(field).toHaveValue('wrong-one')
    expect(field).toHaveFocus()
  })

  it("a refusal says 'Error changing password.' and ends no session [AUTH-066]", async () => {
    server.answer('PATCH /api/profile/password', { status: 400, body: { message: 'Not your password' } })
    await change('wrong-one', 'long-enough', 'long-enough')
    const alert = (await screen.findByText('Error changing password.')).closest('[role=alert]')
    expect(alert).toHaveTextContent('Not your password')
    expect(session.token()).toBe('token-1')
  })
})
