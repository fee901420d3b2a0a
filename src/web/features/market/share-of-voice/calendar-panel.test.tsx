import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Answer, type Loopback, openLoopback, type Seen } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const NOT_TODAY: Answer = { status: 400, body: { message: 'Not today.' } }

/** All days of March 2024 were won; there is no data for February. */
const days = Array.from({ length: 31 }, (_, index) => ({
  day: `2024-03-${String(index + 1).padStart(2, '0')}`,
  won: 1,
  lost: 0,
}))
const stats = days.map(({ day }, index) => ({
  stat_id: index + 1,
  keyword_id: 5,
  created_at: day,
  publisher: 'Open Kitchen',
  is_winning: true,
  parsed_data: { title: 'Kettles', publishedDate: null, fullArticleUrl: null, items: [] },
}))

const SINCE = '2020-01-01'
const calendarOf = (some: readonly object[], since: string | null = SINCE) => ({
  days: some,
  annotations: [],
  tracked_since: since,
})

let server: Loopback
/** Releases the responses for months that were not visible at first. */
let release: () => void

beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords', {
    body: {
      meta: { total: 1, is_more: false },
      data: [{ ...KEYWORD, created_at: '2020-01-01T00:00:00.000Z' }],
    },
  })
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const slowly =
    (known: unknown, unknown: unknown) =>
    async ({ search }: Seen): Promise<Answer> => {
      if (search.includes('from=2024-03') || search.includes('from=2024-01')) return { body: known }
      await released
      return { body: unknown }
    }
  server.answer('GET /api/stats', slowly(stats, []))
  server.answer('GET /api/stats/calendar', slowly(calendarOf(days), calendarOf([])))
})
afterEach(() => {
  release()
  return server.close()
})

const summaryOf = (month: string) => screen.queryByRole('complementary', { name: `${month} in numbers` })

it('a month whose days are loading is neither without data nor counted as the previous month', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?keyword_id=5&month=2024-03')
  expect(await screen.findByRole('complementary', { name: 'March 2024 in numbers' })).toHaveTextContent(
    '31 days',
  )
  await user.click(screen.getByRole('button', { name: 'Previous month' }))
  const february = await screen.findByRole('table', { name: 'February 2024' })
  expect(february).toHaveAttribute('aria-busy', 'true')
  expect(within(february).queryByText('no data')).toBeNull()
  expect(summaryOf('February 2024')).toBeNull()
  release()
  expect(await within(february).findAllByText('no data')).toHaveLength(29)
  expect(summaryOf('February 2024')).toHaveTextContent('29 days')
})

it('a year whose days are loading is not without data', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?keyword_id=5&month=2024')
  expect(await screen.findByText('Won 31 days')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Previous year' }))
  const year = await screen.findByRole('list', { name: '2023' })
  expect(within(year).queryByText('no data')).toBeNull()
  release()
  expect(await within(year).findAllByText('no data')).toHaveLength(12)
})

it('a month of a year counts days as the month itself does, however many publishers a day had', async () => {
  server.answer('GET /api/stats/calendar', {
    body: {
      days: [
        { day: '2024-03-01', won: 3, lost: 2 },
        { day: '2024-03-02', won: 1, lost: 0 },
        { day: '2024-03-03', won: 0, lost: 4 },
      ],
      annotations: [],
      tracked_since: SINCE,
    },
  })
  openAs(server, 'opm', '/keywords?keyword_id=5&month=2024')
  const march = await screen.findByRole('button', { name: /^March/ })
  expect(march).toHaveTextContent('Won 2 daysLost 1 day66.7')
})

it.each(['stats', 'stats/calendar'])(
  'a calendar with unreadable %s says so and can be retried',
  async (path) => {
    const user = userEvent.setup()
    const route = `GET /api/${path}`
    server.answer(route, NOT_TODAY)
    openAs(server, 'opm', '/keywords?keyword_id=5&month=2024-03')
    expect(await screen.findByText('There was a problem loading the graph data.')).toBeInTheDocument()
    server.answer(route, { body: path === 'stats' ? stats : calendarOf(days) })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('table', { name: 'March 2024' })).toBeInTheDocument()
  },
)

it.each([
  ['2024-03-06', 'not tracked yet', 5, 1],
  [null, 'not tracked', 6, 0],
])(
  'in a month, days before %s are %s and others are without data, and both are counted apart',
  async (since, words, before, after) => {
    const some = days.filter(({ day }) => day > '2024-03-06')
    server.answer('GET /api/stats', { body: stats.filter(({ created_at: day }) => day > '2024-03-06') })
    server.answer('GET /api/stats/calendar', { body: calendarOf(some, since) })
    openAs(server, 'opm', '/keywords?keyword_id=5&month=2024-03')
    const month = within(await screen.findByRole('table', { name: 'March 2024' }))
    expect(await month.findAllByText(words)).toHaveLength(before)
    expect(month.queryAllByText('no data')).toHaveLength(after)
    expect(summaryOf('March 2024')).toHaveTextContent(
      `No data${after} ${after === 1 ? 'day' : 'days'}Not tracked yet${before} days`,
    )
  },
)

it('in a year, months before a keyword was tracked differ from those without data, with the legend of a month', async () => {
  server.answer('GET /api/stats/calendar', { body: calendarOf(days, '2024-02-10') })
  openAs(server, 'opm', '/keywords?keyword_id=5&month=2024')
  const year = within(await screen.findByRole('list', { name: '2024' }))
  const named = (words: string) =>
    year.getAllByRole('button', { name: new RegExp(`${words}$`) }).map(({ textContent }) => textContent)
  expect(named('not tracked yet')).toEqual(['Januarynot tracked yet'])
  expect(named('no data')).toEqual(
    [
      'February',
      'April',
      'May',
      'June',
      'July',
      'August',
      'September',
      'October',
      'November',
      'December',
    ].map((month) => `${month}no data`),
  )
  expect(summaryOf('2024')).toHaveTextContent(/Won31 daysLost0 daysNo data295 daysNot tracked yet40 days/)
})
