// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './user-details-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { HEALTH } from '#web/testing/people.ts'

let server: Loopback
const user = userEvent.setup()

const DANA = {
  id: 12,
  first_name: 'Dana',
  last_name: 'Okafor',
  username: 'dana@desk.example',
  active: 1,
  role: { id: 'qa', description: 'QA' },
  role_id: 'qa',
  sign_in_count: 1204,
  last_sign_in_at: '2026-03-01T09:30:00.000Z',
  confirmed: true,
  version: 1,
}
const NOW = new Date().toISOString()
const there = (isCurrent = false) => ({
  id: 5,
  begun_at: NOW,
  last_seen_at: NOW,
  expires_at: NOW,
  address: '192.0.2.7',
  device: { name: 'Chrome on Windows', kind: 'computer' },
  is_current: isCurrent,
})
const listOf = (...nodes: object[]) => ({ body: { nodes, totalCount: nodes.length, page: 1 } })
const DAYS = [
  { day: '2026-02-28', count: 0, roles: [] },
  { day: '2026-03-01', count: 30, roles: [{ role: 'qa', count: 30 }] },
]

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/users/12', { body: DANA })
  server.answer('GET /api/users/12/sessions', { body: [there()] })
  server.answer('GET /api/users/12/work', { body: [] })
  server.answer('GET /api/user-activity/day/stats', { body: { stats: DAYS } })
  server.answer('GET /api/audit', listOf())
  server.answer('GET /api/sites', { body: [] })
})
afterEach(() => server.close())

const panel = async (name: string) => within(await screen.findByRole('region', { name }))

describe('a user’s page', () => {
  it('shows the user’s details at a glance, without a count of articles [USER-023, USER-024, USER-025, USER-027, USER-028, USER-029, USER-031]', async () => {
    openAs(server, 'eng', '/users/12')
    const card = within(await screen.findByRole('article', { name: 'Dana Okafor' }))
    expect(card.getByRole('heading', { level: 2, name: 'Dana Okafor' })).toBeVisible()
    expect(card.getByRole('link', { name: 'dana@desk.example' })).toHaveAttribute(
      'href',
      'mailto:dana@desk.example',
    )
    for (const words of ['Active', 'QA', '1,204', '2026-03-01 09:30', 'Articles count is not available'])
      expect(card.getByText(words)).toBeVisible()
    expect(screen.getByRole('link', { name: 'User Activity' })).toHaveAttribute(
      'href',
      '/user-activity?user=12',
    )
  })

  it("shows 'unkown' for a user who never signed in, and 'Locked' for a locked one [USER-026, USER-030]", async () => {
    server.answer('GET /api/users/12', { body: { ...DANA, active: 0, last_sign_in_at: null } })
    openAs(server, 'eng', '/users/12')
    const card = within(await screen.findByRole('article', { name: 'Dana Okafor' }))
    expect(card.getByText('Locked')).toBeVisible()
    expect(card.getByText('unkown')).toBeVisible()
    expect(card.queryByText('Active')).toBeNull()
  })

  it.each(['987654', 'nonsense', '0'])('of the number %s, which no user has, says so', async (id) => {
    openAs(server, 'eng', `/users/${id}`)
    expect(await screen.findByText('This user doesn’t exist.')).toBeVisible()
    expect(server.sent('GET /api/users/987654')).toHaveLength(id === '987654' ? 1 : 0)
  })

  it('lists the user’s permissions, a chart of their days, and their open work', async () => {
    openAs(server, 'eng', '/users/12')
    const may = await panel('Permissions')
    expect(may.getByText('13 of 23, role QA')).toBeVisible()
    const line = (label: string) => within(may.getByText(label).closest('li') as HTMLElement)
    expect(line('Validate articles').getByLabelText('Granted:')).toBeInTheDocument()
    expect(line('Manage users').getByLabelText('Not granted:')).toBeInTheDocument()
    const days = await panel('Visits a day, the last 2 days')
    expect(
      days.getByRole('img', {
        name: 'Visits a day, the last 2 days: 30 visits, the most (30) on 2026-03-01; 1 day without visits',
      }),
    ).toBeVisible()
    expect(await (await panel('Work')).findByText('No articles requested yet.')).toBeVisible()
  })

  it('shows no days to users who may not see activity', async () => {
    openAs(server, 'eng', '/users/12', { permissions: ['ManageUsers'] })
    await panel('Permissions')
    expect(server.sent('GET /api/user-activity/day/stats')).toEqual([])
  })
})

