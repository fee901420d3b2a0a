import './content-tracker-screen.tsx'
import '../exports/export-dialog.tsx'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ContentRow, TaskRow } from '#shared/features/content-tracker/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'
import { FlagsCell } from './flags-cell.tsx'

const row = (over: Partial<ContentRow> = {}): ContentRow => ({
  POST_ID: '7',
  SITE: 'hs',
  POST_TITLE: 'Best Vacuums',
  POST_DATE: '2026-03-01',
  PERMALINK: 'https://hs.example/vacuums',
  ARTICLE_URL: null,
  PRODUCT_LIST: ['B0AAAAAAA1', 'B0AAAAAAA2'],
  EARNINGS: 6214.4,
  CLICKS: 1234,
  CLICKS_UNTIL: new Date().toISOString().slice(0, 10),
  FLAGS: ['EARNINGS_DROP', 'PRICE_CHECK'],
  CHANGE: -0.314,
  WEEKS: [1, 2, 3],
  REFRESH: 72,
  REASONS: [
    { kind: 'earnings', points: 47, text: 'The last four weeks earned less' },
    { kind: 'stock', points: 25, text: '2 of 2 products are out of stock' },
  ],
  RENEWS: 'article',
  UPDATE: null,
  ...over,
})
const task = (over: Partial<TaskRow> = {}): TaskRow => ({
  title: 'Best Vacuums',
  site: 'hs',
  postId: '7',
  status: 'In update',
  url: '/board/task/11',
  priority: 'High',
  notes: 'Swap the top pick.',
  notice: null,
  ...over,
})
const FLAGS = ['ALL', 'EARNINGS_DROP', 'OUT_OF_STOCK', 'STALE_180D', 'NO_KEYWORD', 'NONE'].map(
  (FLAG, index) => ({
    FLAG,
    POSTS: index + 1,
    EARNINGS: 1000 * (index + 1),
    LOST: 10 * (index + 1),
  }),
)
const WEEKS = [
  { WEEK_START_DATE: '2025-11-17', EARNINGS: 5 },
  { WEEK_START_DATE: '2026-11-16', EARNINGS: 10 },
]

let server: Loopback
let rows: ContentRow[]
let tasks: TaskRow[]
beforeEach(async () => {
  rows = [row()]
  tasks = [task()]
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/alert-rules', { body: [] })
  server.answer('GET /api/sites', {
    body: [
      {
        site_id: 1,
        code: 'hs',
        display_name: 'Hearthside',
        normalized_name: 'hearthside',
        logo_url: '/l.png',
        url: 'https://hs.example',
      },
    ],
  })
  server.answer('GET /api/saved-views', { body: [] })
  server.answer('GET /api/warehouse', { body: { warehouse: null } })
  server.answer('GET /api/snowflake/overview', { body: { weeks: WEEKS, flags: FLAGS } })
  server.answer('GET /api/snowflake/content', () => ({ body: { pageInfo: { total: 41 }, edges: rows } }))
  server.answer('POST /api/articles/asana-statuses', () => ({ body: tasks }))
  server.answer('GET /api/snowflake/products', {
    body: [
      {
        IMAGE_URL: '/a.jpg',
        AWARD: 'Best Overall',
        ASIN: 'B0AAAAAAA1',
        NAME: 'Glide',
        REVENUE: 12.5,
        COMMISSION: null,
        AVAILABILITY: 'Now',
        RAW_AVAILABILITY: 'IN_STOCK',
      },
      {
        IMAGE_URL: null,
        AWARD: '',
        ASIN: 'B0AAAAAAA2',
        NAME: 'Pebble',
        REVENUE: null,
        COMMISSION: { category: 'Kitchen', percent: 4.5, per_sale: 2.25 },
        AVAILABILITY: null,
        RAW_AVAILABILITY: 'NOT_SCANNED',
      },
    ],
  })
  server.answer('GET /api/snowflake/article-revenue', { body: { history: WEEKS, notice: null } })
  server.answer('GET /api/content-tracker/moves', { body: { moves: [], outages: [] } })
})
afterEach(() => {
  vi.useRealTimers()
  return server.close()
})

const content = () => server.sent('GET /api/snowflake/content')
const lastAsked = () => Object.fromEntries(new URLSearchParams(content().at(-1)?.search))
const openRow = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click((await screen.findAllByRole('button', { name: 'Show details' }))[0] ?? document.body)
  return within(await screen.findByRole('region', { name: 'Details of Best Vacuums' }))
}

