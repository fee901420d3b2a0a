import './reports-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SITE } from '#web/testing/articles.ts'
import { type Answer, type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const DAYS = Array.from({ length: 30 }, (_, index) => `2026-03-${String(index + 1).padStart(2, '0')}`)
const filesOf = (count: number) => Object.fromEntries(DAYS.slice(-count).map((day) => [day, true]))
const winnersOf = (count: number) => ({
  meta: { total: 1, is_more: false },
  data: [
    {
      keyword_id: 5,
      keyword: 'best kettle',
      sites: [],
      winning_percentage: 100,
      previous_percentage: 60,
      tracked_since: '2025-01-01',
      stats: DAYS.slice(-count).map((created_at, index) => ({
        stat_id: index + 1,
        created_at,
        publisher: 'Open Kitchen',
        is_winning: true,
      })),
    },
  ],
})
const NO_CHOICES = { winners_size: null, surfaces_view: null }
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
  server.answer('GET /api/stats/choices', { body: NO_CHOICES })
  server.answer('PUT /api/stats/choices', ({ json }) => ({ body: json }))
})
afterEach(() => {
  vi.useRealTimers()
  return server.close()
})

const matrix = () => screen.findByRole('grid')

it.each(['has-share-of-voice-report', 'keyword-winners'])(
  'Keyword Winners with unreadable %s say so and can be retried',
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

it.each([
  [66.6667, '66.7'],
  [5, '5.00'],
  [100, '100'],
  [0.12345, '0.123'],
])('shows wins of %d percent as %s, to three significant digits [REP-019]', async (share, shown) => {
  const [winner] = winnersOf(7).data
  server.answer('GET /api/stats/keyword-winners', {
    body: { ...winnersOf(7), data: [{ ...winner, winning_percentage: share }] },
  })
  openAs(server, 'opm', '/reports/winners')
  const row = await within(await matrix()).findByRole('row', { name: /best kettle/ })
  expect(row.querySelector('.share-column')).toHaveTextContent(new RegExp(`^${shown.replace('.', '\\.')}$`))
})

it('offers ranges of 7, 30 and 90 days, and requests the chosen one [REP-014]', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/reports/winners')
  await matrix()
  const offered = within(screen.getByRole('radiogroup', { name: 'Range' })).getAllByRole('radio')
  const words = offered.map(({ parentElement }) => parentElement?.textContent)
  expect(words).toEqual(['7 days', '30 days', '90 days'])
  const asked = () =>
    server
      .sent('GET /api/stats/keyword-winners')
      .map(({ search }) => new URLSearchParams(search).get('dateRange'))
  for (const days of ['30', '90']) {
    await user.click(screen.getByText(`${days} days`))
    await waitFor(() => expect(asked().at(-1)).toBe(days))
  }
})

it('nine sites on one keyword take the space of three logos, and the rest is counted and named [U7]', async () => {
  const sites = Array.from({ length: 9 }, (_, index) => ({
    ...SITE,
    site_id: index + 1,
    display_name: `Site ${index + 1}`,
  }))
  const { meta, data } = winnersOf(7)
  server.answer('GET /api/stats/keyword-winners', {
    body: { meta, data: data.map((row) => ({ ...row, sites })) },
  })
  openAs(server, 'opm', '/reports/winners')
  const row = within(await screen.findByRole('row', { name: /^best kettle/ }))
  expect(row.getAllByRole('img', { name: /^Site/ })).toHaveLength(3)
  expect(row.getByTitle('Site 4, Site 5, Site 6, Site 7, Site 8, Site 9')).toHaveTextContent('+6')
})

it('days of a longer range do not count as without data while they load', async () => {
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
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull())
  release()
  expect(await within(await matrix()).findAllByRole('button', { name: /: won$/ })).toHaveLength(30)
  expect(screen.queryByRole('img', { name: /no data$/ })).toBeNull()
})

