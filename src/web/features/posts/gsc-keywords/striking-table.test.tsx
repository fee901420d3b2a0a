import './gsc-keywords-screen.tsx'
import '../../articles/comparison/comparison-dialog.tsx'
import '../../ground/exports/export-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browser } from '#web/testing/browser.ts'
import { KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/gsc-keywords/', {
    body: { nodes: [], totalCount: 0, ignored: 0, until: null, missing: 0 },
  })
})
afterEach(() => server.close())

it('striking distance shows its potential for the period and per month, and for each query its position and its likely obstacle', async () => {
  server.answer('GET /api/gsc-keywords/striking-distance', {
    body: {
      totalCount: 30,
      ...{ to_be_had: 6000, worth: 8310.4, valued: 12 },
      nodes: [
        {
          query: 'best office chair for back pain',
          clicks: 1190,
          impressions: 70_220,
          position: 9.1,
          post_id: '11',
          site_code: 'hs',
          site_id: 1,
          task: null,
          post_title: 'Guide 11',
          permalink: null,
          top_clicks: 2890,
          to_be_had: 1700,
          worth: 1240.4,
          held_back_by: 'title lacks “back pain”',
          compare: null,
          before: { clicks: 900, impressions: 60_000, position: 11.4 },
        },
      ],
    },
  })
  openAs(server, 'opm', '/gsc-keywords?tab=striking')
  const row = (await screen.findByText('best office chair for back pain')).closest('tr')
  const line = within(row ?? document.body)
  expect(line.getByText('Guide 11')).toBeTruthy()
  expect(line.getByText('9.1')).toBeTruthy()
  expect(line.getByText('2,890')).toBeTruthy()
  expect(line.getByText('11.4 before')).toBeTruthy()
  expect(line.getByText('900 before')).toBeTruthy()
  // The range, and how the clicks to be had are reckoned.
  expect(screen.getByText(/^Positions 4–20 with at least 1,000 impressions/)).toBeTruthy()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'How figures are calculated' }))
  expect(await screen.findByText(/our own click rate in the top 3/)).toBeTruthy()
  expect(screen.getByText(/× the post’s earnings per search click/)).toBeTruthy()
  expect(line.getByText('+1,700')).toBeTruthy()
  expect(line.getByText('title lacks “back pain”')).toBeTruthy()
  expect(line.getByText('$1,240.40')).toBeTruthy()
  expect(screen.getByText(/worth about \$8,310\.40 a month in the 12 with known earnings/)).toBeTruthy()
  // Nobody else is known to hold it.
  const compare = line.getByRole('button', { name: /^Compare Guide 11/ })
  expect(compare).toHaveAttribute('aria-disabled', 'true')
  expect(compare).toHaveAccessibleDescription(/^Nothing to compare/)
  const shown = () => screen.queryAllByText(/^Nothing to compare/).length
  expect(shown()).toBe(1)
  compare.focus()
  await waitFor(() => expect(shown()).toBe(2))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(shown()).toBe(1))
  // A touch asks, and opens nothing.
  await user.click(compare)
  await waitFor(() => expect(shown()).toBe(2))
  expect(window.location.search).not.toContain('compare')
  // Nothing is chosen yet.
  const make = screen.getByRole('button', { name: 'Create tasks' })
  expect(make).toHaveAttribute('aria-disabled', 'true')
  expect(make).toHaveAccessibleDescription('Select queries first')
  make.focus()
  await waitFor(() => expect(screen.getAllByText('Select queries first')).toHaveLength(2))
  // 6,000 in 90 days.
  expect(screen.getByText('+6,000 clicks')).toBeTruthy()
  expect(
    screen.getByText(/in 90 days if these 30 queries reached the top three.*about 2,000 a month/),
  ).toBeTruthy()
  expect(screen.getByText('1–25 of 30')).toBeTruthy()
  server.answer('POST /api/search-tasks', {
    status: 202,
    body: [
      {
        post_id: '11',
        site_id: 1,
        query: 'best office chair for back pain',
        error: null,
        task: {
          search_task_id: 5,
          aim: 'climb',
          state: 'done',
          url: '/board/task/9',
          error: null,
          by: null,
          created_at: '2026-11-20T09:00:00Z',
        },
      },
    ],
  })
  await user.click(line.getByRole('checkbox'))
  await user.click(screen.getByRole('button', { name: 'Create 1 task' }))
  // What is a task leads to it, and cannot be chosen again.
  expect(await line.findByRole('link', { name: 'Task about Guide 11: Move into the top three' })).toBeTruthy()
  expect(line.getByRole('checkbox')).toHaveProperty('disabled', true)
  // Nothing is chosen any more, and whoever pressed it is still there.
  expect(await screen.findByRole('button', { name: 'Create tasks' })).toHaveFocus()
  expect(server.sent('POST /api/search-tasks')[0]?.json).toEqual({
    period: 90,
    tasks: [{ post_id: '11', site_id: 1, query: 'best office chair for back pain', aim: 'climb' }],
  })
  const [asked] = server.sent('GET /api/gsc-keywords/striking-distance')
  expect(Object.fromEntries(new URLSearchParams(asked?.search))).toEqual({ page: '1', period: '90' })
})

