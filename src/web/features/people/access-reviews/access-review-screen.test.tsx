import './access-review-screen.tsx'
import './keep-used-dialog.tsx'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AccessReview, ReviewedAccount } from '#shared/features/people/access-reviews/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const REVIEW = '/api/users/access-reviews/3'
const LIST = `GET ${REVIEW}/accounts`

const account = (id: number, over: Partial<ReviewedAccount> = {}): ReviewedAccount => ({
  reviewed_account_id: id,
  operation: 'slack',
  operation_name: 'Slack',
  account: `U${id}`,
  email: `person${id}@desk.example`,
  name: `Person ${id}`,
  url: null,
  detail: 'Member',
  last_used_at: null,
  is_unseen: false,
  person: null,
  standing: 'known',
  decision: null,
  outcome: '',
  decided_by: null,
  decided_at: null,
  is_own: false,
  is_revocable: true,
  ...over,
})

const review = (over: Partial<AccessReview> = {}): AccessReview => ({
  review_id: 3,
  title: 'Access review of 1 Mar 2026',
  by: 'Ines Aldana',
  began_at: '2026-03-01T08:00:00.000Z',
  ended_at: null,
  ended_by: null,
  accounts: 3,
  undecided: 3,
  kept: 0,
  revoked: 0,
  failed: 1,
  systems: [
    { operation: 'slack', operation_name: 'Slack', state: 'listed', detail: '', accounts: 3, undecided: 3 },
    {
      operation: 'asana',
      operation_name: 'Asana',
      state: 'failed',
      detail: 'Asana did not accept our credentials.',
      accounts: 0,
      undecided: 0,
    },
  ],
  facts: { undecided: 3, left: 1, nobody: 1, unseen: 0, unknown: 3, recent: 0 },
  to_keep: 1,
  ...over,
})

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer(`GET ${REVIEW}`, { body: review() })
  server.answer(LIST, {
    body: {
      nodes: [
        account(1, { standing: 'left' }),
        account(2, { standing: 'nobody' }),
        account(3, { email: null, is_revocable: false }),
      ],
      totalCount: 3,
    },
  })
  server.answer(`POST ${REVIEW}/decisions`, { body: { changed: 1 } })
  server.answer(`POST ${REVIEW}/accounts/1/revoke`, { body: account(1, { decision: 'revoked' }) })
})
afterEach(() => server.close())

const open = async () => {
  openAs(server, 'adm', '/user-access/reviews/3')
  await screen.findByText('3 of 3 accounts undecided')
  await screen.findByText('Person 1')
}

it('a review says whether each system answered, and who owns each account', async () => {
  await open()
  const systems = within(screen.getByRole('region', { name: 'Systems' }))
  expect(systems.getByText('Asana did not accept our credentials.')).toBeTruthy()
  // Only a missing response is highlighted.
  expect(systems.getAllByText('No answer')).toHaveLength(1)
  expect(systems.getByText('Slack').textContent).toBe('Slack 3 accounts')
  expect(systems.getByRole('button', { name: 'Ask 1 system again' })).toBeVisible()
  expect(within(screen.getByRole('table')).getByText('Left the company')).toBeTruthy()
  expect(within(screen.getByRole('table')).getByText('No matching person')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Finish review' })).toBeDisabled()
})

it('while systems are being queried, they are not reported as having no accounts', async () => {
  const systems = review().systems.map((system) => ({ ...system, state: 'waiting' as const, accounts: 0 }))
  server.answer(`GET ${REVIEW}`, { body: review({ systems, accounts: 0, undecided: 0 }) })
  server.answer(LIST, { body: { nodes: [], totalCount: 0 } })
  openAs(server, 'adm', '/user-access/reviews/3')
  expect(await screen.findByText('No system has answered yet.')).toBeVisible()
})

it('accounts can be sorted by the column headers', async () => {
  await open()
  await user.click(screen.getByRole('columnheader', { name: 'Last used' }))
  await waitFor(() =>
    expect(server.sent(LIST).at(-1)?.search).toMatch(
      /sort=last_used_at&sortOrder=asc|sortOrder=asc&sort=last_used_at/,
    ),
  )
  expect(window.location.search).toContain('sort=last_used_at')
})

it('an account is kept with one click, and revoked after a confirmation', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: 'Keep Person 2 on Slack' }))
  await waitFor(() =>
    expect(server.sent(`POST ${REVIEW}/decisions`)[0]?.json).toEqual({ ids: [2], decision: 'keep' }),
  )
  await user.click(screen.getByRole('button', { name: 'Revoke Person 1 on Slack' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('Revoke Person 1’s access to Slack?')).toBeTruthy()
  expect(server.sent(`POST ${REVIEW}/accounts/1/revoke`)).toHaveLength(0)
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }))
  await waitFor(() => expect(server.sent(`POST ${REVIEW}/accounts/1/revoke`)).toHaveLength(1))
})

