import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { HEALTH } from '#web/testing/people.ts'
import { ActivityChart } from './activity-chart.tsx'
import { VisitDaysPanel } from './visit-days-panel.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const NOBODY = { userId: undefined, role: undefined, startDate: undefined, endDate: undefined }
const show = (question: Parameters<typeof VisitDaysPanel>[0]['question'] = NOBODY) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <VisitDaysPanel question={question} />
    </QueryClientProvider>,
  )
const day = (name: string, qa: number, opm: number) => ({
  day: name,
  count: qa + opm,
  roles: [
    { role: 'qa', count: qa },
    { role: 'opm', count: opm },
  ],
})
const answer = (...stats: object[]) => server.answer('GET /api/user-activity/day/stats', { body: { stats } })

describe('visits a day', () => {
  it('are stacked by role, with their sums, in words too', async () => {
    answer(day('2026-03-01', 1, 2), day('2026-03-02', 1000, 500))
    show()
    expect(await screen.findByRole('img')).toHaveAccessibleName(
      'Visits a day, the last 2 days: 1,503 visits, the most (1,500) on 2026-03-02; 0 days without visits',
    )
    const legend = within(screen.getByRole('list', { name: 'Visits a day, the last 2 days' }))
    expect(legend.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Operations manager 502',
      'QA 1,001',
    ])
  })

  it('of a past range are not called the last', async () => {
    answer(day('2026-03-01', 1, 2))
    show({ ...NOBODY, startDate: '2026-03-01', endDate: '2026-03-01' })
    expect(await screen.findByRole('heading', { name: 'Visits a day, 1 day' })).toBeVisible()
    expect(server.sent('GET /api/user-activity/day/stats')[0]?.search).toBe(
      '?startDate=2026-03-01&endDate=2026-03-01',
    )
  })

  it('say so if there are none, and if they cannot be counted', async () => {
    server.answer('GET /api/user-activity/day/stats', { status: 400, body: { message: 'Not today.' } })
    show()
    expect(await screen.findByText('Couldn’t load the visits by day.')).toBeVisible()
    answer({ day: '2026-03-01', count: 0, roles: [] })
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No visits on these days.')).toBeVisible()
  })
})

it.each([
  ['visits, 30 days', NOBODY, /^\?startDate=\d{4}-\d\d-\d\d$/],
  ['visits', { ...NOBODY, startDate: '2026-03-01' }, /^\?startDate=2026-03-01$/],
  ['visits', { ...NOBODY, endDate: '2026-03-30' }, /^\?startDate=2026-03-01&endDate=2026-03-30$/],
])('the ring counts %s, the same ones as the bars above it', async (unit, question, asked) => {
  server.answer('GET /api/user-activity/stats', { body: { stats: [{ label: 'QA', count: 4 }] } })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ActivityChart question={question} by="role" onBy={() => {}} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(unit)).toHaveTextContent(unit)
  expect(server.sent('GET /api/user-activity/stats')[0]?.search).toMatch(asked)
})

it('the ring requests its days once it knows the time zone of the count', async () => {
  const { promise: health, resolve: tell } = Promise.withResolvers<Answer>()
  server.answer('GET /api/health', () => health)
  server.answer('GET /api/user-activity/stats', { body: { stats: [{ label: 'QA', count: 4 }] } })
  answer(day('2026-03-01', 1, 2))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <VisitDaysPanel question={NOBODY} />
      <ActivityChart question={NOBODY} by="role" onBy={() => {}} />
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('img')).toBeVisible()
  expect(server.sent('GET /api/user-activity/stats')).toEqual([])
  tell({ body: HEALTH })
  expect(await screen.findByText('visits, 30 days')).toBeVisible()
})
