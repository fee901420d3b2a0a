import './gsc-keywords-screen.tsx'
import './rival-days-chart.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RivalPost } from '#shared/features/posts/rivalries/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const LIST = 'GET /api/gsc-keywords/cannibalisation'
const post = (POST_ID: string, over: Partial<RivalPost> = {}): RivalPost => ({
  post_id: POST_ID,
  site_code: 'hs',
  site_id: 1,
  post_title: `Guide ${POST_ID}`,
  post_keyword: 'robot vacuum',
  permalink: `https://hs.example/${POST_ID}`,
  article_id: null,
  earnings: 1040,
  clicks: 2140,
  impressions: 60_000,
  position: 5.2,
  advice: 'keep',
  other: null,
  now: null,
  task: null,
  ...over,
})
const OTHER = { QUERY: 'gifts for dog people', CLICKS: 70, IMPRESSIONS: 900, position: 4 }

let server: Loopback
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/gsc-keywords/', {
    body: { nodes: [], totalCount: 0, ignored: 0, until: null, missing: 0 },
  })
  server.answer(LIST, {
    body: {
      totalCount: 21,
      lost: 5700,
      nodes: [
        {
          query: 'robot vacuum',
          clicks: 2800,
          impressions: 96_400,
          strongest: 0.76,
          lost: 410,
          severity: 'high',
          left: null,
          posts: [
            post('11'),
            post('12', { advice: 'keyword', clicks: 610, position: 9.8, other: OTHER, earnings: null }),
            post('13', { advice: 'link', clicks: 50, other: OTHER, article_id: 7, post_keyword: 'vacuum' }),
          ],
        },
      ],
    },
  })
  const along = (shown: number[]) => ({ shown, positions: [5, null], clicks: [3, null] })
  server.answer('GET /api/gsc-keywords/cannibalisation/days', {
    body: {
      days: ['2026-11-17', '2026-11-18'],
      weeks: ['2026-11-09', '2026-11-16'],
      turns: 1,
      turn_change: -0.38,
      posts: [
        { post_id: '11', site_code: 'hs', ...along([0.8, 0.3]) },
        { post_id: '12', site_code: 'hs', ...along([0.1, 0.6]) },
        { post_id: '13', site_code: 'hs', ...along([0.1, 0.1]) },
      ],
    },
  })
})
afterEach(() => server.close())

const asked = () => Object.fromEntries(new URLSearchParams(server.sent(LIST).at(-1)?.search))
async function open() {
  const user = userEvent.setup()
  openAs(server, 'opm', '/gsc-keywords?tab=rivals&post=robot+vacuum')
  const posts = within(await screen.findByRole('region', { name: 'Posts of “robot vacuum”' }))
  return { user, posts }
}