it('an undo says which decision it is about', async () => {
  const decided = { decision: 'keep', decided_at: '2026-11-01T09:00:00.000Z' } as const
  server.answer(LIST, { body: { nodes: [account(1, decided)], totalCount: 1 } })
  await open()
  await user.click(screen.getByRole('button', { name: 'Undo the decision about Person 1' }))
  await waitFor(() =>
    expect(server.sent(`POST ${REVIEW}/decisions`)[0]?.json).toEqual({
      ...{ ids: [1], decision: 'undecided' },
      seen: decided,
    }),
  )
})

it('users can keep their own account, but not revoke it', async () => {
  const own = account(4, { email: 'ines.aldana@copydesk.example' })
  server.answer(LIST, { body: { nodes: [account(1), own], totalCount: 2 } })
  await open()
  const revoke = screen.getByRole('button', { name: 'Revoke Person 4 on Slack' })
  expect(revoke).toBeDisabled()
  expect(revoke).toHaveAttribute('title', 'You can’t revoke your own access.')
  expect(screen.getByRole('button', { name: 'Keep Person 4 on Slack' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Revoke Person 1 on Slack' })).toBeEnabled()
})

it('Copydesk’s own account is marked, can be kept, and cannot be revoked', async () => {
  const own = account(4, { standing: 'own', is_own: true })
  const left = account(5, { standing: 'left', is_own: true })
  server.answer(LIST, { body: { nodes: [account(1), own, left], totalCount: 3 } })
  await open()
  const table = within(screen.getByRole('table'))
  expect(table.getAllByText('Used by Copydesk')).toHaveLength(2)
  expect(table.getByText('Left the company')).toBeVisible()
  const revoke = table.getByRole('button', { name: 'Revoke Person 4 on Slack' })
  expect(revoke).toBeDisabled()
  expect(revoke).toHaveAttribute('title', expect.stringContaining('Copydesk signs in with this account'))
  expect(table.getByRole('button', { name: 'Revoke Person 5 on Slack' })).toBeDisabled()
  expect(table.getByRole('button', { name: 'Keep Person 4 on Slack' })).toBeEnabled()
})

it('an account that Copydesk cannot close can be marked as closed', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: 'Mark Person 3 on Slack as closed' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Mark as closed' }))
  await waitFor(() =>
    expect(server.sent(`POST ${REVIEW}/decisions`)[0]?.json).toEqual({ ids: [3], decision: 'closed' }),
  )
})

it('a fact filters the accounts, and is in the address', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: /^Left the company/ }))
  await waitFor(() => expect(new URLSearchParams(server.sent(LIST).at(-1)?.search).get('fact')).toBe('left'))
  expect(window.location.search).toContain('fact=left')
})

