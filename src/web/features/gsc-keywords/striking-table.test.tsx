import './gsc-keywords-screen.tsx'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/gsc-keywords/', {
    body: { pageInfo: { total: 0, ignored: 0, until: null, missing: 0 }, edges: [] },
  })
})
afterEach(() => server.close())

it('striking distance says what a month would bring, and of each query where it stands and what may hold it back', async () => {
  server.answer('GET /api/gsc-keywords/striking-distance', {
    body: {
      pageInfo: { total: 30, TO_BE_HAD: 6000 },
      edges: [
        {
          QUERY: 'best office chair for back pain',
          CLICKS: 1190,
          IMPRESSIONS: 70_220,
          POSITION: 9.1,
          POST_ID: '11',
          SITE_CODE: 'hs',
          POST_TITLE: 'Guide 11',
          PERMALINK: null,
          TOP_CLICKS: 2890,
          TO_BE_HAD: 1700,
          HELD_BACK_BY: 'title lacks “back pain”',
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
  expect(line.getByText('+1,700')).toBeTruthy()
  expect(line.getByText('title lacks “back pain”')).toBeTruthy()
  // 6,000 in 90 days.
  expect(screen.getByText('+2,000 clicks')).toBeTruthy()
  expect(screen.getByText('1–25 of 30')).toBeTruthy()
  const [asked] = server.sent('GET /api/gsc-keywords/striking-distance')
  expect(Object.fromEntries(new URLSearchParams(asked?.search))).toEqual({ page: '1', period: '90' })
})