it('a post is compared with the last holder of its query, by its own text and not by that of another of our posts', async () => {
  const story = (title: string, url: string) => ({
    title,
    url,
    image: null,
    writer: null,
    writerIcon: null,
    updatedAt: null,
    heroText: 'Hello.',
    products: [],
    keywords: [],
    content: title === 'Theirs' ? [{ type: 'h2', value: 'How we tested' }] : [],
  })
  const row = {
    clicks: 1190,
    impressions: 70_220,
    position: 9.1,
    site_code: 'hs',
    site_id: 1,
    task: null,
    top_clicks: 2890,
    to_be_had: 1700,
    worth: null,
    held_back_by: 'not in the top three',
    compare: { stat_id: 7, keyword: 'office chair' },
    before: null,
  }
  const rows = ['11', '12'].map((id) => ({
    ...row,
    query: 'office chair',
    post_id: id,
    post_title: `Guide ${id}`,
    permalink: `https://hs.example/${id}`,
  }))
  server.answer('GET /api/gsc-keywords/striking-distance', {
    body: { nodes: rows, totalCount: 2, to_be_had: 3400, worth: 0, valued: 0 },
  })
  server.answer('GET /api/sites', {
    body: [{ site_id: 1, code: 'hs', display_name: 'Hearthside', logo_url: '/images/h.png' }],
  })
  server.answer('GET /api/stats/7', {
    body: {
      stat_id: 7,
      keyword_id: 3,
      created_at: '2026-11-20',
      publisher: 'Nookwise',
      is_winning: false,
      parsed_data: { title: 'Theirs', publishedDate: null, fullArticleUrl: '/stories/theirs', items: [] },
    },
  })
  server.answer('GET /api/comparison/excluded-words', { body: [] })
  server.answer('GET /api/keywords/3', { body: { ...KEYWORD, keyword_id: 3, keyword: 'office chair' } })
  server.answer('POST /api/comparison/updates', {
    status: 409,
    body: { message: 'An update of this post is already in progress.', details: { article_id: 9 } },
  })
  server.answer('PATCH /api/comparison/scan', ({ json }) => {
    const { url } = json as { url: string }
    return { body: story(url.includes('theirs') ? 'Theirs' : 'Guide 12 as it stands', url) }
  })
  const user = userEvent.setup()
  openAs(server, 'opm', '/gsc-keywords?tab=striking')
  await user.click(await screen.findByRole('button', { name: 'Compare Guide 12 for “office chair”' }))
  expect(await screen.findByText('Guide 12 as it stands', { selector: 'a' })).toBeInTheDocument()
  expect(screen.getByText('Theirs', { selector: 'a' })).toBeInTheDocument()
  expect(screen.queryByText(/couldn’t read/)).toBeNull()
  expect(within(screen.getByRole('dialog')).getAllByText(/Hearthside/).length).toBeGreaterThan(0)
  expect(server.sent('PATCH /api/comparison/scan').map(({ json }) => json)).toEqual(
    expect.arrayContaining([{ url: '/stories/theirs' }, { url: 'https://hs.example/12' }]),
  )
  await user.click(screen.getByRole('button', { name: 'Tick all' }))
  await user.click(screen.getByRole('button', { name: 'Create update' }))
  expect(await screen.findByText('An update of this post is already in progress.')).toBeVisible()
  // Which post it is, so that what it recommends is in the update.
  expect(server.sent('POST /api/comparison/updates')[0]?.json).toMatchObject({
    site_id: 1,
    post: { site: 'hs', post_id: '12' },
  })
})