it('recently used accounts are kept together after a preview, and no others', async () => {
  await open()
  server.answer(LIST, { body: { nodes: [account(8)], totalCount: 1 } })
  await user.click(screen.getByRole('button', { name: 'Keep 1 used within 90 days' }))
  const dialog = await screen.findByRole('dialog')
  expect(await within(dialog).findByText('Person 8')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: 'Keep 1 used within 90 days' }))
  await waitFor(() =>
    expect(server.sent(`POST ${REVIEW}/decisions`)[0]?.json).toEqual({ ids: [8], decision: 'keep' }),
  )
})

it('keeping several accounts asks first if some users have left, and Cancel keeps none', async () => {
  await open()
  for (const id of [1, 2]) await user.click(screen.getByRole('checkbox', { name: `Select Person ${id}` }))
  await user.click(screen.getByRole('button', { name: 'Keep 2' }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText('Keep 2 accounts, 1 of a person who has left?')).toBeTruthy()
  expect(question).toHaveTextContent('Person 1 on Slack: this person is locked in Copydesk')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent(`POST ${REVIEW}/decisions`)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Keep 2' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep 2' }))
  await waitFor(() =>
    expect(server.sent(`POST ${REVIEW}/decisions`)[0]?.json).toEqual({ ids: [1, 2], decision: 'keep' }),
  )
})

it('keeping the account of a user who has left asks first', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: 'Keep Person 1 on Slack' }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText('Keep Person 1 on Slack, who has left?')).toBeVisible()
  expect(within(question).getByRole('button', { name: 'Keep' })).toHaveClass('btn-danger')
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent(`POST ${REVIEW}/decisions`)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Keep Person 1 on Slack' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep' }))
  await waitFor(() =>
    expect(server.sent(`POST ${REVIEW}/decisions`)[0]?.json).toEqual({ ids: [1], decision: 'keep' }),
  )
})

it('the confirmation for several accounts counts users who have left', async () => {
  const nodes = [account(1, { standing: 'left' }), account(2, { standing: 'left' }), account(3)]
  server.answer(LIST, { body: { nodes, totalCount: 3 } })
  await open()
  for (const id of [1, 2, 3]) await user.click(screen.getByRole('checkbox', { name: `Select Person ${id}` }))
  const ticked = within(screen.getByRole('region', { name: 'Selected accounts' }))
  expect(ticked.getByText('3 accounts selected')).toBeVisible()
  await user.click(ticked.getByRole('button', { name: 'Keep 3' }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText('Keep 3 accounts, 2 of people who have left?')).toBeVisible()
  expect(question).toHaveTextContent('Person 1 on Slack, Person 2 on Slack: these people are locked')
  // In such a question No has the focus.
  expect(within(question).getByRole('button', { name: 'Keep 3' })).toHaveClass('btn-danger')
})

it('two clicks begin one review', async () => {
  const begin = 'POST /api/users/access-reviews'
  server.answer('GET /api/users/access-reviews', { body: { nodes: [], totalCount: 0, is_due: true } })
  server.answer('GET /api/users/offboarding-runs', { body: { nodes: [], totalCount: 0 } })
  server.answer(begin, () =>
    server.sent(begin).length === 1
      ? { body: review() }
      : { status: 409, body: { message: 'A review is under way already.' } },
  )
  openAs(server, 'adm', '/user-access')
  const button = await screen.findByRole('button', { name: 'Start a review' })
  fireEvent.click(button)
  fireEvent.click(button)
  expect(await screen.findByText('3 of 3 accounts undecided')).toBeVisible()
  expect(server.sent(begin)).toHaveLength(1)
})

it('an account loses its tick once it is decided on its own', async () => {
  await open()
  for (const id of [1, 2]) await user.click(screen.getByRole('checkbox', { name: `Select Person ${id}` }))
  expect(screen.getByText('2 accounts selected')).toBeVisible()
  server.answer(LIST, {
    body: { nodes: [account(1, { standing: 'left', decision: 'revoked' }), account(2)], totalCount: 2 },
  })
  await user.click(screen.getByRole('button', { name: 'Revoke Person 1 on Slack' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }))
  expect(await screen.findByText('1 account selected')).toBeVisible()
})
