import './reports-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Answer, type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const DAYS = Array.from({ length: 30 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`)
const filesOf = (count: number) => Object.fromEntries(DAYS.slice(-count).map((day) => [day, true]))
const winnersOf = (count: number) => ({
  meta: { total: 1 },
  data: [
    {
      keyword_id: 5,
      keyword: 'best kettle',
      sites: [],
      winning_percentage: 100,
      stats: DAYS.slice(-count).map((created_at, index) => ({
        stat_id: index + 1,
        created_at,
        publisher: 'Open Kitchen',
        is_winning: true,
      })),
    },
  ],
})
const NOT_TODAY: Answer = { status: 400, body: { message: 'Not today.' } }

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  for (const path of ['tags', 'keywords/tags', 'sites', 'saved-views'])
    server.answer(`GET /api/${path}`, { body: [] })
  const rangeOf = (search: string) => Number(new URLSearchParams(search).get('dateRange'))
  server.answer('GET /api/stats/has-share-of-voice-report', ({ search }) => ({
    body: filesOf(rangeOf(search)),
  }))
  server.answer('GET /api/stats/keyword-winners', ({ search }) => ({ body: winnersOf(rangeOf(search)) }))
})
afterEach(() => server.close())

const matrix = () => screen.findByRole('table')

it.each(['has-share-of-voice-report', 'keyword-winners'])(
  'Keyword Winners whose %s cannot be read say so and are asked for again',
  async (path) => {
    const user = userEvent.setup()
    server.answer(`GET /api/stats/${path}`, NOT_TODAY)
    openAs(server, 'opm', '/reports/winners')
    expect(await screen.findByText('Keyword Winners could not be searched.')).toBeInTheDocument()
    server.answer(`GET /api/stats/${path}`, { body: path === 'keyword-winners' ? winnersOf(7) : filesOf(7) })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('button', { name: 'best kettle, 2026-03-30: won' })).toBeInTheDocument()
  },
)

it('days of a longer range are not without data while their results are on the way', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  server.answer('GET /api/stats/keyword-winners', async ({ search }) => {
    const isLong = search.includes('dateRange=30')
    if (isLong) await released
    return { body: winnersOf(isLong ? 30 : 7) }
  })
  const user = userEvent.setup()
  openAs(server, 'opm', '/reports/winners')
  await matrix()
  await user.click(screen.getByText('30 days'))
  await waitFor(() => expect(server.sent('GET /api/stats/has-share-of-voice-report')).toHaveLength(2))
  await waitFor(() => expect(server.sent('GET /api/stats/keyword-winners')).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  release()
  expect(await within(await matrix()).findAllByRole('button', { name: /: won$/ })).toHaveLength(30)
  expect(screen.queryByRole('img', { name: /no data$/ })).toBeNull()
})

it('sites that cannot be read are named', async () => {
  server.answer('GET /api/sites', NOT_TODAY)
  openAs(server, 'opm', '/reports/winners')
  expect(await screen.findByText('Could not search sites')).toBeInTheDocument()
})