it('the matrix is one stop of the Tab key, whose cells are reached with arrows, Home and End [REP-016] [REP-021]', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/stats/1', {
    body: {
      stat_id: 1,
      keyword_id: 5,
      created_at: '2026-03-24',
      publisher: 'Open Kitchen',
      is_winning: true,
      parsed_data: { title: 'Kettles of ours', publishedDate: null, fullArticleUrl: null, items: [] },
    },
  })
  openAs(server, 'opm', '/reports/winners')
  const stops = [...(await matrix()).querySelectorAll<HTMLElement>('button, a, [tabindex]')].filter(
    ({ tabIndex }) => tabIndex >= 0,
  )
  expect(stops).toEqual([screen.getByRole('button', { name: 'best kettle, 2026-03-30: won' })])
  const goTo = async (key: string, name: string) => {
    await user.keyboard(key)
    await waitFor(() => expect(document.activeElement).toHaveAccessibleName(name))
  }
  stops[0]?.focus()
  await goTo('{ArrowRight}', 'best kettle, 2026-03-30: won')
  await goTo('{ArrowLeft}', 'best kettle, 2026-03-29: won')
  await goTo('{ArrowUp}', 'CSV of 2026-03-29')
  await goTo('{End}', 'Win %')
  await goTo('{ArrowDown}', 'best kettle, 2026-03-30: won')
  await goTo('{Control>}{Home}{/Control}', 'Keyword')
  await goTo('{Control>}{End}{/Control}', 'best kettle, 2026-03-30: won')
  await goTo('{Home}', 'best kettle, 2026-03-24: won')
  expect(document.activeElement).toHaveAttribute('tabindex', '0')
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: 'Kettles of ours' })).toBeInTheDocument()
  const card = screen.getByRole('dialog', { name: 'best kettle, 2026-03-24: won' })
  card.focus()
  await goTo('{Escape}', 'best kettle, 2026-03-24: won')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('a lost cell opens its story, which can be compared with ours [REP-021]', async () => {
  const user = userEvent.setup()
  const [winner] = winnersOf(7).data
  const stats = winner?.stats.map((stat) => ({ ...stat, publisher: 'Other Desk', is_winning: false }))
  server.answer('GET /api/stats/keyword-winners', {
    body: { ...winnersOf(7), data: [{ ...winner, stats }] },
  })
  server.answer('GET /api/stats/1', {
    body: {
      stat_id: 1,
      keyword_id: 5,
      created_at: '2026-03-24',
      publisher: 'Other Desk',
      is_winning: false,
      parsed_data: { title: 'Kettles of theirs', publishedDate: null, fullArticleUrl: null, items: [] },
    },
  })
  openAs(server, 'opm', '/reports/winners')
  await user.click(
    await within(await matrix()).findByRole('button', { name: /^best kettle, 2026-03-24: lost/ }),
  )
  const card = await screen.findByRole('dialog', { name: /^best kettle, 2026-03-24/ })
  await user.click(await within(card).findByRole('button', { name: 'Compare' }))
  await waitFor(() => expect(window.location.search).toContain('compare=1'))
  expect(screen.queryByRole('dialog', { name: /^best kettle, 2026-03-24/ })).toBeNull()
})

it('a double click on a result opens its stories once, and they stay until the next click', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/stats/1', {
    body: {
      stat_id: 1,
      keyword_id: 5,
      created_at: '2026-03-24',
      publisher: 'Open Kitchen',
      is_winning: true,
      parsed_data: { title: 'Kettles of ours', publishedDate: null, fullArticleUrl: null, items: [] },
    },
  })
  openAs(server, 'opm', '/reports/winners')
  const result = within(await matrix()).getByRole('button', { name: 'best kettle, 2026-03-24: won' })
  await user.dblClick(result)
  expect(await screen.findByRole('heading', { name: 'Kettles of ours' })).toBeInTheDocument()
  expect(result).toHaveAttribute('aria-expanded', 'true')
  expect(server.sent('GET /api/stats/1')).toHaveLength(1)
  await user.click(result)
  await waitFor(() => expect(result).toHaveAttribute('aria-expanded', 'false'))
})

