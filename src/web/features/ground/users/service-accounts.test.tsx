// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './users-screen.tsx'
import './user-details-screen.tsx'
import './user-dialog.tsx'
import '#web/features/ground/service-accounts/hand-over-dialog.tsx'
import '#web/features/ground/service-accounts/service-account-dialog.tsx'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ServiceAccount } from '#shared/features/ground/service-accounts/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { tokenOf, tokensOf } from '#web/testing/tokens.ts'

const LIST = 'GET /api/service-accounts'
const ONE = '/api/service-accounts/41'
const MARCUS = {
  ...{ id: 21, first_name: 'Marcus', last_name: 'Thiele', username: 'marcus@desk.example', active: 1 },
  ...{ role: { id: 'opm', description: 'Operations manager' }, role_id: 'opm', version: 1 },
  ...{ sign_in_count: 3, last_sign_in_at: null, confirmed: true },
}
const N8N: ServiceAccount = {
  id: 41,
  name: 'n8n workflows',
  purpose: 'Publishes the weekly overview',
  role_id: 'opm',
  role: { id: 'opm', description: 'Operations manager' },
  active: true,
  owner: { id: 8, name: 'Ruth Hallowell', active: true },
  created_at: '2026-06-03T08:00:00.000Z',
  created_by: { id: 7, name: 'Ines Aldana' },
  tokens: 2,
  next_end_at: null,
  last_used_at: null,
  last_address: null,
  version: 3,
}
const listOf = (...nodes: object[]) => ({ body: { nodes, totalCount: nodes.length, page: 1 } })
const soon = () => new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString()

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/users', listOf(MARCUS))
  server.answer('GET /api/auth/roles', { body: [N8N.role] })
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/audit', listOf())
  server.answer(LIST, listOf(N8N))
  server.answer(`GET ${ONE}`, { body: N8N })
  server.answer('GET /api/users/41/tokens', { body: tokensOf(tokenOf(1, 'Production')) })
})
afterEach(() => server.close())

const asked = () => server.sent(LIST).map(({ search }) => search)
const choose = async (label: string, person: string) => {
  await user.click(screen.getByRole('combobox', { name: label }))
  await user.click(await screen.findByText(person))
}

