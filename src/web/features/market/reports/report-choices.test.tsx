import './reports-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Surfaces } from '#shared/features/market/share-of-voice/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const DAYS = Array.from({ length: 7 }, (_, index) => `2026-03-0${index + 1}`)

interface Row {
  winning_percentage?: number | null
  previous_percentage?: number | null
  tracked_since?: string | null
  held?: readonly string[]
}
const row = ({ held = DAYS, ...values }: Row, at: number) => ({
  keyword_id: at + 1,
  keyword: `kettle ${at}`,
  sites: [],
  winning_percentage: 100,
  previous_percentage: 100,
  tracked_since: '2025-01-01',
  stats: held.map((created_at, index) => ({
    stat_id: at * 10 + index,
    created_at,
    publisher: 'Open Kitchen',
    is_winning: true,
  })),
  ...values,
})
const series = Array.from({ length: 12 }, (_, index) => ({
  publisher: `Publisher ${index}`,
  is_ours: index > 8,
  values: DAYS.map((_day, at) => 40 - index + (at === 6 ? index % 3 : 1)),
}))

let server: Loopback
let choices: object
let outings: Surfaces['outings']
beforeEach(async () => {
  server = await openLoopback()
  choices = { winners_size: null, surfaces_view: null }
  outings = []
  for (const path of ['tags', 'keywords/tags', 'sites', 'saved-views'])
    server.answer(`GET /api/${path}`, { body: [] })
  server.answer('GET /api/stats/has-share-of-voice-report', {
    body: Object.fromEntries(DAYS.map((day) => [day, true])),
  })
  server.answer('GET /api/stats/choices', () => ({ body: choices }))
  server.answer('PUT /api/stats/choices', ({ json }) => {
    choices = json as object
    return { body: json }
  })
  server.answer('GET /api/stats/content-surfaces', () => ({
    body: { days: DAYS, series, overall: DAYS.map(() => 400), outings },
  }))
  answerWinners([{}])
})
afterEach(() => server.close())

const answerWinners = (rows: readonly Row[], total = 90) =>
  server.answer('GET /api/stats/keyword-winners', {
    body: { meta: { total, is_more: false }, data: rows.map(row) },
  })
const asked = () => new URLSearchParams(server.sent('GET /api/stats/keyword-winners').at(-1)?.search)
const said = () => new URLSearchParams(window.location.search)
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) })

describe('Keyword Winners', () => {
  it('has ten rows per page at a bare address, and as many as the user chooses from then on [REP-022]', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/reports/winners?page=6')
    const sizes = await screen.findByRole('group', { name: 'Rows per page' })
    expect(asked().get('limit')).toBe('10')
    expect(asked().get('offset')).toBe('50')
    await user.click(within(sizes).getByRole('button', { name: '25 rows' }))
    await waitFor(() => expect(asked().get('limit')).toBe('25'))
    // The row that was first is still on the page.
    expect(asked().get('offset')).toBe('50')
    expect([said().get('size'), said().get('page')]).toEqual(['25', '3'])
    await waitFor(() => expect(choices).toEqual({ winners_size: 25, surfaces_view: null, oos_group: null }))
  })

  it('opens with the user’s choices from the menu, and with the defaults at a bare address', async () => {
    choices = { winners_size: 50, surfaces_view: null }
    openAs(server, 'opm', '/reports')
    await screen.findByRole('grid')
    await waitFor(() => expect(said().get('size')).toBe('50'))
    expect(asked().get('limit')).toBe('50')
  })

  it('says in words how a share changed from the previous period', async () => {
    answerWinners([
      { winning_percentage: 71.4, previous_percentage: 57.1 },
      { winning_percentage: 28.6, previous_percentage: 57.1 },
      { winning_percentage: 100, previous_percentage: 50 },
      { winning_percentage: 50, previous_percentage: 50 },
      { winning_percentage: 50, previous_percentage: null },
      { winning_percentage: null, previous_percentage: 50, held: [] },
    ])
    openAs(server, 'opm', '/reports/winners')
    const words = [
      'up 14.3 points vs. the previous 7 days',
      'down 28.5 points vs. the previous 7 days',
      'up 50.0 points vs. the previous 7 days',
      'same as in the previous 7 days',
      'no data in the previous 7 days',
      'no data',
    ]
    for (const [at, each] of words.entries())
      expect((await rowOf(`kettle ${at}`)).lastElementChild).toHaveTextContent(each)
  })

  it('distinguishes days before a keyword was tracked from days without data, and has both in its legend', async () => {
    answerWinners([{ tracked_since: '2026-03-04', held: ['2026-03-02', '2026-03-05', '2026-03-07'] }])
    openAs(server, 'opm', '/reports/winners')
    const cells = within(await rowOf('kettle 0'))
    const named = (words: string) =>
      cells.queryAllByRole('img', { name: new RegExp(`: ${words}$`) }).map((cell) => cell.title.slice(0, 10))
    expect(named('not tracked yet')).toEqual(['2026-03-01', '2026-03-03'])
    expect(named('no data')).toEqual(['2026-03-04', '2026-03-06'])
    const legend = within(screen.getByRole('list', { name: 'Legend' })).getAllByRole('listitem')
    expect(legend.map(({ textContent }) => textContent)).toEqual([
      'Winning',
      'Losing',
      'No data',
      'Not tracked yet',
    ])
  })

  it('requires a number of days that the range has, and drops it for a shorter range', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/reports/winners?range=30&minDays=14')
    await screen.findByText('14 days or more')
    await waitFor(() => expect(asked().get('min_days')).toBe('14'))
    await user.click(screen.getByText('7 days'))
    await waitFor(() => expect(asked().get('dateRange')).toBe('7'))
    expect([asked().get('min_days'), said().get('minDays')]).toEqual([null, null])
    await user.click(screen.getByRole('combobox', { name: 'Days with data' }))
    const offers = await screen.findAllByText(/^\d+ days or more$/)
    expect(offers.map(({ textContent }) => textContent)).toEqual(
      [3, 5, 7].map((days) => `${days} days or more`),
    )
  })
})