it('a report without a match for its filters says so, and offers to clear them', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/stats/content-surfaces', ({ search }) => ({
    body: search.includes('tags')
      ? { days: DAYS, series: [], overall: DAYS.map(() => null), outings: [] }
      : {
          days: DAYS,
          series: [{ publisher: 'Open Kitchen', is_ours: true, values: DAYS.map(() => 3) }],
          overall: DAYS.map(() => 3),
          outings: [],
        },
  }))
  openAs(server, 'opm', '/reports/surfaces?tag[]=99999&range=90')
  expect(await screen.findByText('No tracked keywords match these filters.')).toBeInTheDocument()
  expect(screen.queryByText('No data for these days.')).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Clear Filters' }).at(-1) ?? document.body)
  expect(await screen.findByRole('table', { name: 'Keywords held, latest day' })).toBeInTheDocument()
})

it.each([
  ['winners', 'Keyword Winners', 'keyword-winners', 'Keyword Winners could not be searched.'],
  ['surfaces', 'Content Surfaces', 'content-surfaces', 'There was a problem loading the graph data.'],
])('%s that could not be read again stay, marked as outdated', async (report, title, path, words) => {
  const surfaces = {
    days: DAYS,
    series: [{ publisher: 'Open Kitchen', is_ours: true, values: DAYS.map(() => 3) }],
    overall: DAYS.map(() => 3),
    outings: [],
  }
  server.answer('GET /api/stats/content-surfaces', { body: surfaces })
  openAs(server, 'opm', `/reports/${report}`)
  const shown = () => screen.findByRole(report === 'winners' ? 'grid' : 'table')
  await shown()
  server.answer(`GET /api/stats/${path}`, NOT_TODAY)
  const user = userEvent.setup()
  // Data older than a minute is fetched again.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  for (const name of ['Products OOS', title]) {
    await user.click(screen.getByRole('link', { name }))
    await waitFor(() => expect(screen.getByRole('link', { name })).toHaveAttribute('aria-current', 'page'))
  }
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(await shown()).toBeInTheDocument()
})

it('sites that cannot be read are named as reports name them [D139]', async () => {
  server.answer('GET /api/sites', NOT_TODAY)
  openAs(server, 'opm', '/reports/winners')
  expect(await screen.findByText('Sites could not be searched.')).toBeInTheDocument()
})

it('tags that cannot be read are named as the specification does [REP-052]', async () => {
  for (const path of ['tags', 'keywords/tags']) server.answer(`GET /api/${path}`, NOT_TODAY)
  openAs(server, 'qa', '/reports/winners')
  expect(await screen.findByText('Tags could not be searched.')).toBeInTheDocument()
})

it('surfaces that cannot be read say so, and can be retried', async () => {
  server.answer('GET /api/stats/content-surfaces', NOT_TODAY)
  openAs(server, 'qa', '/reports/surfaces')
  expect(await screen.findByText('There was a problem loading the graph data.')).toBeInTheDocument()
  server.answer('GET /api/stats/content-surfaces', {
    body: {
      days: DAYS,
      series: [{ publisher: 'Open Kitchen', is_ours: true, values: DAYS.map(() => 3) }],
      overall: DAYS.map(() => 3),
      outings: [],
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('table', { name: 'Keywords held, latest day' })).toBeInTheDocument()
})

it('range, query and tags are in the address and the request, and are cleared together [REP-005] [REP-012] [REP-013]', async () => {
  const asked = () =>
    Object.fromEntries(new URLSearchParams(server.sent('GET /api/stats/keyword-winners').at(-1)?.search))
  openAs(server, 'opm', '/reports/winners?range=90&query=best&tag[]=3&tag[]=4')
  await matrix()
  expect(asked()).toMatchObject({ dateRange: '90', query: 'best', 'tags[0]': '3', 'tags[1]': '4' })
  await userEvent.click(screen.getByText('30 days'))
  await waitFor(() => expect(new URLSearchParams(location.search).get('range')).toBe('30'))
  await waitFor(() => expect(asked()).toMatchObject({ dateRange: '30' }))
  expect(new URLSearchParams(location.search).getAll('tag[]')).toEqual(['3', '4'])
  await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }))
  await waitFor(() => expect(location.search).not.toMatch(/range|query|tag/))
  expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull()
  await waitFor(() => expect(asked()).not.toHaveProperty('query'))
})