it('the tracker is named, begins with who earns most, and shows what it is answered [TRACK-001] [TRACK-011] [TRACK-043]', async () => {
  openAs(server, 'opm', '/content-tracker')
  expect(await screen.findByRole('heading', { level: 1, name: 'Content Tracker' })).toBeInTheDocument()
  const cells = within(within(await screen.findByRole('table')).getAllByRole('row')[1] ?? document.body)
  expect(cells.getByText('Best Vacuums')).toBeInTheDocument()
  expect(cells.getByText('$6,214.40')).toBeInTheDocument()
  expect(lastAsked()).toEqual({ sort: 'EARNINGS', sortOrder: 'desc', page: '1' })
})

it('a row shows its flags in words, and one that nobody knows as it comes [TRACK-009]', async () => {
  openAs(server, 'opm', '/content-tracker')
  const cells = within(within(await screen.findByRole('table')).getAllByRole('row')[1] ?? document.body)
  expect(cells.getByText('Earnings drop')).toBeInTheDocument()
  expect(cells.getByText('PRICE_CHECK')).toBeInTheDocument()
})

it('of more than two flags the rest is counted, and named for those who look', async () => {
  const flags = ['OUT_OF_STOCK', 'EARNINGS_DROP', 'STALE_180D', 'NO_KEYWORD']
  render(<FlagsCell flags={flags} />)
  expect(screen.getByText('Earnings drop')).toBeInTheDocument()
  expect(screen.getByText('+2')).toBeInTheDocument()
  expect(screen.getByTitle(/^Stale.*, No keyword$/)).toHaveTextContent('and Stale')
})

it('posts are looked for by title and by site, and go back to the first page [TRACK-002] [TRACK-003]', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/content-tracker?page=2')
  await user.type(await screen.findByRole('textbox', { name: 'Search by article title' }), 'vac{Enter}')
  await waitFor(() => expect(lastAsked()).toMatchObject({ title: 'vac', page: '1' }))
  await user.click(screen.getByRole('combobox', { name: 'Site' }))
  await user.click(await screen.findByText('Hearthside'))
  await waitFor(() => expect(lastAsked()).toMatchObject({ title: 'vac', site: 'hs', page: '1' }))
})

it('a flag of the strip leaves the other posts out, and lets them back', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/content-tracker')
  const drop = await screen.findByRole('button', { name: /Earnings drop.*2 posts.*−\$20/ })
  await user.click(drop)
  await waitFor(() => expect(lastAsked()).toMatchObject({ flag: 'EARNINGS_DROP' }))
  expect(drop).toHaveAttribute('aria-pressed', 'true')
  await user.click(drop)
  await waitFor(() => expect(drop).toHaveAttribute('aria-pressed', 'false'))
  expect(new URLSearchParams(window.location.search).has('flag')).toBe(false)
})

it.each([
  ['High', 'good', 'TRACK-017'],
  ['Medium', 'warn', 'TRACK-018'],
  ['Low', 'bad', 'TRACK-019'],
  ['Whenever', 'bad', 'TRACK-019'],
])('a task of level %s is shown with that word, in %s [%s]', async (priority, tone) => {
  tasks = [task({ priority })]
  openAs(server, 'opm', '/content-tracker')
  expect(await screen.findByText(priority)).toHaveClass('badge', tone)
  expect(screen.getByText('In update')).toBeInTheDocument()
})

it('tasks are asked for all rows in one call, titles that repeat by their posts', async () => {
  rows = [row(), row({ SITE: 'ok', POST_ID: '9' })]
  tasks = [task(), task({ status: null, url: null, priority: null, notes: null })]
  openAs(server, 'opm', '/content-tracker')
  await screen.findByText('In update')
  expect(server.sent('POST /api/articles/asana-statuses').map(({ json }) => json)).toEqual([
    { articleTitles: ['Best Vacuums', 'Best Vacuums'], posts: ['hs/7', 'ok/9'] },
  ])
})

it('shows clicks beside earnings, with their age where that is old, and none where nobody knows', async () => {
  rows = [
    row(),
    row({ POST_ID: '8', POST_TITLE: 'Old', CLICKS: 55, CLICKS_UNTIL: '2026-01-01' }),
    row({ POST_ID: '9', POST_TITLE: 'Unknown', CLICKS: null, CLICKS_UNTIL: null }),
  ]
  openAs(server, 'opm', '/content-tracker')
  const lineOf = async (title: string) =>
    within((await screen.findByText(title)).closest('tr') ?? document.body)
  expect((await lineOf('Best Vacuums')).getByText('1,234')).toBeTruthy()
  expect((await lineOf('Best Vacuums')).queryByText(/old$/)).toBeNull()
  expect((await lineOf('Old')).getByText('55')).toBeTruthy()
  expect((await lineOf('Old')).getByText(/^\d+ days old$/)).toBeTruthy()
  expect((await lineOf('Unknown')).getByTitle(/^Nobody knows/)).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: /Clicks 30 d/ })).toBeTruthy()
})