describe('Content Surfaces', () => {
  const lists = async () => {
    await screen.findAllByRole('table')
    return screen.getAllByRole('table').map((table) => table.getAttribute('aria-label'))
  }

  it('shows every publisher and Over All at a bare address, whatever the user has chosen [REP-024] [REP-025]', async () => {
    choices = { winners_size: null, surfaces_view: 'ours' }
    openAs(server, 'opm', '/reports/surfaces')
    expect(await lists()).toEqual(['Keywords held, latest day'])
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows).toHaveLength(series.length + 1)
    expect(rows[0]).toHaveTextContent(/^Over All/)
  })

  it('shows ours against the others after one click, which is remembered for its tab', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/reports/surfaces')
    await user.click(await screen.findByText('Ours vs. others'))
    expect(await lists()).toEqual(['Ours', 'Others'])
    expect(said().get('view')).toBe('ours')
    await waitFor(() =>
      expect(choices).toEqual({ winners_size: null, surfaces_view: 'ours', oos_group: null }),
    )
    const [ours, others] = screen.getAllByRole('table').map((table) => within(table).getAllByRole('row'))
    expect([ours?.length, others?.length]).toEqual([2 + 3, 2 + 9])
    expect(screen.getByText(/of the \d+ places are ours/)).toBeInTheDocument()
    await user.click(screen.getByText('Every publisher'))
    await waitFor(() => expect(choices).toMatchObject({ surfaces_view: 'publishers' }))
    expect(said().get('view')).toBeNull()
  })

  it('lists our published articles below the chart of our own sites', async () => {
    const user = userEvent.setup()
    outings = [
      { day: DAYS[2] ?? '', site: 'Hearthside', published: 1, updated: 9 },
      { day: DAYS[4] ?? '', site: 'Tidy Mode', published: 0, updated: 1 },
    ]
    openAs(server, 'opm', '/reports/surfaces?view=ours')
    const list = await screen.findByRole('list', { name: 'Published in this period' })
    expect(screen.getByRole('heading', { name: 'Published in this period' })).toBeInTheDocument()
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/: Hearthside, 1 article and 9 updates$/),
      expect.stringMatching(/: Tidy Mode, 1 update$/),
    ])
    await user.click(screen.getByText('Every publisher'))
    await screen.findByRole('table', { name: 'Keywords held, latest day' })
    expect(screen.queryByRole('list', { name: 'Published in this period' })).toBeNull()
  })

  it('gives each of our sites its own colour, and the others the remaining ones [REP-024]', async () => {
    openAs(server, 'opm', '/reports/surfaces')
    const table = within(await screen.findByRole('table'))
    const lookOf = (name: string) => {
      const line = table.getByRole('button', { name: new RegExp(`^${name}`) }).querySelector('line')
      return `${line?.getAttribute('stroke')} ${line?.getAttribute('stroke-dasharray')}`
    }
    const looks = series.map(({ publisher }) => lookOf(`${publisher}( ?ours)?$`))
    expect(new Set(looks.slice(9)).size).toBe(3)
    expect(new Set(looks).size).toBe(10)
    expect(looks.slice(9).every((look) => look.endsWith(' '))).toBe(true)
  })

  it('highlights a publisher’s line from the list, keeps it in the address, and releases it again', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/reports/surfaces')
    const table = within(await screen.findByRole('table'))
    const faint = table.getByRole('button', { name: /^Publisher 7/ })
    faint.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(faint).toHaveAttribute('aria-pressed', 'true'))
    expect(said().get('publisher')).toBe('Publisher 7')
    const other = table.getByRole('button', { name: /^Publisher 0/ })
    await user.click(other)
    await waitFor(() => expect(other).toHaveAttribute('aria-pressed', 'true'))
    expect(faint).toHaveAttribute('aria-pressed', 'false')
    await user.click(other)
    await waitFor(() => expect(said().get('publisher')).toBeNull())
  })
})
