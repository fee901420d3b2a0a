import './content-tracker-screen.tsx'
import '../../ground/exports/export-dialog.tsx'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browser } from '#web/testing/browser.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { contentRow, openTracker, taskRow } from '#web/testing/tracker-list.ts'
import { FlagsCell } from './flags-cell.tsx'

let server: Loopback
let told: Awaited<ReturnType<typeof openTracker>>['told']
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  ;({ server, told } = await openTracker())
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

it('the tracker has its title, starts with the top earners, and shows the server’s rows [TRACK-001] [TRACK-011] [TRACK-043]', async () => {
  openAs(server, 'opm', '/content-tracker')
  expect(await screen.findByRole('heading', { level: 1, name: 'Content Tracker' })).toBeInTheDocument()
  const cells = within(within(await screen.findByRole('table')).getAllByRole('row')[1] ?? document.body)
  expect(cells.getByText('Best Vacuums')).toBeInTheDocument()
  expect(cells.getByText('$6,214.40')).toBeInTheDocument()
  expect(lastAsked()).toEqual({ sort: 'EARNINGS', sortOrder: 'desc', page: '1' })
})

it('a row shows its flags in words, and an unknown flag as it comes [TRACK-009]', async () => {
  openAs(server, 'opm', '/content-tracker')
  const cells = within(within(await screen.findByRole('table')).getAllByRole('row')[1] ?? document.body)
  expect(cells.getByText('Earnings drop')).toBeInTheDocument()
  expect(cells.getByText('PRICE_CHECK')).toBeInTheDocument()
})

it('a row with more than two flags counts the rest, and names them on hover', async () => {
  const flags = ['OUT_OF_STOCK', 'EARNINGS_DROP', 'STALE_180D', 'NO_KEYWORD']
  render(<FlagsCell flags={flags} />)
  expect(screen.getByText('Earnings drop')).toBeInTheDocument()
  expect(screen.getByText('+2')).toBeInTheDocument()
  expect(screen.getByTitle(/^Stale.*, No keyword$/)).toHaveTextContent('and Stale')
})

it('posts are searched by title and by site, starting again at the first page [TRACK-002] [TRACK-003]', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/content-tracker?page=2')
  await user.type(await screen.findByRole('textbox', { name: 'Search by article title' }), 'vac{Enter}')
  await waitFor(() => expect(lastAsked()).toMatchObject({ title: 'vac', page: '1' }))
  await user.click(screen.getByRole('combobox', { name: 'Site' }))
  await user.click(await screen.findByText('Hearthside'))
  await waitFor(() => expect(lastAsked()).toMatchObject({ title: 'vac', site: 'hs', page: '1' }))
})

it('posts are filtered and sorted by the status and the priority of their tasks', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/content-tracker?page=2')
  await user.click(await screen.findByRole('combobox', { name: 'Status' }))
  await user.click(await screen.findByTitle('Backlog'))
  await waitFor(() => expect(lastAsked()).toMatchObject({ status: 'Backlog', page: '1' }))
  await user.click(screen.getByRole('combobox', { name: 'Priority' }))
  await user.click(await screen.findByTitle('No priority'))
  await waitFor(() => expect(lastAsked()).toMatchObject({ status: 'Backlog', priority: 'NONE' }))
  await user.click(await screen.findByRole('columnheader', { name: 'Priority' }))
  await waitFor(() => expect(lastAsked()).toMatchObject({ sort: 'PRIORITY', status: 'Backlog' }))
})

it('a flag of the strip filters the posts, and removes the filter again', async () => {
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
  told.tasks = [taskRow({ priority })]
  openAs(server, 'opm', '/content-tracker')
  expect(await screen.findByText(priority)).toHaveClass('badge', tone)
  expect(screen.getByText('In update')).toBeInTheDocument()
})

it('a task that could not be looked up is unknown, and its post cannot get a second task', async () => {
  server.answer('POST /api/articles/asana-statuses', { status: 503, body: { message: 'Not now.' } })
  const user = userEvent.setup()
  openAs(server, 'opm', '/content-tracker')
  const panel = await openRow(user)
  await user.click(panel.getByRole('tab', { name: 'Notes' }))
  expect(await panel.findByText('The task of this post could not be loaded.')).toBeVisible()
  expect(screen.getAllByText('?', { selector: '[title="Not now."]' }).length).toBeGreaterThan(0)
  expect(panel.queryByText(/No task/)).toBeNull()
  server.answer('POST /api/articles/asana-statuses', { body: [taskRow()] })
  await user.click(panel.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(panel.queryByText(/could not be loaded/)).toBeNull())
})

