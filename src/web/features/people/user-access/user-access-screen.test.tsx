import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { OffboardingRun, OffboardingState } from '#shared/features/people/offboarding/contract.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { CHECK, EMAIL, item, openAccess } from '#web/testing/user-access.ts'

const REVOKE = 'PUT /api/users/revoke-access'

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
  server = await openAccess(ITEMS)
  server.answer(REVOKE, (seen) => ({
    body: item({ operation: (seen.json as { source: string }).source, active: false, detail: 'Closed.' }),
  }))
})
afterEach(() => server.close())

const field = (label: string) => screen.findByRole('textbox', { name: label })
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
async function fill(label: string, words: string) {
  await user.click(await field(label))
  await user.paste(words)
}
async function find() {
  openAs(server, 'adm', '/user-access')
  await fill('Account email', EMAIL)
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

it('has its title, and fields for an account, a code-hosting account and a manager [ACCESS-001] [ACCESS-002] [ACCESS-003] [ACCESS-004] [ACCESS-005]', async () => {
  openAs(server, 'adm', '/user-access')
  expect(await screen.findByRole('heading', { level: 1, name: 'User Access Management' })).toBeInTheDocument()
  for (const label of ['Account email', 'Code-hosting account', 'Manager email'])
    expect(await field(label)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Find' })).toBeInTheDocument()
})

it('sends no request without an account email [ACCESS-006]', async () => {
  openAs(server, 'adm', '/user-access')
  await press('Find')
  expect(await screen.findByText('Please input the account email!')).toBeInTheDocument()
  expect(server.sent(CHECK)).toEqual([])
})

it('sends the form, and keeps it off the address [ACCESS-019]', async () => {
  openAs(server, 'adm', '/user-access')
  await fill('Account email', EMAIL)
  await fill('Code-hosting account', 'rhallowell-cd')
  await fill('Manager email', 'marcus@copydesk.example')
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

it('lists every system as Active, as Inactive, or with its error [ACCESS-007] [ACCESS-008] [ACCESS-009] [ACCESS-010]', async () => {
  await find()
  expect(screen.getByRole('list', { name: 'Connected systems' }).querySelectorAll('li')).toHaveLength(4)
  expect(within(await rowOf('Slack')).getByText('Active')).toBeInTheDocument()
  expect(within(await rowOf('Copydesk')).getByText('Inactive')).toBeInTheDocument()
  const asana = await rowOf('Asana')
  expect(within(asana).getByText('Asana did not accept our credentials.')).toBeInTheDocument()
  expect(within(asana).queryByText('Inactive')).toBeNull()
})

it('revokes one item after a confirmation, and greys it with a badge [ACCESS-011] [ACCESS-012] [ACCESS-015] [ACCESS-016] [ACCESS-017] [ACCESS-020]', async () => {
  await find()
  await press('Revoke access to Slack')
  expect(await screen.findByText(`Revoke ${EMAIL}’s access to Slack?`)).toBeInTheDocument()
  await answer('Cancel')
  expect(sources()).toEqual([])
  await press('Revoke access to Slack')
  await answer('Revoke')
  const row = await rowOf('Slack')
  expect(await within(row).findByText('Revoked')).toBeInTheDocument()
  expect(row).toHaveClass('revoked')
  expect(row).toHaveAttribute('aria-disabled', 'true')
  expect(within(row).getByRole('button', { name: 'Revoke access to Slack' })).toBeDisabled()
  expect(server.sent(REVOKE).map(({ json }) => json)).toEqual([
    { source: 'slack', data: { id: 'U7', email: EMAIL, github: '', manager: '' } },
  ])
})

it('a failed revocation is marked in its row, with the reason', async () => {
  const message = 'Slack does not allow us to do this.'
  server.answer(REVOKE, { status: 502, body: { message } })
  await find()
  await press('Revoke access to Slack')
  await answer('Revoke')
  const row = await rowOf('Slack')
  expect(await within(row).findByText('Not revoked')).toBeInTheDocument()
  expect(within(row).getByText(message)).toBeInTheDocument()
  expect(within(row).getByRole('button', { name: 'Revoke access to Slack' })).toBeEnabled()
})

const RUNS = 'POST /api/users/offboarding-runs'

/** A run of the four systems, as the server returns it; a system that is not named had nothing to close. */
function runOf(named: Record<string, OffboardingState>, endedAt: string | null): OffboardingRun {
  const systems = ITEMS.map(({ operation, operationName }) => ({
    operation,
    operation_name: operationName,
    account: null,
    state: named[operation] ?? ('inactive' as const),
    detail: '',
    last_used_at: null,
    ended_at: named[operation] === 'revoked' ? '2999-01-01T00:00:00.000Z' : null,
    later: null,
  }))
  const states: OffboardingRun['states'] = {}
  for (const { state } of systems) states[state] = (states[state] ?? 0) + 1
  return {
    run_id: 14,
    email: EMAIL,
    name: 'Ruth Hallowell',
    by: 'Ines Aldana',
    began_at: '2026-03-01T00:00:00.000Z',
    ended_at: endedAt,
    states,
    open_again: null,
    github: null,
    manager: null,
    systems,
    handed_over: null,
    second_look_at: endedAt,
    second_looked_at: null,
    steps: [],
  }
}
/** The server returns this run from now on. */
function know(run: OffboardingRun) {
  server.answer('GET /api/users/offboarding-runs', { body: { nodes: [run], totalCount: 1 } })
  server.answer('GET /api/users/offboarding-runs/14', { body: run })
}

it('revokes all open accounts with one confirmation of a plan, as a run on the server [ACCESS-013] [ACCESS-014]', async () => {
  const planned = ITEMS.map(({ operation, operationName, error }) => ({
    operation,
    operation_name: operationName,
    avatar: null,
    account: null,
    plan: error === null ? (operation === 'copydesk' ? 'nothing' : 'closes') : 'refused',
    detail: error ?? 'Member',
    last_used_at: operation === 'slack' ? new Date().toISOString() : null,
    used_after_leaving: operation === 'slack',
  }))
  const article = {
    article_id: 7,
    title: 'Best kettles',
    status: 'returned',
    site: 'Hearthside',
    task_url: 'https://board.example/7',
  }
  const draft = {
    ...article,
    article_id: 8,
    title: '',
    status: 'draft',
    begun_at: '2026-02-03T12:00:00.000Z',
  }
  server.answer('GET /api/users/offboarding-plan', {
    body: {
      name: 'Ruth Hallowell',
      refusal: null,
      is_manager_locked: false,
      systems: planned,
      work: {
        ...{ articles: [article, draft], claims: [], views: [], queries: [], service_accounts: [] },
        rules: [{ rule_id: 4, name: 'An earner is out of stock' }],
      },
    },
  })
  server.answer(RUNS, () => {
    const run = runOf({ slack: 'running', 'github-acme': 'waiting', asana: 'waiting' }, null)
    know(run)
    return { body: run }
  })
  await find()
  await press('Revoke all 2')
  const dialog = await screen.findByRole('dialog', { name: 'Revoke all of Ruth Hallowell’s access?' })
  const plan = within(await within(dialog).findByRole('list', { name: 'Systems' }))
  expect(plan.getAllByText('Will be closed')).toHaveLength(2)
  expect(plan.getByText('Asana did not accept our credentials.')).toBeInTheDocument()
  expect(plan.getByText(/^Last used/)).toHaveTextContent(/, after leaving$/)
  expect(within(dialog).getByRole('link', { name: 'Best kettles' })).toBeInTheDocument()
  // One element, because the row spreads its children apart.
  expect(within(dialog).getByText(/^Draft 8, begun/, { selector: 'li > span' })).toBeVisible()
  expect(within(dialog).getByLabelText('New owner of open work')).toBeInTheDocument()
  expect(
    within(dialog).getByText(/^It stays with the closed account.* Its alert rules no longer notify anyone/),
  ).toBeVisible()
  expect(within(dialog).getByText('2 open articles; 1 alert rule.')).toBeVisible()
  expect(within(dialog).getByText('An earner is out of stock')).toBeVisible()
  expect(server.sent(RUNS)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Revoke all 2' }))
  const panel = await screen.findByRole('region', { name: 'Offboarding run 14' })
  expect(await within(panel).findByText('1 running · 2 waiting · 1 closed already')).toBeInTheDocument()
  expect(server.sent(RUNS).map(({ json }) => json)).toEqual([{ email: EMAIL, github: '', manager: '' }])
  expect(sources()).toEqual([])
  expect(await within(await rowOf('Slack')).findByText('Revoking …')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Revoke access to GitHub · acme' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Revoke all 2' })).toBeDisabled()
  know(runOf({ slack: 'revoked', 'github-acme': 'revoked', asana: 'failed' }, '2026-03-01T00:01:00.000Z'))
  expect(await within(panel).findByText('2 revoked · 1 failed · 1 closed already')).toBeInTheDocument()
  expect(await within(await rowOf('GitHub · acme')).findByText('Revoked')).toBeInTheDocument()
  expect(await within(panel).findByRole('button', { name: 'Retry 1 step' })).toBeInTheDocument()
})

it('neither warns of a missing heir nor starts a run before it is known whether the manager is one', async () => {
  const manager = { id: 31, first_name: 'Mara', last_name: 'Quist', username: 'mara.quist@copydesk.example' }
  const asked = Promise.withResolvers<void>()
  server.answer('GET /api/users', async () => {
    await asked.promise
    return { body: { nodes: [manager], totalCount: 1 } }
  })
  server.answer('GET /api/users/offboarding-plan', {
    body: {
      name: 'Ruth Hallowell',
      refusal: null,
      is_manager_locked: false,
      systems: [
        {
          operation: 'slack',
          operation_name: 'Slack',
          avatar: null,
          account: 'U1',
          plan: 'closes',
          detail: '',
          ...{ last_used_at: null, used_after_leaving: false },
        },
      ],
      work: {
        articles: [
          { article_id: 7, title: 'Best kettles', status: 'returned', site: 'Hearthside', task_url: null },
        ],
        ...{ claims: [], views: [], rules: [], queries: [], service_accounts: [] },
      },
    },
  })
  openAs(server, 'adm', '/user-access')
  await fill('Account email', EMAIL)
  await fill('Manager email', manager.username)
  await press('Find')
  await press('Revoke all 2')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByLabelText('New owner of open work')).toBeInTheDocument()
  expect(dialog.queryByText(/^It stays with the closed account/)).toBeNull()
  expect(dialog.getByRole('button', { name: 'Revoke all 1' })).toBeDisabled()
  asked.resolve()
  expect(await dialog.findByText('Mara Quist')).toBeInTheDocument()
  expect(dialog.getByRole('button', { name: 'Revoke all 1' })).toBeEnabled()
  expect(dialog.queryByText(/^It stays with the closed account/)).toBeNull()
})

it('finds an unfinished run when it is opened again, and offers no other revocation meanwhile', async () => {
  know(runOf({ slack: 'revoked', 'github-acme': 'running', asana: 'waiting' }, null))
  openAs(server, 'adm', '/user-access')
  expect(await screen.findByRole('link', { name: 'Run 14, Ruth Hallowell' })).toBeInTheDocument()
  await fill('Account email', EMAIL.toUpperCase())
  await press('Find')
  expect(await screen.findByText('1 of 4 systems is still open')).toBeInTheDocument()
  expect(within(await rowOf('Slack')).getByText('Revoked')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Revoke access to GitHub · acme' })).toBeDisabled()
})

it('offers no user to revoke their own access, and says why', async () => {
  openAs(server, 'adm', '/user-access')
  await fill('Account email', 'Ines.Aldana@copydesk.example')
  await press('Find')
  await press('Revoke all 2')
  expect(screen.getByRole('button', { name: 'Revoke all 2' })).toHaveAccessibleDescription(
    'You can’t revoke your own access.',
  )
  await press('Revoke access to Slack')
  expect(screen.getByRole('button', { name: 'Revoke access to Slack' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('starts no run that the server refuses, and says why', async () => {
  server.answer('GET /api/users/offboarding-plan', {
    body: {
      name: 'Ines Aldana',
      refusal: 'You can’t revoke your own access.',
      systems: [
        {
          operation: 'slack',
          operation_name: 'Slack',
          avatar: null,
          account: 'U1',
          plan: 'closes',
          detail: '',
          ...{ last_used_at: null, used_after_leaving: false },
        },
      ],
      work: { articles: [], claims: [], views: [], rules: [], queries: [], service_accounts: [] },
    },
  })
  await find()
  await press('Revoke all 2')
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('You can’t revoke your own access.')).toBeInTheDocument()
  expect(await within(dialog).findByRole('button', { name: 'Revoke all 1' })).toBeDisabled()
})

it('shows that a run failed on a system, and repeats it', async () => {
  const repeat = 'POST /api/users/offboarding-runs/14/repeat'
  know(runOf({ slack: 'revoked', asana: 'failed' }, '2026-03-01T00:01:00.000Z'))
  server.answer(repeat, () => {
    const run = runOf({ slack: 'revoked', asana: 'waiting' }, null)
    know(run)
    return { body: run }
  })
  openAs(server, 'adm', '/user-access/runs/14')
  expect(await screen.findByText('Couldn’t close 1 of 4 systems')).toBeInTheDocument()
  const systems = within(screen.getByRole('region', { name: 'Systems' }))
  expect(systems.getByText('Failed')).toBeInTheDocument()
  await press('Retry 1 step')
  expect(await screen.findByText('3 of 4 systems closed so far')).toBeInTheDocument()
  expect(server.sent(repeat)).toHaveLength(1)
})

it('shows that open work was not handed over though every account is closed, and repeats the handover', async () => {
  const repeat = 'POST /api/users/offboarding-runs/14/repeat'
  const fault = 'Article 7 was not handed over: Something went wrong on our side.'
  const handedOver = { heir: 'Marcus Thiele', articles: [], claims: [], faults: [fault], unfinished: true }
  know({ ...runOf({ slack: 'revoked' }, '2026-03-01T00:01:00.000Z'), handed_over: handedOver })
  server.answer(repeat, () => {
    const run = runOf({ slack: 'revoked' }, null)
    know(run)
    return { body: run }
  })
  openAs(server, 'adm', '/user-access/runs/14')
  const work = within(await screen.findByRole('region', { name: 'Handed over' }))
  expect(work.getByText(fault)).toBeInTheDocument()
  expect(work.queryByText('They had no open work.')).not.toBeInTheDocument()
  await press('Retry 1 step')
  await vi.waitFor(() => expect(server.sent(repeat)).toHaveLength(1))
})

it('work without an heir is not described as handed over', async () => {
  const article = { article_id: 7, title: 'Kettles', status: 'returned', site: 'Hearthside', task_url: null }
  const handedOver = { heir: null, articles: [article], claims: [], faults: [] }
  know({ ...runOf({ slack: 'revoked' }, '2026-03-01T00:01:00.000Z'), handed_over: handedOver })
  openAs(server, 'adm', '/user-access/runs/14')
  const work = within(await screen.findByRole('region', { name: 'Not handed over' }))
  expect(work.getByText('1 open article stayed')).toBeInTheDocument()
  expect(screen.queryByText('Handed over')).toBeNull()
})

it('shows findings and actions as evidence', async () => {
  const step = {
    access_step_id: 1,
    operation: 'slack',
    operation_name: 'Slack',
    step: 'revoked',
    detail: 'Deactivated.',
    account: 'U7',
    ...{ by: 'Ines Aldana', at: '2026-03-01T00:00:00.000Z' },
  }
  server.answer('GET /api/users/access-steps', { body: { nodes: [step], totalCount: 1 } })
  await find()
  const { findByText } = within(await screen.findByRole('region', { name: 'Evidence' }))
  expect(await findByText(/Deactivated\./)).toBeInTheDocument()
  expect(await findByText(/Ines Aldana/)).toBeInTheDocument()
})
