// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './user-activity-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Answer, type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const DANA = { id: 12, first_name: 'Dana', last_name: 'Okafor', username: 'dana@copydesk.example' }
const VISIT = {
  id: 1,
  user: DANA,
  role_id: 'qa',
  path: '/articles/pending',
  created_at: '2026-03-01T09:30:00.000Z',
  count: 3,
}
const LOG = 'GET /api/user-activity'
const NOT_TODAY: Answer = { status: 400, body: { message: 'Not today.' } }

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerLog()
  answerRoles()
  server.answer('GET /api/user-activity/path/stats', { body: { stats: [{ path: '/keywords', count: 7 }] } })
  server.answer('GET /api/user-activity/day/stats', { body: { stats: [] } })
  server.answer('GET /api/users/all', { body: [DANA] })
  server.answer('GET /api/auth/roles', { body: [{ id: 'eng', description: 'Engineer' }] })
})
afterEach(() => server.close())

const answerLog = () => server.answer(LOG, { body: { data: [VISIT], pageInfo: { total: 45, visits: 60 } } })
const answerRoles = () =>
  server.answer('GET /api/user-activity/stats', {
    body: { stats: [{ role: 'qa', label: 'QA', count: 1204 }] },
  })
/** The parameters of the latest request for the visible page; the next page is prefetched. */
const asked = (route = LOG) =>
  server
    .sent(route)
    .map(({ search }) => Object.fromEntries(new URLSearchParams(search)))
    .findLast(({ offset }) => offset === undefined || offset === '0' || offset === '40')
const log = async () => within(await screen.findByRole('region', { name: 'Visits' }))

async function choose(filter: string, option: string) {
  await userEvent.click(await screen.findByRole('combobox', { name: filter }))
  await userEvent.click(await screen.findByTitle(option))
}

it('the log and the doughnut show who opened which screen, and how often [ACT-001, ACT-002, ACT-007, ACT-008, ACT-009]', async () => {
  openAs(server, 'eng', '/user-activity')
  expect(await screen.findByRole('heading', { level: 1, name: 'User Activity' })).toBeVisible()
  const row = await (await log()).findByRole('row', { name: /Dana Okafor/ })
  expect(row).toHaveTextContent('/articles/pending')
  expect(row).toHaveTextContent('2026-03-01 09:30')
  expect(within(row).getAllByRole('cell').at(-1)).toHaveTextContent('3')
  expect(asked()).toMatchObject({ limit: '20', offset: '0' })
  expect(await screen.findByRole('list', { name: 'Visits by role' })).toHaveTextContent('QA1,204')
  await userEvent.click(screen.getByText('By screen'))
  expect(await screen.findByRole('list', { name: 'Visits by screen' })).toHaveTextContent('7')
  await waitFor(() => expect(location.search).toBe('?by=screen'))
})

it('the filters apply to log and doughnut from page 1 on, and one control clears them [ACT-003, ACT-004, ACT-005, ACT-006, ACT-015]', async () => {
  openAs(server, 'eng', '/user-activity?page=3&from=2026-03-01&to=2026-03-02')
  await (await log()).findByRole('row', { name: /Dana Okafor/ })
  expect(screen.getByPlaceholderText('Visited, from')).toHaveValue('2026-03-01')
  const days = { startDate: '2026-03-01', endDate: '2026-03-02' }
  expect(asked()).toMatchObject({ ...days, offset: '40' })
  await choose('User', 'Dana Okafor')
  await waitFor(() => expect(asked()).toMatchObject({ ...days, userId: '12', offset: '0' }))
  await choose('Role', 'Engineer')
  for (const route of [LOG, 'GET /api/user-activity/stats', 'GET /api/user-activity/day/stats'])
    await waitFor(() => expect(asked(route)).toMatchObject({ ...days, userId: '12', role: 'eng' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await waitFor(() => expect(location.search).toBe(''))
  await waitFor(() => expect(asked()).toEqual({ limit: '20', offset: '0' }))
  expect(screen.getByRole('button', { name: 'Clear Filters' })).toBeDisabled()
})

it('a failed log and a failed doughnut each say so and can be retried', async () => {
  server.answer(LOG, NOT_TODAY)
  server.answer('GET /api/user-activity/stats', NOT_TODAY)
  openAs(server, 'eng', '/user-activity')
  for (const [title, answer] of [
    ['User activity could not be searched.', answerLog],
    ['Couldn’t load the visits.', answerRoles],
  ] as const) {
    const alert = (await screen.findByText(title)).closest<HTMLElement>('[role="alert"]')
    expect(alert).toHaveTextContent('Not today.')
    answer()
    await userEvent.click(within(alert ?? document.body).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
  }
  expect(await (await log()).findByRole('row', { name: /Dana Okafor/ })).toBeVisible()
  expect(await screen.findByRole('list', { name: 'Visits by role' })).toBeVisible()
})
