import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { KeywordRow, Moves } from '#shared/features/keywords/keywords/contract.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs, openAsVisitor } from '#web/testing/open-app.tsx'
import { HEALTH, person } from '#web/testing/people.ts'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
})
afterEach(() => server.close())

const today = dayAt(new Date(), HEALTH.time_zone)
const yesterday = plusDays(today, -1)
const MOVES: Moves = {
  since: yesterday,
  visited_at: `${yesterday}T12:00:00.000Z`,
  tracked: 12,
  collected: 10,
  held: 6,
  lost: 3,
  won: 1,
  articles: { waiting: 5, waiting_since: `${yesterday}T12:00:00.000Z`, returned: 1 },
  collecting: null,
}

const open = async (moves: Partial<Moves>, address = '/keywords?tracked=true&sort=moved') => {
  server.answer('GET /api/keywords/moves', { body: { ...MOVES, ...moves } })
  openAs(server, 'opm', address)
  return screen.findByRole('region', { name: 'What changed' })
}

it('one sentence shows the keywords held and their change, and one line the events since the last visit', async () => {
  const panel = await open({})
  expect(within(panel).getByRole('heading')).toHaveTextContent(
    'We hold 6 of 10 keywords, 2 fewer than yesterday.',
  )
  expect(panel).toHaveTextContent(
    'Since your visit yesterday: 3 lost, 1 won, 5 waiting for review, and 1 article returned to you.',
  )
})

it('articles returned to the user come first, if there are any', async () => {
  const labels = (panel: HTMLElement) =>
    [...panel.querySelectorAll('.fact-label')].map(({ textContent }) => textContent)
  expect(labels(await open({}))[0]).toBe('Returned to you')
  cleanup()
  const articles = { waiting: 5, waiting_since: `${yesterday}T12:00:00.000Z`, returned: 0 }
  expect(labels(await open({ articles }))).toEqual([
    'Lost since yesterday',
    'Won since yesterday',
    'Waiting for review',
    'Returned to you',
    'No data yet',
  ])
})

it.each<[string, Partial<Moves>, string, string]>([
  ['a first visit', { visited_at: null }, 'We hold 6 of 10', 'In the last seven days: 3 lost, 1 won'],
  ['nothing has moved', { lost: 0, won: 0 }, 'No change since yesterday: 6 held.', '0 lost, 0 won'],
  [
    'the day is still being collected',
    { collecting: { done: 4, total: 12 } },
    'We hold 6',
    '4 of 12 checked today',
  ],
  ['nothing is tracked', { tracked: 0, collected: 0 }, 'No tracked keywords yet.', 'CSV Upload'],
  ['nothing was collected yet', { collected: 0, held: 0 }, 'No data yet.', 'once a day'],
])('the panel describes its state: %s', async (_, moves, answer, about) => {
  const panel = await open(moves)
  expect(within(panel).getByRole('heading')).toHaveTextContent(answer)
  expect(panel).toHaveTextContent(about)
})

it('a fact filters the list or links to the queue; a second click removes the filter', async () => {
  const panel = await open({})
  const user = userEvent.setup()
  const lost = within(panel).getByRole('button', { name: /Lost since yesterday/ })
  await user.click(lost)
  await waitFor(() => expect(location.search).toContain(`lostSince=${yesterday}`))
  await waitFor(() =>
    expect(server.sent('GET /api/keywords').at(-1)?.search).toContain(`lost_since=${yesterday}`),
  )
  expect(lost).toHaveAttribute('aria-pressed', 'true')
  await user.click(within(panel).getByRole('button', { name: /Won since yesterday/ }))
  await waitFor(() => expect(location.search).toContain(`wonSince=${yesterday}`))
  expect(location.search).not.toContain('lostSince')
  await user.click(within(panel).getByRole('button', { name: /Won since yesterday/ }))
  await waitFor(() => expect(location.search).not.toContain('wonSince'))
  for (const fact of [/Waiting for review\s*5/, /Returned to you\s*1/])
    expect(within(panel).getByRole('link', { name: fact })).toHaveAttribute('href', '/articles/pending')
})

it('users without articles see no facts about them', async () => {
  const panel = await open({ articles: null })
  expect(within(panel).queryByRole('link')).toBeNull()
})

const row = (over: Partial<KeywordRow>): KeywordRow => ({
  ...KEYWORD,
  history: 'lww',
  last_result: { day: today, publisher: 'Nookwise', is_winning: false },
  ...over,
})

it('a row that opened automatically stays closed once the user closes it', async () => {
  server.answer('GET /api/keywords', { body: { meta: { total: 1, is_more: false }, data: [row({})] } })
  await open({})
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Hide details' }))
  expect(await screen.findByRole('button', { name: 'Show details' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /Lost since/ }))
  await user.click(screen.getByRole('columnheader', { name: /^Keyword/ }))
  expect(screen.getByRole('button', { name: 'Show details' })).toBeInTheDocument()
})

it('a bare address opens no row and shows no moves', async () => {
  server.answer('GET /api/keywords', { body: { meta: { total: 1, is_more: false }, data: [row({})] } })
  openAs(server, 'opm', '/keywords')
  expect(await screen.findByRole('button', { name: 'Show details' })).toBeInTheDocument()
  expect(server.sent('GET /api/keywords/moves')).toEqual([])
})

it('how long a keyword has been held or lost is in words', async () => {
  const cases: [string, boolean, string][] = [
    ['wlw', true, 'won back after 1 day'],
    ['wll', true, 'won, first time in 2 days'],
    ['llw', false, 'lost for 2 days'],
    ['ww', true, 'held for 2 days'],
    ['ll', false, 'not held in 2 days'],
  ]
  const rows = cases.map(([history, is_winning], index) =>
    row({ keyword_id: index + 1, history, last_result: { day: today, publisher: 'Nookwise', is_winning } }),
  )
  server.answer('GET /api/keywords', { body: { meta: { total: 5, is_more: false }, data: rows } })
  await open({})
  for (const [, , words] of cases) expect(await screen.findByText(words)).toBeInTheDocument()
})

it('an address of a missing keyword says so', async () => {
  server.answer('GET /api/keywords/999', { status: 404, body: { message: 'Keyword not found.' } })
  openAs(server, 'opm', '/keywords?keyword_id=999')
  expect(await screen.findByText('Keyword 999 doesn’t exist.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(location.search).toBe(''))
  expect(screen.queryByText(/doesn’t exist/)).toBeNull()
})

it('a user starts on their chosen screen after signing in [SHELL-002]', async () => {
  const user = userEvent.setup()
  const signIn = async () => {
    server.answer('POST /api/auth', { body: { token: 'token-1', user: person('opm') } })
    openAsVisitor(server, '/')
    await user.type(await screen.findByLabelText('Email'), 'ines@copydesk.example')
    await user.type(screen.getByLabelText('Password'), 'secret-1')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { level: 1, name: 'Keywords Summary' })
    return location.pathname + location.search
  }
  server.answer('GET /api/keywords/moves', { body: MOVES })
  server.answer('GET /api/saved-views/start', {
    body: {
      chosen: { screen: 'keywords', view_id: 4 },
      screen: 'keywords',
      search: 'tracked=true&sort=moved',
    },
  })
  expect(await signIn()).toBe('/keywords?tracked=true&sort=moved')
})