describe('an open row', () => {
  it('shows products, earnings or notes, one at a time [TRACK-005] [TRACK-006] [TRACK-007] [TRACK-008]', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/content-tracker')
    const panel = await openRow(user)
    const products = await panel.findByRole('table', { name: 'Products of Best Vacuums' })
    expect(within(products).getAllByRole('row')).toHaveLength(3)
    await user.click(panel.getByRole('tab', { name: 'Earnings history' }))
    expect(await panel.findByRole('img', { name: /^Earnings per week of Best Vacuums/ })).toBeInTheDocument()
    expect(panel.queryByRole('table', { name: 'Products of Best Vacuums' })).toBeNull()
    await user.click(panel.getByRole('tab', { name: 'Notes' }))
    expect(await panel.findByText('Swap the top pick.')).toBeInTheDocument()
    expect(panel.queryByRole('img', { name: /^Earnings per week/ })).toBeNull()
    expect(new URLSearchParams(window.location.search).get('tab')).toBe('notes')
  })

  it('says Now of what can be bought, and of what nobody could verify neither that nor that it is sold out [TRACK-021]', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/content-tracker')
    const panel = await openRow(user)
    expect(await panel.findByText('Now')).toHaveClass('good')
    expect(panel.getByText('could not verify')).toHaveClass('hollow')
  })

  it('whose products or earnings cannot be read says so, and asks again', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/snowflake/products', { status: 400, body: { message: 'Not today.' } })
    server.answer('GET /api/snowflake/article-revenue', { status: 400, body: { message: 'Not today.' } })
    openAs(server, 'opm', '/content-tracker?post=hs%2F7')
    const panel = within(await screen.findByRole('region', { name: 'Details of Best Vacuums' }))
    expect(await panel.findByText('There was a problem loading the product data.')).toBeInTheDocument()
    server.answer('GET /api/snowflake/products', { body: [] })
    await user.click(panel.getByRole('button', { name: 'Retry' }))
    expect(await panel.findByText('This post recommends no product.')).toBeInTheDocument()
    await user.click(panel.getByRole('tab', { name: 'Earnings history' }))
    expect(await panel.findByText('There was a problem loading the graph data.')).toBeInTheDocument()
  })

  it('says why nothing is known of its earnings, and that it has no task', async () => {
    const user = userEvent.setup()
    tasks = [task({ status: null, url: null, priority: null, notes: null })]
    server.answer('GET /api/snowflake/article-revenue', {
      body: { history: null, notice: 'Several posts have this title.' },
    })
    openAs(server, 'opm', '/content-tracker?post=hs%2F7&tab=earnings')
    const panel = within(await screen.findByRole('region', { name: 'Details of Best Vacuums' }))
    expect(await panel.findByText('Several posts have this title.')).toBeInTheDocument()
    await user.click(panel.getByRole('tab', { name: 'Notes' }))
    expect(await panel.findByText('No task')).toBeInTheDocument()
  })
})

