import './opportunities-screen.tsx'
import '../../articles/articles/editor/article-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { SearchedKeyword } from '#shared/features/keywords/opportunities/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const ROUTE = 'GET /api/keyword-opportunities/searched'
const keyword = (name: string, over: Partial<SearchedKeyword> = {}): SearchedKeyword => ({
  name,
  clicks: 9,
  impressions: 12_400,
  position: 7.2,
  posts: 3,
  best: { site_code: 'hs', site_id: 1, post_title: 'Guide 11', permalink: null, article_id: null },
  ...over,
})

let server: Loopback
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer(ROUTE, {
    body: {
      nodes: [
        keyword('quiet kettle'),
        keyword('small teapot', {
          keyword_id: 5,
          ours: { articles: 2, winning_percentage: null },
        }),
      ],
      totalCount: 2,
      until: '2026-11-20',
    },
  })
})
afterEach(() => server.close())

const asked = () => Object.fromEntries(new URLSearchParams(server.sent(ROUTE).at(-1)?.search))
async function open() {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keyword-opportunities?source=searches')
  await screen.findByText('quiet kettle')
  const rowOf = (name: string) => within(screen.getByText(name).closest('tr') ?? document.body)
  return { user, rowOf }
}

it('opportunities from search console show how often our site appears, with which post, and which queries are ours already', async () => {
  const { rowOf } = await open()
  expect(screen.getByText(/no post targets.*Data through 20 Nov\./)).toBeTruthy()
  const row = rowOf('quiet kettle')
  expect(row.getByText('12,400')).toBeTruthy()
  expect(row.getByText('7.2')).toBeTruthy()
  expect(row.getByText('and 2 other posts')).toBeTruthy()
  expect(row.getByRole('button', { name: 'Add keyword quiet kettle' })).toBeTruthy()
  const ours = rowOf('small teapot')
  expect(ours.getByText('In Copydesk')).toBeTruthy()
  expect(ours.getByText('2 articles')).toBeTruthy()
  // The market is not queried meanwhile.
  expect(server.sent('GET /api/keyword-opportunities')).toHaveLength(0)
})

it('a query from search console becomes our keyword at once', async () => {
  server.answer('POST /api/keywords', { status: 201, body: { keyword_id: 8, keyword: 'quiet kettle' } })
  const { user, rowOf } = await open()
  await user.click(rowOf('quiet kettle').getByRole('button', { name: 'Add keyword quiet kettle' }))
  expect(await rowOf('quiet kettle').findByText('In Copydesk')).toBeTruthy()
  // The button changes before the server has read the request.
  await expect.poll(() => server.sent('POST /api/keywords')[0]?.json).toEqual({ keyword: 'quiet kettle' })
})

it('an article requested for a query from search console has it as its keyword', async () => {
  const { user, rowOf } = await open()
  await user.click(rowOf('quiet kettle').getByRole('button', { name: 'Request article about quiet kettle' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('quiet kettle')).toBeTruthy()
})

it('opportunities from search console can be filtered by words, without our own, and sorted', async () => {
  const { user } = await open()
  expect(asked()).toEqual({
    page: '1',
    sort: 'impressions',
    sortOrder: 'desc',
    exclude_existing_keywords: 'false',
  })
  await user.type(screen.getByRole('textbox', { name: 'Words in the query' }), 'pot{Enter}')
  await waitFor(() => expect(asked().query).toBe('pot'))
  await user.click(screen.getByRole('checkbox', { name: 'Exclude existing keywords' }))
  await waitFor(() => expect(asked().exclude_existing_keywords).toBe('true'))
})

it('a query for which our article ranks offers an update before a new article', async () => {
  const best = { site_code: 'hs', site_id: 1, post_title: 'Guide 11', permalink: null, article_id: 7 }
  server.answer(ROUTE, {
    body: { nodes: [keyword('quiet kettle', { best })], totalCount: 1, until: null },
  })
  const { rowOf } = await open()
  const names = rowOf('quiet kettle')
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
  expect(names.indexOf('Request an update of Guide 11')).toBeGreaterThanOrEqual(0)
  expect(names.indexOf('Request an update of Guide 11')).toBeLessThan(names.length - 1)
})