it.each([
  ['Hearthside', true],
  ['Daily Tested', false],
])(
  'a post that cannot be read is replaced by the last article with which its own site held the keyword (%s: %s)',
  async (holder, isTheirs) => {
    server.answer('GET /api/sites', {
      body: [{ site_id: 1, code: 'hs', display_name: 'Hearthside', logo_url: '/images/h.png' }],
    })
    const story = (title: string, url: string) => ({
      ...{ title, url, image: null, writer: null, writerIcon: null, updatedAt: null, heroText: '' },
      ...{ products: [], keywords: [], content: [] },
    })
    const parsed = (title: string, url: string) => ({
      ...{ title, publishedDate: null, fullArticleUrl: url, items: [] },
    })
    server.answer('GET /api/gsc-keywords/striking-distance', {
      body: {
        totalCount: 1,
        ...{ to_be_had: 1700, worth: 0, valued: 0 },
        nodes: [
          {
            ...{ query: 'office chair', clicks: 1190, impressions: 70_220, position: 9.1, post_id: '11' },
            ...{ site_code: 'hs', site_id: 1, post_title: 'Guide 11', permalink: 'https://hs.example/11' },
            ...{ top_clicks: 2890, to_be_had: 1700, worth: null, held_back_by: 'not in the top three' },
            ...{ compare: { stat_id: 7, keyword: 'office chair' }, before: null, task: null },
          },
        ],
      },
    })
    const stat = { keyword_id: 3, created_at: '2026-11-20' }
    server.answer('GET /api/stats/7', {
      body: {
        ...{ ...stat, stat_id: 7, publisher: 'Nookwise', is_winning: false },
        parsed_data: parsed('Theirs', '/stories/theirs'),
      },
    })
    server.answer('GET /api/stats/find', {
      body: { stat_id: 8, publisher: holder, parsed_data: parsed('Ours', '/stories/ours') },
    })
    server.answer('GET /api/comparison/excluded-words', { body: [] })
    server.answer('PATCH /api/comparison/scan', ({ json }) => {
      const { url } = json as { url: string }
      return url.startsWith('https:')
        ? { status: 404, body: { message: 'Article Unavailable' } }
        : { body: story(url.includes('theirs') ? 'Theirs' : 'Ours as it was told', url) }
    })
    openAs(server, 'opm', '/gsc-keywords?tab=striking&compare=hs%2F11%2Foffice%20chair')
    const told = { selector: 'a' }
    if (isTheirs) {
      expect(await screen.findByText('Ours as it was told', told)).toBeInTheDocument()
      expect(screen.getByText(/^We couldn’t read this post’s page/)).toBeInTheDocument()
      return
    }
    expect((await screen.findAllByText('Article Unavailable')).length).toBeGreaterThan(0)
    await waitFor(() => expect(server.sent('GET /api/stats/find')).toHaveLength(1))
    expect(screen.queryByText('Ours as it was told', told)).toBeNull()
    expect(screen.queryByText(/^We couldn’t read this post’s page/)).toBeNull()
  },
)

it('striking distance is exported as a file with its filters and its period', async () => {
  server.answer('GET /api/gsc-keywords/striking-distance', {
    body: { nodes: [], totalCount: 0, to_be_had: 0, worth: 0, valued: 0 },
  })
  const FILE = 'GET /api/gsc-keywords/striking-distance.csv'
  server.answer(FILE, { status: 400, body: { message: 'No file today' } })
  const user = userEvent.setup()
  openAs(server, 'opm', '/gsc-keywords?tab=striking&period=30&query=chair')
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('button', { name: 'Start' }))
  expect(await dialog.findByText('No file today')).toBeTruthy()
  const [asked] = server.sent(FILE)
  expect(Object.fromEntries(new URLSearchParams(asked?.search))).toEqual({ period: '30', query: 'chair' })
})

it('a phone, whose cards have no ruler, shows no note about one', async () => {
  browser().setViewport({ width: 390, height: 900 })
  server.answer('GET /api/gsc-keywords/striking-distance', {
    body: { nodes: [], totalCount: 0, to_be_had: 0, worth: 0, valued: 0 },
  })
  openAs(server, 'opm', '/gsc-keywords?tab=striking')
  expect(await screen.findByRole('button', { name: 'How figures are calculated' })).toBeVisible()
  expect(screen.queryByText(/page two begins/)).toBeNull()
})

it('with little space the position is only a number, so that the last column stays visible', async () => {
  browser().setViewport({ width: 1048, height: 900 })
  server.answer('GET /api/gsc-keywords/striking-distance', {
    body: { nodes: [], totalCount: 0, to_be_had: 0, worth: 0, valued: 0 },
  })
  openAs(server, 'opm', '/gsc-keywords?tab=striking')
  expect(await screen.findByRole('columnheader', { name: 'Position' })).toBeInTheDocument()
  expect(screen.queryByRole('columnheader', { name: '1 to 20' })).toBeNull()
  expect(screen.queryByRole('columnheader', { name: 'Impressions' })).toBeNull()
  expect(screen.queryByText(/page two begins/)).toBeNull()
})
