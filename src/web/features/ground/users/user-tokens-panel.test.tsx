// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './user-details-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { tokenOf, tokensOf } from '#web/testing/tokens.ts'

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/audit', { body: { nodes: [], totalCount: 0, page: 1 } })
  server.answer('GET /api/sites', { body: [] })
})
afterEach(() => server.close())

describe('the API tokens on a person’s page', () => {
  const DANA = {
    ...{ id: 12, first_name: 'Dana', last_name: 'Okafor', username: 'dana@desk.example', active: 1 },
    ...{ role: { id: 'qa', description: 'QA' }, role_id: 'qa', sign_in_count: 4, last_sign_in_at: null },
    ...{ confirmed: true, version: 1 },
  }
  beforeEach(() => {
    server.answer('GET /api/users/12', { body: DANA })
    server.answer('GET /api/users/12/sessions', { body: [] })
    server.answer('GET /api/users/12/work', { body: [] })
    const ended = tokenOf(6, 'Laptop', { ends_at: '2026-01-20T08:00:00.000Z' })
    server.answer('GET /api/users/12/tokens', { body: tokensOf(tokenOf(5, 'Sheet'), ended) })
  })
  const buttons = async () => {
    const tokens = within(await screen.findByRole('region', { name: 'API tokens' }))
    await tokens.findByText('Sheet')
    return tokens.queryAllByRole('button').map((button) => button.getAttribute('aria-label'))
  }

  it('can only be revoked, by users who may change users', async () => {
    server.answer('DELETE /api/users/12/tokens/5', { status: 204 })
    openAs(server, 'adm', '/users/12')
    expect(await buttons()).toEqual(['Revoke Sheet'])
    await user.click(screen.getByRole('button', { name: 'Revoke Sheet' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(server.sent('DELETE /api/users/12/tokens/5')).toHaveLength(1))
  })

  it('include assistants, which are disconnected', async () => {
    const claude = tokenOf(8, 'Claude', { assistant_host: 'claude.ai', start: '' })
    server.answer('GET /api/users/12/tokens', { body: tokensOf(tokenOf(5, 'Sheet'), claude) })
    server.answer('DELETE /api/users/12/tokens/8', { status: 204 })
    openAs(server, 'adm', '/users/12')
    expect(await buttons()).toEqual(['Revoke Sheet', 'Disconnect Claude'])
    expect(screen.getByText('Assistant from claude.ai')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Disconnect Claude' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect Claude?' }))
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    expect(await screen.findByText('Assistant disconnected')).toBeVisible()
    expect(server.sent('DELETE /api/users/12/tokens/8')).toHaveLength(1)
  })

  it('are read-only for everybody else', async () => {
    openAs(server, 'eng', '/users/12', { permissions: ['ManageUsers'] })
    expect(await buttons()).toEqual([])
  })
})
