import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/users/all', { body: [] })
})
afterEach(() => server.close())

const entry = (before: object | null, after: object) => ({
  id: 1,
  created_at: '2026-03-01T00:00:00.000Z',
  actor: { kind: 'person', id: 7, name: 'Ines Aldana', role_id: 'adm' },
  address: null,
  request_id: null,
  act: 'user.changed',
  noun: 'user',
  noun_id: '9',
  label: 'Tess Trail',
  before,
  after,
})

it('the trail calls a field as its form does, and one of no form by its own name', async () => {
  const changed = entry(
    { lastName: 'Tail', roleId: 'opm' },
    { lastName: 'Trail', roleId: 'qa', sessionsEnded: 2 },
  )
  server.answer('GET /api/audit', { body: { nodes: [changed], totalCount: 1, page: 1 } })
  openAs(server, 'adm', '/user-activity?tab=audit')
  const row = await screen.findByRole('row', { name: /Tess Trail/ })
  expect(
    within(row)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Last name: Tail Trail', 'Role: opm qa', 'sessionsEnded: 2'])
})

it('an entry of many fields shows the first of them, and folds the others', async () => {
  const after = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`part${at}`, 'built-in']))
  server.answer('GET /api/audit', { body: { nodes: [entry(null, after)], totalCount: 1, page: 1 } })
  openAs(server, 'adm', '/user-activity?tab=audit')
  const row = within(await screen.findByRole('row', { name: /Tess Trail/ }))
  expect(row.getByText('part2:')).toBeVisible()
  expect(row.getByText('part3:')).not.toBeVisible()
  await userEvent.click(row.getByText('and 13 more'))
  expect(row.getByText('part15:')).toBeVisible()
})