describe('the list of service accounts', () => {
  it('is beside that of people, in an order of its own, and the address names it', async () => {
    openAs(server, 'adm', '/users?sort=last_name')
    await user.click(await screen.findByRole('radio', { name: 'Service accounts 1' }))
    expect(await screen.findByRole('row', { name: /^n8n workflows/ })).toHaveTextContent(
      'n8n workflowsPublishes the weekly overviewOperations managerRuth Hallowell2NeverActiveEdit',
    )
    expect(window.location.search).toBe('?kind=service')
    expect(new Set(asked())).toEqual(new Set(['?page=1&sort=name&sortOrder=asc']))
    expect(screen.getByRole('link', { name: 'n8n workflows' })).toHaveAttribute(
      'href',
      '/users/41?kind=service',
    )
    await user.click(screen.getByRole('radio', { name: 'People 1' }))
    expect(await screen.findByText('marcus@desk.example')).toBeVisible()
    expect(window.location.search).toBe('')
  })

  it('names locked owners and accounts, and tokens that end soon', async () => {
    const owner = { ...N8N.owner, active: false }
    server.answer(LIST, listOf({ ...N8N, owner, next_end_at: soon() }, { ...N8N, id: 42, active: false }))
    openAs(server, 'adm', '/users?kind=service')
    expect(await screen.findByText('Ruth Hallowell, locked')).toBeVisible()
    expect(screen.getByText('Ends in 3 days')).toBeVisible()
    expect(screen.getByText('Locked')).toBeVisible()
  })

  it('says what service accounts are for while there are none', async () => {
    server.answer(LIST, listOf())
    openAs(server, 'adm', '/users?kind=service')
    expect(
      await screen.findByText(
        'No service accounts yet. Make one for an integration that should outlive the person who set it up.',
      ),
    ).toBeVisible()
  })

  it('can only be read by users who may neither create nor change users', async () => {
    openAs(server, 'eng', '/users?kind=service&new=service&user=41', { permissions: ['ManageUsers'] })
    expect(await screen.findByText('n8n workflows')).toBeVisible()
    expect(screen.queryByRole('button', { name: /New|Edit/ })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a new service account', () => {
  it('needs a name and an owner, and opens once it is made', async () => {
    server.answer('POST /api/service-accounts', { status: 201, body: N8N })
    openAs(server, 'adm', '/users?kind=service')
    await user.click(await screen.findByRole('button', { name: 'New service account' }))
    const form = within(await screen.findByRole('dialog'))
    await form.findByRole('combobox', { name: 'Owner' })
    await user.click(form.getByRole('button', { name: 'Create service account' }))
    expect(form.getByText('Please name the service account.')).toBeVisible()
    expect(form.getByText('Choose an owner.')).toBeVisible()
    await user.type(form.getByRole('textbox', { name: /^Name/ }), 'n8n workflows')
    await user.type(form.getByRole('textbox', { name: 'What it does' }), 'Publishes the weekly overview')
    await choose('Owner', 'marcus@desk.example')
    await user.click(form.getByRole('button', { name: 'Create service account' }))
    expect(await screen.findByRole('article', { name: 'n8n workflows' })).toBeVisible()
    const [sent] = server.sent('POST /api/service-accounts')
    expect(sent?.json).toEqual({
      name: 'n8n workflows',
      purpose: 'Publishes the weekly overview',
      role_id: 'opm',
      owner_id: 21,
    })
    expect(sent?.headers['idempotency-key']).toBeTruthy()
  })
})

describe('the page of a service account', () => {
  it('says who answers for it, what it may do, and shows its tokens and its part of the trail', async () => {
    openAs(server, 'adm', '/users/41?kind=service')
    const head = await screen.findByRole('article', { name: 'n8n workflows' })
    expect(head).toHaveTextContent(
      'n8n workflowsActiveService accountRoleOperations managerOwnerRuth HallowellMadeby Ines Aldana, 2026-06-03What it doesPublishes the weekly overview',
    )
    expect(screen.getByText('12 of 23, role Operations manager')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Rotate Production' })).toBeVisible()
    expect(await screen.findByRole('columnheader', { name: 'With' })).toBeVisible()
    expect(server.sent('GET /api/users/41')).toEqual([])
  })

  it('says that tokens of a locked account don’t work, and offers no new ones', async () => {
    server.answer(`GET ${ONE}`, { body: { ...N8N, active: false } })
    openAs(server, 'adm', '/users/41?kind=service')
    expect(await screen.findByText('Tokens don’t work while the account is locked.')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Revoke Production' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Rotate Production' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
  })

  it('is found by its number alone, too', async () => {
    const alone = { ...MARCUS, id: 41, first_name: 'n8n workflows', last_name: '', is_service: true }
    server.answer('GET /api/users/41', { body: alone })
    openAs(server, 'adm', '/users/41')
    expect(await screen.findByRole('article', { name: 'n8n workflows' })).toBeVisible()
  })

  it('lets nobody change anything who may not change users', async () => {
    openAs(server, 'eng', '/users/41?kind=service&edit=1', { permissions: ['ManageUsers'] })
    const tokens = within(await screen.findByRole('region', { name: 'Tokens' }))
    expect(await tokens.findByText('Production')).toBeVisible()
    expect(tokens.queryByRole('button')).toBeNull()
    expect(screen.queryByRole('button', { name: /Hand over|Edit User/ })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('hands it over to another owner and leaves everything else as it is', async () => {
    server.answer(`PUT ${ONE}`, {
      body: { ...N8N, owner: { id: 21, name: 'Marcus Thiele', active: true }, version: 4 },
    })
    openAs(server, 'adm', '/users/41?kind=service')
    await user.click(await screen.findByRole('button', { name: 'Hand over' }))
    const form = within(await screen.findByRole('dialog'))
    await choose('New owner', 'marcus@desk.example')
    await user.click(form.getByRole('button', { name: 'Hand over' }))
    expect(await screen.findByText('Handed over')).toBeVisible()
    expect(server.sent(`PUT ${ONE}`)[0]?.json).toEqual({
      name: 'n8n workflows',
      purpose: 'Publishes the weekly overview',
      role_id: 'opm',
      owner_id: 21,
      active: true,
      version: 3,
    })
  })

  it('locks it after a question, with the version that was read', async () => {
    server.answer(`PUT ${ONE}`, { body: { ...N8N, active: false, version: 4 } })
    openAs(server, 'adm', '/users/41?kind=service')
    await user.click(await screen.findByRole('button', { name: 'Edit User' }))
    const form = within(await screen.findByRole('dialog'))
    await user.click(await form.findByRole('switch', { name: 'Active' }))
    expect(
      await screen.findByText(/^Once you save, the tokens of n8n workflows stop working\./),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Service account updated')).toBeVisible()
    expect(server.sent(`PUT ${ONE}`)[0]?.json).toMatchObject({ active: false, version: 3, owner_id: 8 })
  })

  it('shows both versions when another user has changed it meanwhile', async () => {
    const current = { ...N8N, name: 'n8n and friends', version: 4 }
    server.answer(`PUT ${ONE}`, {
      status: 409,
      body: { message: 'Changed meanwhile.', details: { current } },
    })
    openAs(server, 'adm', '/users/41?kind=service&edit=1')
    const form = within(await screen.findByRole('dialog'))
    const name = await form.findByRole('textbox', { name: /^Name/ })
    await user.clear(name)
    await user.type(name, 'n8n cloud')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByRole('region', { name: 'Name: two versions' })).toHaveTextContent(
      'Yoursn8n cloudTheirsn8n and friends',
    )
  })
})
