import './content-tracker-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AvailabilityRow } from '#shared/features/posts/content-tracker/contract.ts'
import { openTrackerServer } from '#web/testing/content-tracker.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const product = (ASIN: string, NAME: string, AVAILABILITY: string | null): AvailabilityRow => ({
  ...{ IMAGE_URL: null, AWARD: '', ASIN, NAME, REVENUE: null, commission: null },
  ...{ AVAILABILITY, raw_availability: AVAILABILITY ?? 'NOT_SCANNED' },
})

let server: Loopback
beforeEach(async () => {
  server = await openTrackerServer()
  server.answer('GET /api/snowflake/products', {
    body: [
      product('B0AAAAAAA1', 'Glide', 'Now'),
      product('B0AAAAAAA2', 'Pebble', 'Unavailable'),
      product('B0AAAAAAA3', 'Heron', null),
    ],
  })
})
afterEach(() => server.close())

const panelOf = async () => within(await screen.findByRole('table', { name: 'Products of Best Vacuums' }))

it('an unavailable product links from its row to the page that replaces it everywhere', async () => {
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
