// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './event-hooks-screen.tsx'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventHook } from '#shared/features/operate/event-hooks/contract.ts'
import { HOOK_HOURS } from '#shared/features/operate/event-hooks/rules.ts'
import { failingHook, hookOf, minutesAgo } from '#web/testing/event-hooks.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const LIST = 'GET /api/event-hooks'
const SILENT = Array.from({ length: HOOK_HOURS }, () => ({ events: 0, failed: 0 }))

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const open = (hooks: readonly EventHook[], path = '/event-hooks') => {
  server.answer(LIST, { body: { nodes: hooks, totalCount: hooks.length } })
  openAs(server, 'eng', path)
}
const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(`^${name}`) }))

it('the list says in words whether events arrive, also of each hour', async () => {
  open([failingHook(1, 'BI warehouse'), hookOf(2, 'n8n')])
  expect(await screen.findByRole('heading', { name: '1 failing' })).toBeVisible()
  expect(screen.getByText('2 of 96 events failed in the last 24 hours')).toBeVisible()
  const failing = await row('BI warehouse')
  expect(failing.getByText('Failing')).toBeVisible()
  expect(failing.getByRole('img', { name: '48 events, 2 failed in the last 1 hour' })).toBeVisible()
  expect(failing.getByText(/^503, next try at/)).toBeVisible()
  const working = await row('n8n')
  expect(working.getByText('Active')).toBeVisible()
  expect(working.getByRole('img', { name: '48 events, none failed' })).toBeVisible()
  expect(working.getByText('200 in 84 ms')).toBeVisible()
})

it('the list says why a hook has stopped', async () => {
  const last = { at: minutesAgo(9), status: 410, error: null, ms: 9, arrived: false, next_try_at: null }
  open([
    hookOf(1, 'By a person', { state: 'paused', paused_by: { id: 4, name: 'Jonas Lindqvist' } }),
    hookOf(2, 'By Copydesk', { state: 'paused' }),
    hookOf(3, 'Old CMS', { state: 'gone', last }),
    hookOf(4, 'New one', { last: null, hours: SILENT }),
  ])
  expect((await row('By a person')).getByText('paused by Jonas Lindqvist')).toBeVisible()
  expect((await row('By Copydesk')).getByText('paused after 5 days without success')).toBeVisible()
  const gone = await row('Old CMS')
  expect(gone.getByText('Gone')).toBeVisible()
  expect(gone.getByText('410: doesn’t want events any more')).toBeVisible()
  const fresh = await row('New one')
  expect(fresh.getByText('Nothing sent yet')).toBeVisible()
  expect(fresh.getByRole('img', { name: 'no events' })).toBeVisible()
})

it('the events of a hook are named in a few words', async () => {
  open([
    hookOf(1, 'Two types', { types: ['product.out_of_stock', 'alert.fired'] }),
    hookOf(2, 'Two groups', { sites: [{ site_id: 1, display_name: 'Hearthside' }] }),
  ])
  expect((await row('Two types')).getByText('Product out of stock, alert fired')).toBeVisible()
  const groups = await row('Two groups')
  expect(groups.getByText('Articles, posts')).toBeVisible()
  expect(groups.getByText('3 types, Hearthside')).toBeVisible()
})

it('the search keeps its words in the address and finds hosts too', async () => {
  open(
    [hookOf(1, 'n8n', { host: 'n8n.desk.example' }), hookOf(2, 'BI warehouse')],
    '/event-hooks?q=desk.example',
  )
  await row('n8n')
  expect(screen.queryByRole('link', { name: 'BI warehouse' })).toBeNull()
  await user.clear(screen.getByRole('textbox', { name: 'Search by name or host' }))
  await row('BI warehouse')
})

it('a workspace without hooks sees their purpose and the way to the first', async () => {
  open([])
  expect(await screen.findByRole('heading', { name: 'No event hooks yet' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'New hook' })).toHaveAttribute('href', '/event-hooks/new')
  expect(screen.queryByRole('columnheader')).toBeNull()
})

it('a list that cannot be loaded says so, and tries again on request', async () => {
  server.answer(LIST, { status: 500, body: { message: 'Something went wrong.' } })
  openAs(server, 'eng', '/event-hooks')
  expect(await screen.findByText('Couldn’t load the event hooks.')).toBeVisible()
  server.answer(LIST, { body: { nodes: [hookOf(1, 'n8n')], totalCount: 1 } })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await row('n8n')
})

it('Sites management leads to event hooks, for those who may manage webhooks', async () => {
  server.answer('GET /api/sites', { body: [] })
  openAs(server, 'eng', '/sites')
  expect(await screen.findByRole('link', { name: 'Event hooks' })).toHaveAttribute('href', '/event-hooks')
})
