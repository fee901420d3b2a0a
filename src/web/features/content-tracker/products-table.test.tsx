import './content-tracker-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AvailabilityRow } from '#shared/features/content-tracker/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const product = (ASIN: string, NAME: string, AVAILABILITY: string | null): AvailabilityRow => ({
  ...{ IMAGE_URL: null, AWARD: '', ASIN, NAME, REVENUE: null, COMMISSION: null },
  ...{ AVAILABILITY, RAW_AVAILABILITY: AVAILABILITY ?? 'NOT_SCANNED' },
})

const post = {
  ...{ POST_ID: '7', SITE: 'hs', POST_TITLE: 'Best Vacuums', POST_DATE: '2026-03-01', PERMALINK: null },
  ...{ ARTICLE_URL: null, PRODUCT_LIST: [], EARNINGS: 1, CLICKS: null, CLICKS_UNTIL: null, FLAGS: [] },
  ...{ CHANGE: null, WEEKS: [], REFRESH: 0, REASONS: [], RENEWS: 'article', UPDATE: null },
}

let server: Loopback
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  for (const [route, body] of Object.entries({
    'GET /api/alert-rules': [],
    'GET /api/sites': [],
    'GET /api/saved-views': [],
    'GET /api/warehouse': { warehouse: null },
    'GET /api/snowflake/overview': { weeks: [], flags: [] },
    'GET /api/snowflake/content': { pageInfo: { total: 1 }, edges: [post] },
    'POST /api/articles/asana-statuses': [],
    'GET /api/snowflake/products': [
      product('B0AAAAAAA1', 'Glide', 'Now'),
      product('B0AAAAAAA2', 'Pebble', 'Unavailable'),
      product('B0AAAAAAA3', 'Heron', null),
    ],
  }))
    server.answer(route, { body })
})
afterEach(() => server.close())

const panelOf = async () => within(await screen.findByRole('table', { name: 'Products of Best Vacuums' }))

it('a product that cannot be bought leads from its row to what replaces it everywhere', async () => {
  openAs(server, 'opm', '/content-tracker?post=hs%2F7')
  const [replace, ...others] = (await panelOf()).getAllByRole('link', { name: /^Replace / })
  expect(others).toEqual([])
  expect(replace).toHaveAccessibleName('Replace Pebble')
  if (replace) await userEvent.click(replace)
  await waitFor(() => expect(window.location.pathname).toBe('/reports/oos'))
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    group: 'product',
    replace: 'B0AAAAAAA2',
  })
})