it('tasks are requested for all rows in one call, repeated titles by their posts', async () => {
  told.rows = [contentRow(), contentRow({ SITE: 'ok', POST_ID: '9' })]
  told.tasks = [taskRow(), taskRow({ status: null, url: null, priority: null, notes: null })]
  openAs(server, 'opm', '/content-tracker')
  await screen.findByText('In update')
  expect(server.sent('POST /api/articles/asana-statuses').map(({ json }) => json)).toEqual([
    { articleTitles: ['Best Vacuums', 'Best Vacuums'], posts: ['hs/7', 'ok/9'] },
  ])
})

it('clicks are beside earnings, with their age if they are old, and empty if they are unknown', async () => {
  told.rows = [
    contentRow(),
    contentRow({ POST_ID: '8', POST_TITLE: 'Old', clicks: 55, clicks_until: '2026-01-01' }),
    contentRow({ POST_ID: '9', POST_TITLE: 'Unknown', clicks: null, clicks_until: null }),
  ]
  openAs(server, 'opm', '/content-tracker')
  const lineOf = async (title: string) =>
    within((await screen.findByText(title)).closest('tr') ?? document.body)
  expect((await lineOf('Best Vacuums')).getByText('1,234')).toBeTruthy()
  expect((await lineOf('Best Vacuums')).queryByText(/old$/)).toBeNull()
  expect((await lineOf('Old')).getByText('55')).toBeTruthy()
  expect((await lineOf('Old')).getByText(/^\d+ days old$/)).toBeTruthy()
  expect((await lineOf('Unknown')).getByTitle(/^No data: the site/)).toBeTruthy()
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

  it('shows Now for an available product, and neither that nor sold out for an unverified one [TRACK-021]', async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/content-tracker')
    const panel = await openRow(user)
    expect(await panel.findByText('Now')).toHaveClass('good')
    expect(panel.getByText('could not verify')).toHaveClass('hollow')
  })

  it('whose products or earnings cannot be read says so, and tries again', async () => {
    const user = userEvent.setup()
    server.answer('GET /api/snowflake/products', { status: 400, body: { message: 'Not today.' } })
    server.answer('GET /api/snowflake/article-revenue', { status: 400, body: { message: 'Not today.' } })
    openAs(server, 'opm', '/content-tracker?post=hs%2F7')
    const panel = within(await screen.findByRole('region', { name: 'Details of Best Vacuums' }))
    expect(await panel.findByText('There was a problem loading the product data.')).toBeInTheDocument()
    server.answer('GET /api/snowflake/products', { body: [] })
    await user.click(panel.getByRole('button', { name: 'Retry' }))
    expect(await panel.findByText('This post doesn’t recommend any products.')).toBeInTheDocument()
    await user.click(panel.getByRole('tab', { name: 'Earnings history' }))
    expect(await panel.findByText('There was a problem loading the graph data.')).toBeInTheDocument()
  })

  it('says why its earnings are unknown, and that it has no task', async () => {
    const user = userEvent.setup()
    told.tasks = [taskRow({ status: null, url: null, priority: null, notes: null })]
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

it('posts that cannot be read are reported as such, and so are filters without a match', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/snowflake/content', { status: 400, body: { message: 'Not today.' } })
  openAs(server, 'opm', '/content-tracker')
  expect(await screen.findByText('Posts could not be searched.')).toBeInTheDocument()
  server.answer('GET /api/snowflake/content', { body: { pageInfo: { total: 0 }, edges: [] } })
  await user.type(screen.getByRole('textbox', { name: 'Search by article title' }), 'zzz{Enter}')
  expect(await screen.findByText('No posts match these filters.')).toBeInTheDocument()
})

it('filters without a match show no figures, which would all be zero', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/content-tracker')
  expect(await screen.findByRole('region', { name: 'All posts' })).toBeVisible()
  const flags = [{ flag: 'ALL', posts: 0, earnings: 0, lost: 0 }]
  server.answer('GET /api/snowflake/overview', { body: { weeks: [], flags } })
  server.answer('GET /api/snowflake/content', { body: { pageInfo: { total: 0 }, edges: [] } })
  await user.type(screen.getByRole('textbox', { name: 'Search by article title' }), 'zzz{Enter}')
  expect(await screen.findByText('No posts match these filters.')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'All posts' })).toBeNull())
})

it.each([
  ['adm', 'Import posts', undefined],
  ['opm', undefined, 'Ask an administrator to import your posts.'],
] as const)('a tracker without posts tells %s how to get them', async (role, link, words) => {
  server.answer('GET /api/snowflake/content', { body: { pageInfo: { total: 0 }, edges: [] } })
  openAs(server, role, '/content-tracker')
  expect(await screen.findByRole('heading', { name: 'No posts yet' })).toBeInTheDocument()
  if (link) expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', '/sites')
  else expect(screen.queryByRole('link', { name: 'Import posts' })).toBeNull()
  if (words) expect(screen.getByText(words)).toBeInTheDocument()
})