describe('the sessions of another user', () => {
  it('are ended by users who may change users, after a confirmation', async () => {
    server.answer('DELETE /api/users/12/sessions', { body: { ended: 1 } })
    openAs(server, 'adm', '/users/12')
    const sessions = await panel('Signed in')
    expect(await sessions.findByText('Chrome on Windows')).toBeVisible()
    await user.click(sessions.getByRole('button', { name: 'Sign out everywhere' }))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getByText('Sign Dana Okafor out everywhere?')).toBeInTheDocument()
    expect(server.sent('DELETE /api/users/12/sessions')).toEqual([])
    server.answer('GET /api/users/12/sessions', { body: [] })
    await user.click(question.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await sessions.findByText('No active sessions.')).toBeVisible()
    expect(server.sent('DELETE /api/users/12/sessions')).toHaveLength(1)
  })

  it('are read-only for users who may not change users', async () => {
    openAs(server, 'eng', '/users/12')
    const sessions = await panel('Signed in')
    expect(await sessions.findByText('Chrome on Windows')).toBeVisible()
    expect(sessions.queryByRole('button')).toBeNull()
  })

  it('are, on the user’s own page, ended everywhere else', async () => {
    server.answer('GET /api/users/12/sessions', { body: [there(true), { ...there(), id: 6 }] })
    openAs(server, 'adm', '/users/12', { id: 12 })
    const sessions = await panel('Signed in')
    expect(await sessions.findByRole('button', { name: 'Sign out elsewhere' })).toBeVisible()
    await waitFor(() => expect(sessions.getByText('this session')).toBeVisible())
  })
})

describe('the remaining work of a locked user', () => {
  const theirs = {
    articles: [{ article_id: 8, title: 'Kettles', status: 'returned', site: 'Hearthside', task_url: null }],
    claims: [],
    views: [{ view_id: 3, screen: 'keywords', name: 'Kettles of May' }],
    rules: [{ rule_id: 4, name: 'Falls' }],
    queries: [],
    service_accounts: [{ user_id: 31, name: 'Price sync' }],
  }
  const HEIR = { id: 21, first_name: 'Noa', last_name: 'Lind', username: 'noa@desk.example' }

  it('is handed over to a user who may write, and then leaves the page', async () => {
    server.answer('GET /api/users/12', { body: { ...DANA, active: false } })
    server.answer('GET /api/users/12/held-work', { body: theirs })
    server.answer('GET /api/users', { body: { nodes: [HEIR], totalCount: 1, page: 1 } })
    openAs(server, 'adm', '/users/12')
    const left = await panel('Still theirs')
    expect(left.getByRole('link', { name: 'Kettles' })).toBeVisible()
    expect(left.getByText('Falls')).toBeVisible()
    expect(left.getByText('Price sync')).toBeVisible()
    expect(left.getByRole('button', { name: 'Hand over' })).toBeDisabled()
    await user.click(left.getByRole('combobox', { name: 'Hand over to' }))
    await user.click(await screen.findByText('noa@desk.example'))
    server.answer('POST /api/users/12/hand-over', {
      body: { articles: [], claims: [], views: [], rules: [], queries: [], service_accounts: [] },
    })
    const read = server.sent('GET /api/users/12').length
    await user.click(left.getByRole('button', { name: 'Hand over' }))
    expect(
      await screen.findByText(
        '1 open article, 1 team view, 1 alert rule, 1 service account handed over to Noa Lind',
      ),
    ).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Still theirs' })).toBeNull()
    expect(server.sent('POST /api/users/12/hand-over').map(({ json }) => json)).toEqual([{ heir_id: 21 }])
    // All lists about these objects are refetched, and the keyboard focus stays nearby.
    await waitFor(() => expect(server.sent('GET /api/users/12').length).toBeGreaterThan(read))
    await waitFor(() => expect(document.body).not.toHaveFocus())
  })

  it('is hidden for an active user, and from users who may close no accounts', async () => {
    server.answer('GET /api/users/12', { body: { ...DANA, active: false } })
    openAs(server, 'eng', '/users/12')
    await screen.findByRole('article', { name: 'Dana Okafor' })
    expect(screen.queryByRole('region', { name: 'Still theirs' })).toBeNull()
  })
})