it('cannibalisation shows its number of queries and the clicks lost in its period and per month, and explains the rule', async () => {
  const { user } = await open()
  expect(screen.getByText('21 queries')).toBeTruthy()
  // 5,700 in 90 days.
  expect(screen.getByText(/about 5,700 clicks in 90 days, about 1,900 a month/)).toBeTruthy()
  expect(screen.getByText('High')).toBeTruthy()
  expect(screen.getByText('76 %')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Guide 11: 76 %, Guide 12: 22 %, Guide 13: 2 %' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'How figures are calculated' }))
  expect(await screen.findByText(/The post with the most clicks/)).toBeTruthy()
})

it('cannibalisation shows which post led in which week, and each day on request', async () => {
  const { user, posts } = await open()
  expect(await posts.findByRole('img', { name: 'Guide 11 led in 1 of 2 weeks' })).toBeTruthy()
  expect(posts.getByRole('img', { name: 'Guide 13 led in 0 of 2 weeks' })).toBeTruthy()
  expect(posts.getByText('1 time')).toBeTruthy()
  expect(posts.getByText(/those weeks had 38 % fewer clicks/)).toBeTruthy()
  await user.click(posts.getByRole('button', { name: 'Positions and clicks by day' }))
  expect(
    await posts.findByRole('img', { name: /^Position and clicks of 3 posts by “robot vacuum”/ }),
  ).toBeTruthy()
})

it('a proposal says what each post should do, and its new keyword is saved with the other changed keywords', async () => {
  server.answer('POST /api/gsc-keywords/bulk/', { body: [{ post_id: '12', site_id: 1, ok: true }] })
  const { user, posts } = await open()
  expect(posts.getByText('Keep and strengthen')).toBeTruthy()
  expect(posts.getByText('Use another keyword')).toBeTruthy()
  expect(posts.getByText('Link to the kept post')).toBeTruthy()
  expect(posts.getByText('earnings unknown')).toBeTruthy()
  expect(posts.getByRole('button', { name: 'Copy the kept post’s address' })).toBeTruthy()
  expect(posts.getByRole('button', { name: 'Request an update of Guide 13' })).toBeTruthy()
  await user.click(posts.getByRole('button', { name: 'Use “gifts for dog people”' }))
  expect(screen.getByText("Don't forget to save changed keywords")).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save 1' }))
  await waitFor(() =>
    expect(server.sent('POST /api/gsc-keywords/bulk/')[0]?.json).toEqual([
      {
        post_id: '12',
        site_id: 1,
        keyword_after: 'gifts for dog people',
        keyword_before: 'robot vacuum',
      },
    ]),
  )
})

it('cannibalisation can be limited to posts of one site, and sorted', async () => {
  const { user } = await open()
  expect(asked()).toEqual({
    page: '1',
    period: '90',
    reach: 'across',
    standing: 'open',
    sort: 'LOST',
    sortOrder: 'desc',
  })
  await user.click(screen.getByText('Within a site'))
  await waitFor(() => expect(asked().reach).toBe('within'))
  await user.click(screen.getByRole('columnheader', { name: /^Impressions/ }))
  await waitFor(() => expect(asked().sort).toBe('IMPRESSIONS'))
})

it('a query is dismissed, and that is undone at once', async () => {
  const LEFT = '/api/gsc-keywords/cannibalisation/left'
  server.answer(`POST ${LEFT}`, { status: 204 })
  server.answer(`DELETE ${LEFT}`, { status: 204 })
  const { user, posts } = await open()
  await user.click(await posts.findByRole('button', { name: 'Dismiss' }))
  await user.click(await screen.findByRole('button', { name: /Undo/ }))
  const body = { query: 'robot vacuum', period: 90 }
  await waitFor(() => expect(server.sent(`DELETE ${LEFT}`)[0]?.json).toEqual(body))
  expect(server.sent(`POST ${LEFT}`)[0]?.json).toEqual(body)
  await user.click(screen.getByText('Dismissed'))
  await waitFor(() => expect(asked().standing).toBe('left'))
})

const TASK = {
  search_task_id: 5,
  aim: 'keep' as const,
  state: 'pending' as const,
  url: null,
  error: null,
  by: 'Ola Penn',
  created_at: '2026-11-20T09:00:00Z',
}
const TASKS = '/api/search-tasks'

it('chosen proposals become tasks with one click: each is followed until the board answers, then links to its task or says why it failed and can be retried', async () => {
  const asked = (post_id: string, task: object | null, error: string | null = null) => ({
    post_id,
    site_id: 1,
    query: 'robot vacuum',
    task,
    error,
  })
  server.answer(`POST ${TASKS}`, {
    status: 202,
    body: [asked('11', TASK), asked('13', null, 'Home has no task board.')],
  })
  server.answer(`GET ${TASKS}`, { body: [{ ...TASK, state: 'done', url: '/board/task/9' }] })
  const { user, posts } = await open()
  expect(await posts.findByRole('button', { name: 'Create 3 tasks' })).toBeTruthy()
  // One of them is excluded.
  await user.click(posts.getByRole('combobox', { name: 'Action for Guide 12' }))
  await user.click(await screen.findByTitle('No action'))
  await user.click(await posts.findByRole('button', { name: 'Create 2 tasks' }))
  const link = await posts.findByRole('link', { name: 'Task about Guide 11: Keep and strengthen' })
  expect(link.getAttribute('href')).toBe('/board/task/9')
  expect(posts.getByText('Home has no task board.')).toBeTruthy()
  expect(await posts.findByText('1 task created, 1 failed')).toBeTruthy()
  const wanted = (post_id: string, aim: string) => ({ post_id, site_id: 1, query: 'robot vacuum', aim })
  expect(server.sent(`POST ${TASKS}`)[0]?.json).toEqual({
    period: 90,
    tasks: [wanted('11', 'keep'), wanted('13', 'link')],
  })
  await user.click(posts.getByRole('button', { name: 'Retry task about Guide 13' }))
  await waitFor(() =>
    expect(server.sent(`POST ${TASKS}`)[1]?.json).toEqual({ period: 90, tasks: [wanted('13', 'link')] }),
  )
})

it('a proposal whose task was deleted on its board says so, counts as having no task, and can get a new one', async () => {
  const gone = { ...TASK, state: 'gone', error: 'The board no longer has its task.' }
  const answer = { post_id: '11', site_id: 1, query: 'robot vacuum', task: TASK, error: null }
  server.answer(`POST ${TASKS}`, { status: 202, body: [answer] })
  server.answer(`GET ${TASKS}`, { body: [gone] })
  const { user, posts } = await open()
  await user.click(await posts.findByRole('button', { name: 'Create 3 tasks' }))
  expect(await posts.findByText('The board no longer has its task.')).toBeTruthy()
  expect(posts.queryByRole('link', { name: /^Task about Guide 11/ })).toBeNull()
  await user.click(posts.getByRole('button', { name: 'Recreate task about Guide 11' }))
  await waitFor(() => expect(server.sent(`POST ${TASKS}`)).toHaveLength(2))
  expect(server.sent(`POST ${TASKS}`)[1]?.json).toEqual({
    period: 90,
    tasks: [{ post_id: '11', site_id: 1, query: 'robot vacuum', aim: 'keep' }],
  })
})