describe('the CSV Export', () => {
  const job = (over: object) => ({
    exportId: 'a'.repeat(32),
    status: 'IDLE',
    url: null,
    name: 'content-tracker.csv',
    error: null,
    ...over,
  })
  const begin = async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/content-tracker?site=hs')
    await user.click(await screen.findByRole('button', { name: 'CSV Export' }))
    await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Start' }))
    return user
  }

  it('is started with the filters of the list, asked after every 3 seconds, and ends with a link [TRACK-004] [TRACK-025] [TRACK-026] [TRACK-027] [TRACK-028] [TRACK-029] [TRACK-030] [TRACK-042]', async () => {
    server.answer('GET /api/articles/content-tracker.csv', { status: 202, body: job({}) })
    const path = `GET /api/export/${'a'.repeat(32)}`
    const askedAt: number[] = []
    const answer = (over: object) =>
      server.answer(path, () => {
        askedAt.push(Date.now())
        return { body: job(over) }
      })
    answer({})
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = await begin()
    await waitFor(() => expect(server.sent('GET /api/articles/content-tracker.csv')).toHaveLength(1))
    expect(
      Object.fromEntries(
        new URLSearchParams(server.sent('GET /api/articles/content-tracker.csv')[0]?.search),
      ),
    ).toEqual({ site: 'hs', sort: 'EARNINGS', sortOrder: 'desc', page: '1' })
    expect(await screen.findByText('Preparing the export …')).toBeInTheDocument()
    await waitFor(() => expect(server.sent(path)).toHaveLength(1))
    answer({ status: 'IN_PROGRESS' })
    await vi.advanceTimersByTimeAsync(3000)
    expect(await screen.findByText('Exporting …')).toBeInTheDocument()
    answer({ status: 'FINISHED', url: '/api/export/a/file' })
    await vi.advanceTimersByTimeAsync(3000)
    expect(await screen.findByRole('button', { name: 'Download content-tracker.csv' })).toBeInTheDocument()
    const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? at))
    expect(pauses.length).toBeGreaterThanOrEqual(2)
    expect(pauses.filter((pause) => pause < 2900)).toEqual([])
    const asked = server.sent(path).length
    await vi.advanceTimersByTimeAsync(9000)
    expect(server.sent(path)).toHaveLength(asked)
    expect(user).toBeDefined()
  })

  it('that is not there after ten minutes is not waited for any longer', async () => {
    server.answer('GET /api/articles/content-tracker.csv', { status: 202, body: job({}) })
    const path = `GET /api/export/${'a'.repeat(32)}`
    server.answer(path, { body: job({ status: 'IN_PROGRESS' }) })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await begin()
    expect(await screen.findByText('Exporting …')).toBeInTheDocument()
    vi.setSystemTime(Date.now() + 600_000)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await screen.findByText(/still being made after ten minutes/)).toBeInTheDocument()
    const asked = server.sent(path).length
    await vi.advanceTimersByTimeAsync(9000)
    expect(server.sent(path)).toHaveLength(asked)
  })

  it('is found again by whoever has closed it or left, and can be made anew', async () => {
    server.answer('GET /api/articles/content-tracker.csv', { status: 202, body: job({}) })
    const path = `GET /api/export/${'a'.repeat(32)}`
    server.answer(path, { body: job({ status: 'IN_PROGRESS' }) })
    const user = await begin()
    expect(await screen.findByText(/Exporting …/)).toBeInTheDocument()
    await user.keyboard('{Escape}')
    server.answer(path, { body: job({ status: 'FINISHED', url: '/api/export/a/file' }) })
    await user.click(screen.getByRole('button', { name: 'CSV Export' }))
    expect(await screen.findByRole('button', { name: 'Download content-tracker.csv' })).toBeInTheDocument()
    expect(server.sent('GET /api/articles/content-tracker.csv')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Start anew' }))
    await waitFor(() => expect(server.sent('GET /api/articles/content-tracker.csv')).toHaveLength(2))
  })

  it('that the server knows no more begins anew', async () => {
    const request = { sort: 'EARNINGS', sortOrder: 'desc' }
    localStorage.setItem(
      `copydesk.exports.${person('opm').id}`,
      JSON.stringify({
        [`CSV Export\u001f${JSON.stringify(request)}`]: { id: 'b'.repeat(32), begunAt: Date.now() - 60_000 },
      }),
    )
    const path = `GET /api/export/${'b'.repeat(32)}`
    server.answer(path, { status: 404, body: { message: 'There is no such export.' } })
    openAs(server, 'opm', '/content-tracker?export=1')
    expect(await screen.findByRole('button', { name: 'Start' })).toBeInTheDocument()
    expect(server.sent(path)).toHaveLength(1)
  })

  it('that fails says why, and is not asked after any more', async () => {
    server.answer('GET /api/articles/content-tracker.csv', { status: 202, body: job({}) })
    const path = `GET /api/export/${'a'.repeat(32)}`
    server.answer(path, { body: job({ status: 'FAILED', error: 'It took too long. Please try again.' }) })
    await begin()
    expect(await screen.findByText(/It took too long/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })
})

it('posts that cannot be read say so, and none that fit say that', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/snowflake/content', { status: 400, body: { message: 'Not today.' } })
  openAs(server, 'opm', '/content-tracker')
  expect(await screen.findByText('Posts could not be searched.')).toBeInTheDocument()
  server.answer('GET /api/snowflake/content', { body: { pageInfo: { total: 0 }, edges: [] } })
  await user.type(screen.getByRole('textbox', { name: 'Search by article title' }), 'zzz{Enter}')
  expect(await screen.findByText('No post fits these filters.')).toBeInTheDocument()
})