describe('the second factor of another user', () => {
  const RESET = 'DELETE /api/users/12/factors'
  const button = async () =>
    within(await screen.findByRole('region', { name: 'Signed in' })).findByRole('button', {
      name: 'Reset the second factor',
    })

  it('is reset by users who may change users, after a question that names the person', async () => {
    server.answer(RESET, { status: 204 })
    openAs(server, 'adm', '/users/12')
    await user.click(await button())
    const question = within(await screen.findByRole('dialog'))
    expect(question.getByText('Reset the second factor of Dana Okafor?')).toBeInTheDocument()
    expect(server.sent(RESET)).toEqual([])
    server.answer('GET /api/users/12/sessions', { body: [] })
    await user.click(question.getByRole('button', { name: 'Reset the second factor' }))
    expect(await screen.findByText('Second factor reset')).toBeVisible()
    expect(await screen.findByText('No active sessions.')).toBeVisible()
    expect(server.sent(RESET)).toHaveLength(1)
  })

  it('that was never set up is not reset, and the server’s reason is shown', async () => {
    server.answer(RESET, { status: 409, body: { message: 'Dana Okafor has no second factor.' } })
    openAs(server, 'adm', '/users/12')
    await user.click(await button())
    const question = within(await screen.findByRole('dialog'))
    await user.click(question.getByRole('button', { name: 'Reset the second factor' }))
    expect(await screen.findByText('Couldn’t reset the second factor')).toBeVisible()
    expect(screen.getByText('Dana Okafor has no second factor.')).toBeVisible()
  })

  it('is not reset on the user’s own page', async () => {
    openAs(server, 'adm', '/users/12', { id: 12 })
    const sessions = within(await screen.findByRole('region', { name: 'Signed in' }))
    expect(await sessions.findByText('Chrome on Windows')).toBeVisible()
    expect(sessions.queryByRole('button', { name: 'Reset the second factor' })).toBeNull()
  })
})

describe('a user’s account at the provider', () => {
  const identity = {
    email: 'dana.o@acme.example',
    connected_at: '2026-02-01T09:30:00.000Z',
    last_used_at: null,
  }
  const CONNECTED = {
    ...{ identity, can_disconnect: true, is_password_limited: false, is_role_from_provider: true },
  }
  const open = (answer: object, role: 'adm' | 'eng' = 'adm') => {
    openAs(server, role, '/users/12')
    server.answer('GET /api/health', { body: { ...HEALTH, provider: { label: 'Acme' } } })
    server.answer('GET /api/users/12/provider', { body: answer })
    return panel('Acme account')
  }

  it('shows its email and since when it is connected, and is disconnected after a question', async () => {
    const card = await open(CONNECTED)
    expect(await card.findByText(/dana\.o@acme\.example/)).toHaveTextContent('connected 2026-02-01')
    expect(card.getByText('The role comes from Acme, at each sign-in.')).toBeVisible()
    server.answer('DELETE /api/users/12/provider', { status: 204 })
    server.answer('GET /api/users/12/provider', {
      body: { ...CONNECTED, identity: null, is_role_from_provider: false },
    })
    await user.click(card.getByRole('button', { name: 'Disconnect' }))
    const question = within(await screen.findByRole('dialog', { name: 'Disconnect Dana Okafor from Acme?' }))
    await user.click(question.getByRole('button', { name: 'Disconnect' }))
    expect(await card.findByText('Not connected. The user connects Acme in My Profile.')).toBeVisible()
    expect(server.sent('DELETE /api/users/12/provider')).toHaveLength(1)
  })

  it('says what the user needs first if it is their only way in', async () => {
    const card = await open({ ...CONNECTED, can_disconnect: false, is_password_limited: true })
    const button = await card.findByRole('button', { name: 'Disconnect' })
    expect(button).toHaveAccessibleDescription('Acme is this user’s only way in. They need a passkey first.')
  })

  it('is only read by users who may not change others', async () => {
    const card = await open(CONNECTED, 'eng')
    expect(await card.findByText(/dana\.o@acme\.example/)).toBeVisible()
    expect(card.queryByRole('button')).toBeNull()
  })

  it('makes the role read-only in the form, which says why', async () => {
    await open(CONNECTED)
    server.answer('GET /api/auth/roles', { body: [DANA.role] })
    await user.click(screen.getByRole('button', { name: 'Edit User' }))
    const form = within(await screen.findByRole('form', { name: 'Edit User' }))
    expect(form.getByRole('group', { name: 'Role' })).toHaveTextContent('QAFrom Acme, at each sign-in.')
    expect(form.queryByRole('combobox')).toBeNull()
  })
})
