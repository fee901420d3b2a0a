import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AccessItem } from '#shared/features/user-access/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const CHECK = 'GET /api/users/check-account'
const REVOKE = 'PUT /api/users/revoke-access'
const EMAIL = 'ruth.hallowell@copydesk.example'

const item = (over: Partial<AccessItem>): AccessItem => ({
  operation: 'slack',
  operationId: 'U7',
  operationName: 'Slack',
  avatar: null,
  url: null,
  active: true,
  error: null,
  detail: 'Member',
  ...over,
})
const ITEMS = [
  item({}),
  item({ operation: 'github-acme', operationId: 'ruth', operationName: 'GitHub · acme' }),
  item({ operation: 'copydesk', operationName: 'Copydesk', active: false, detail: 'Locked' }),
  item({
    operation: 'asana',
    operationName: 'Asana',
    active: false,
    error: 'Asana did not accept our credentials.',
  }),
]

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer(CHECK, { body: ITEMS })
  server.answer('GET /api/users/access-steps', { body: { nodes: [], totalCount: 0 } })
  server.answer(REVOKE, (seen) => ({
    body: item({ operation: (seen.json as { source: string }).source, active: false, detail: 'Closed.' }),
  }))
})
afterEach(() => server.close())

const field = (label: string) => screen.findByLabelText(label)
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
async function find() {
  openAs(server, 'adm', '/user-access')
  await user.type(await field('Account email'), EMAIL)
  await press('Find')
  await screen.findByText('2 of 4 systems are still open')
}
async function rowOf(name: string): Promise<HTMLElement> {
  const row = (await screen.findByText(name, { selector: '.access-list strong' })).closest('li')
  if (!row) throw new Error(`${name} is not listed.`)
  return row
}
const answer = async (name: string) => {
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name }))
}
const sources = () => server.sent(REVOKE).map(({ json }) => (json as { source: string }).source)

it('is titled, and asks for an account, a code-hosting account and a manager [ACCESS-001] [ACCESS-002] [ACCESS-003] [ACCESS-004] [ACCESS-005]', async () => {
  openAs(server, 'adm', '/user-access')
  expect(await screen.findByRole('heading', { level: 1, name: 'User Access Management' })).toBeInTheDocument()
  for (const label of ['Account email', 'Code-hosting account', 'Manager email'])
    expect(await field(label)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Find' })).toBeInTheDocument()
})

it('asks for nothing without an account email [ACCESS-006]', async () => {
  openAs(server, 'adm', '/user-access')
  await press('Find')
  expect(await screen.findByText('Please input the account email!')).toBeInTheDocument()
  expect(server.sent(CHECK)).toEqual([])
})

it('sends what was typed, and keeps it off the address [ACCESS-019]', async () => {
  openAs(server, 'adm', '/user-access')
  await user.type(await field('Account email'), EMAIL)
  await user.type(await field('Code-hosting account'), 'rhallowell-cd')
  await user.type(await field('Manager email'), 'marcus@copydesk.example')
  await press('Find')
  await screen.findByText('2 of 4 systems are still open')
  const asked = new URLSearchParams(server.sent(CHECK)[0]?.search)
  expect(Object.fromEntries(asked)).toEqual({
    email: EMAIL,
    github: 'rhallowell-cd',
    manager: 'marcus@copydesk.example',
  })
  expect(window.location.search).toBe('')
})

it('lists every system as Active, as Inactive, or with what went wrong [ACCESS-007] [ACCESS-008] [ACCESS-009] [ACCESS-010]', async () => {
  await find()
  expect(screen.getByRole('list', { name: 'Connected systems' }).querySelectorAll('li')).toHaveLength(4)
  expect(within(await rowOf('Slack')).getByText('Active')).toBeInTheDocument()
  expect(within(await rowOf('Copydesk')).getByText('Inactive')).toBeInTheDocument()
  const asana = await rowOf('Asana')
  expect(within(asana).getByText('Asana did not accept our credentials.')).toBeInTheDocument()
  expect(within(asana).queryByText('Inactive')).toBeNull()
})

it('revokes one item after a question, and greys it with a badge [ACCESS-011] [ACCESS-012] [ACCESS-015] [ACCESS-016] [ACCESS-017] [ACCESS-020]', async () => {
  await find()
  await press('Revoke the access to Slack')
  expect(await screen.findByText(`Revoke the access of ${EMAIL} to Slack?`)).toBeInTheDocument()
  await answer('Cancel')
  expect(sources()).toEqual([])
  await press('Revoke the access to Slack')
  await answer('Revoke')
  const row = await rowOf('Slack')
  expect(await within(row).findByText('Revoked')).toBeInTheDocument()
  expect(row).toHaveClass('revoked')
  expect(row).toHaveAttribute('aria-disabled', 'true')
  expect(within(row).getByRole('button', { name: 'Revoke the access to Slack' })).toBeDisabled()
  expect(server.sent(REVOKE).map(({ json }) => json)).toEqual([
    { source: 'slack', data: { id: 'U7', email: EMAIL, github: '', manager: '' } },
  ])
})

it('revokes all that is open after a question, one after another, and goes on after a failure [ACCESS-013] [ACCESS-014]', async () => {
  server.answer(REVOKE, (seen) =>
    (seen.json as { source: string }).source === 'slack'
      ? { status: 502, body: { message: 'Slack is not available.' } }
      : { body: item({ operation: 'github-acme', active: false }) },
  )
  await find()
  await press('Revoke all 2')
  expect(await screen.findByText(`Revoke all access of ${EMAIL}?`)).toBeInTheDocument()
  expect(sources()).toEqual([])
  await answer('Revoke all 2')
  expect(await within(await rowOf('GitHub · acme')).findByText('Revoked')).toBeInTheDocument()
  expect(sources()).toEqual(['slack', 'github-acme'])
  expect(await screen.findByText('Slack: The access could not be revoked.')).toBeInTheDocument()
  expect(within(await rowOf('Slack')).getByText('Active')).toBeInTheDocument()
  await waitFor(() => expect(screen.getByText('1 of 4 systems is still open')).toBeInTheDocument())
})

it('shows what was found and done as evidence', async () => {
  const step = {
    access_step_id: 1,
    operation: 'slack',
    operationName: 'Slack',
    step: 'revoked',
    detail: 'Deactivated.',
    by: 'Ines Aldana',
    at: '2026-03-01T00:00:00.000Z',
  }
  server.answer('GET /api/users/access-steps', { body: { nodes: [step], totalCount: 1 } })
  await find()
  const evidence = await screen.findByRole('region', { name: 'Evidence' })
  expect(await within(evidence).findByText(/Deactivated\./)).toBeInTheDocument()
  expect(within(evidence).getByText(/Ines Aldana/)).toBeInTheDocument()
})