it('Keyword Winners can be sorted by its headers, and ignores invalid values in its address', async () => {
  const asked = () =>
    Object.fromEntries(new URLSearchParams(server.sent('GET /api/stats/keyword-winners').at(-1)?.search))
  openAs(server, 'opm', '/reports/winners?range=31&page=-1&sort=price&sortOrder=up&site=x&tag[]=y')
  const head = within(await matrix()).getByRole('columnheader', { name: 'Keyword' })
  const atRest = asked()
  expect(atRest).toMatchObject({ dateRange: '7', offset: '0', limit: '10' })
  expect(Object.keys(atRest)).not.toContain('siteFilter[0]')
  for (const sortOrder of ['asc', 'desc']) {
    await userEvent.click(within(head).getByRole('button'))
    await waitFor(() => expect(asked()).toMatchObject({ sort: 'keyword', sortOrder }))
  }
  expect(head).toHaveAttribute('aria-sort', 'descending')
})

it('each day of Keyword Winners that has results has a CSV link [REP-020]', async () => {
  const file = 'GET /api/stats/share-of-voice-analysis.csv'
  server.answer('GET /api/stats/has-share-of-voice-report', { body: { ...filesOf(7), '2026-03-30': false } })
  server.answer(file, NOT_TODAY)
  openAs(server, 'opm', '/reports/winners')
  expect(await screen.findByRole('button', { name: 'CSV of 2026-03-30' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'CSV of 2026-03-29' }))
  await waitFor(() => expect(server.sent(file).map(({ search }) => search)).toEqual(['?date=2026-03-29']))
})

it.each([
  ['Raw Export', 'keyword-winners-raw', 'REP-031', 'REP-033', 'REP-048'],
  ['Keyword Winners Export', 'keyword-winners-report', 'REP-032', 'REP-034', 'REP-049'],
])(
  "'Export Report' offers %s, which a dialog prepares with POST %s and then downloads [REP-030] [%s] [%s] [%s]",
  async (title, path) => {
    const job = { exportId: 'a'.repeat(32), name: 'report.csv', error: null }
    server.answer(`POST /api/stats/${path}`, { status: 202, body: { ...job, status: 'IDLE', url: null } })
    server.answer(`GET /api/export/${job.exportId}`, {
      body: { ...job, status: 'FINISHED', url: `/api/export/${job.exportId}/file` },
    })
    openAs(server, 'opm', '/reports/winners?range=30&query=air+fryer&sort=keyword&sortOrder=asc')
    await userEvent.click(await screen.findByRole('button', { name: 'Export Report' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: title }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(await dialog.findByRole('button', { name: 'Start' }))
    expect(await screen.findByText('The file is ready.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Download report.csv' })).toBeVisible()
    expect(server.sent(`POST /api/stats/${path}`).map(({ json }) => json)).toEqual([
      { sort: 'keyword', sortOrder: 'asc', dateRange: 30, query: 'air fryer' },
    ])
  },
)

it('Keyword Winners begins with how many keywords we hold and what moved, unless it is filtered', async () => {
  const counts = { tracked: 60, held: 20, collected: 60, lost: 3, won: 2 }
  server.answer('GET /api/keywords/moves', {
    body: { ...counts, since: '2026-03-01', visited_at: null, articles: null, collecting: null },
  })
  const { unmount } = openAs(server, 'opm', '/reports/winners')
  const note = within(await screen.findByRole('region', { name: 'What changed' }))
  expect(note.getByRole('heading')).toHaveTextContent(/^We hold 20 of 60 keywords, 1 fewer than on /)
  expect(note.getByRole('link', { name: '3 lost' })).toHaveAttribute(
    'href',
    '/keywords?tracked=true&sort=moved&lostSince=2026-03-01',
  )
  unmount()
  openAs(server, 'opm', '/reports/winners?query=kettle')
  await matrix()
  expect(screen.queryByRole('region', { name: 'What changed' })).toBeNull()
})
