import { HOUR_MS } from '#shared/format/duration.ts'
import './content-tracker-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { WarehouseState } from '#shared/features/posts/warehouse/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

let server: Loopback
let known: WarehouseState | null
beforeEach(async () => {
  known = {
    adapter: 'ClickHouse',
    read_at: ago(3.5),
    started_at: null,
    part: null,
    rows: 12,
    failed_since: null,
    failure: null,
    refused: [],
  }
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/alert-rules', { body: [] })
  server.answer('GET /api/saved-views', { body: [] })
  server.answer('GET /api/snowflake/overview', { body: { weeks: [], flags: [] } })
  server.answer('GET /api/snowflake/content', { body: { pageInfo: { total: 0 }, edges: [] } })
  server.answer('GET /api/warehouse', () => ({ body: { warehouse: known } }))
  server.answer('POST /api/warehouse/read', () => ({ body: { warehouse: known } }))
})
afterEach(() => server.close())

const open = (role: 'eng' | 'qa' = 'eng') => openAs(server, role, '/content-tracker')

describe('the Content Tracker says about an outside warehouse', () => {
  it('how old its data are, and lets permitted users read it now', async () => {
    open()
    expect(await screen.findByText('3 hours ago')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Read now' }))
    await waitFor(() =>
      expect(server.sent('POST /api/warehouse/read').map(({ json }) => json)).toEqual([
        { everything: false },
      ]),
    )
  })

  it('how far the current read is', async () => {
    if (known) known = { ...known, read_at: null, started_at: ago(0), part: 'earnings', rows: 40_000 }
    open()
    expect(await screen.findByText('Reading ClickHouse: earnings, 40,000 rows so far')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Read now' })).toBeNull()
  })

  it('since when and why reading fails, with the age of the data and a button to try again', async () => {
    if (known) known = { ...known, failed_since: ago(2.5), failure: 'ClickHouse is not available.' }
    open()
    const note = await screen.findByText('ClickHouse cannot be read')
    const alert = note.closest<HTMLElement>('.alert') ?? document.body
    expect(alert.textContent).toContain('ClickHouse is not available. First failed 2 hours ago.')
    expect(alert.textContent).toContain('Showing data from 3 hours ago.')
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(server.sent('POST /api/warehouse/read')).toHaveLength(1))
  })

  it('which rows were skipped, and why', async () => {
    if (known)
      known.refused = [
        { part: 'posts', why: 'site: There is no such site.', rows: 12 },
        { part: 'earnings', why: 'post_id: Copydesk has no such post of this site.', rows: 1200 },
      ]
    open('qa')
    expect(await screen.findByText('1,212 rows skipped')).toBeVisible()
    expect(screen.getByText('posts, 12: There is no such site.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Read now' })).toBeNull()
  })

  it('that everything can be read again after skipped rows', async () => {
    if (known) known.refused = [{ part: 'posts', why: 'site: There is no such site.', rows: 1 }]
    open()
    await userEvent.click(await screen.findByText('1 row skipped'))
    await userEvent.click(screen.getByRole('button', { name: 'Read everything again' }))
    await waitFor(() =>
      expect(server.sent('POST /api/warehouse/read').map(({ json }) => json)).toEqual([{ everything: true }]),
    )
  })

  it('nothing if none is connected', async () => {
    known = null
    open()
    await waitFor(() => expect(server.sent('GET /api/warehouse')).toHaveLength(1))
    expect(await screen.findByRole('heading', { name: 'Content Tracker' })).toBeVisible()
    expect(screen.queryByText(/ClickHouse/)).toBeNull()
  })
})
