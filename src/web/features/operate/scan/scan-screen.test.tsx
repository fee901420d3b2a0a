import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Scan, ScanFunction } from '#shared/features/operate/scan/contract.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const LIST = 'GET /api/scan'
const POSTS = 'GET /api/scan/posts-account'
const WEBHOOKS = 'GET /api/scan/webhooks'
const FIX = 'PUT /api/scan/webhooks'

const blank = (id: ScanFunction['id'], name: string): ScanFunction => ({
  id,
  name,
  status: 'default',
  items: [],
  ran_at: null,
  took: null,
  ran_by: null,
  history: [],
})
const posts = blank('posts-account', 'Posts can be read and written')
const webhooks = blank('webhooks', 'Webhooks are alive')

const found = (
  one: ScanFunction,
  status: 'success' | 'warning' | 'error',
  over: object = {},
): ScanFunction => ({
  ...one,
  status,
  items: [
    {
      label: 'Open Kitchen',
      value: 'Heard',
      status,
      tip: null,
      fix: null,
      site_id: 5,
      article_id: null,
      ...over,
    },
  ],
  ran_at: '2026-03-01T00:00:00.000Z',
  took: 214,
  ran_by: 'Ines Aldana',
  history: [status],
})
const silent = (one = webhooks) =>
  found(one, 'error', { value: 'Silent for more than a day', tip: 'Restart it.', fix: 'restart-webhooks' })

const scans = (...functions: ScanFunction[]): { data: Scan[]; total: number } => ({
  data: [
    {
      id: 'systems',
      name: 'Connected systems',
      icon: 'systems',
      features: [{ name: 'Publishing', icon: 'posts', functions }],
    },
  ],
  total: functions.length,
})

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  server.answer(LIST, { body: scans(posts, webhooks) })
  server.answer('GET /api/sites', {
    body: [
      {
        site_id: 5,
        code: 'ok',
        display_name: 'Open Kitchen',
        normalized_name: 'open-kitchen',
        logo_url: '/images/logo-ok.svg',
        url: 'https://openkitchen.example',
        retired: false,
      },
    ],
  })
})
afterEach(() => server.close())

const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
async function rowOf({ name }: ScanFunction): Promise<HTMLElement> {
  const row = (await screen.findByText(name, { selector: 'th' })).closest('tr')
  if (!row) throw new Error(`${name} is in no row.`)
  return row
}
/** A response that the test releases. */
function held(body: unknown) {
  let release = () => {}
  const free = new Promise<void>((done) => {
    release = done
  })
  const answer = async () => {
    await free
    return { body }
  }
  return { release: () => release(), answer }
}

it('has a title, and offers to start, reset and follow the scan [SCAN-001] [SCAN-004] [SCAN-005] [SCAN-006]', async () => {
  openAs(server, 'eng', '/scan')
  expect(await screen.findByRole('heading', { level: 1, name: 'AOP Connectivity Scan' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Start Scan' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Reset Scan' })).toBeInTheDocument()
  expect(screen.getByRole('switch', { name: 'Auto-scroll' })).toBeChecked()
})

it('each function has its status and its findings, and can be run [SCAN-007] [SCAN-009] [SCAN-010]', async () => {
  server.answer(LIST, { body: scans(found(posts, 'success'), silent()) })
  openAs(server, 'eng', '/scan')
  const row = await rowOf(webhooks)
  expect(within(row).getByText('Error')).toBeInTheDocument()
  expect(within(row).getByText('Silent for more than a day')).toBeInTheDocument()
  expect(within(row).getByText('Restart it.')).toBeInTheDocument()
  expect(within(await rowOf(posts)).getByText('OK')).toBeInTheDocument()
  expect(screen.getByText('1 broken')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Run Webhooks are alive' })).toBeInTheDocument()
})

it('functions that failed in the last run come first, and stay first while they run', async () => {
  server.answer(LIST, { body: scans(found(posts, 'success'), silent()) })
  server.answer(WEBHOOKS, { body: found(webhooks, 'success') })
  openAs(server, 'eng', '/scan')
  await rowOf(posts)
  const names = () =>
    screen.getAllByText(/^(Posts can|Webhooks are)/, { selector: 'th' }).map(({ textContent }) => textContent)
  expect(names()).toEqual([webhooks.name, posts.name])
  await press(`Run ${webhooks.name}`)
  await waitFor(() => expect(screen.queryByText('Error')).toBeNull())
  expect(names()).toEqual([webhooks.name, posts.name])
})

it('can be limited to a site, and runs for it [SCAN-002] [SCAN-014] [SCAN-016]', async () => {
  openAs(server, 'eng', '/scan')
  await rowOf(posts)
  await user.click(await screen.findByRole('combobox', { name: 'Site' }))
  await user.click(await screen.findByText('Open Kitchen'))
  await waitFor(() => expect(server.sent(LIST).map(({ search }) => search)).toContain('?site=5'))
  server.answer(POSTS, { body: found(posts, 'success') })
  await press('Run Posts can be read and written')
  await waitFor(() => expect(server.sent(POSTS).map(({ search }) => search)).toEqual(['?site=5']))
})

it('can be limited to a function [SCAN-003] [SCAN-014]', async () => {
  openAs(server, 'eng', '/scan')
  await rowOf(posts)
  await user.click(await screen.findByRole('combobox', { name: 'Function' }))
  await user.click(await screen.findByText('Webhooks are alive', { selector: '.ant-select-item *' }))
  await waitFor(() => expect(server.sent(LIST).map(({ search }) => search)).toContain('?function=webhooks'))
})

it('runs its functions one after another, and stops when all are done [SCAN-011] [SCAN-012] [SCAN-016]', async () => {
  const first = held(found(posts, 'success'))
  server.answer(POSTS, first.answer)
  server.answer(WEBHOOKS, { body: found(webhooks, 'warning', { value: 'Late' }) })
  openAs(server, 'eng', '/scan')
  await rowOf(posts)
  await press('Start Scan')
  expect(await within(await rowOf(posts)).findByText('Running')).toBeInTheDocument()
  expect(screen.getByRole('progressbar', { name: 'Scan' })).toBeInTheDocument()
  expect(within(await rowOf(webhooks)).getByText('Not run')).toBeInTheDocument()
  expect(server.sent(WEBHOOKS)).toEqual([])
  first.release()
  expect(await within(await rowOf(webhooks)).findByText('Warning')).toBeInTheDocument()
  expect(within(await rowOf(posts)).getByText('OK')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Scan' })).toBeNull())
  expect([server.sent(POSTS).length, server.sent(WEBHOOKS).length]).toEqual([1, 1])
  expect(screen.getByText('1 warning')).toBeInTheDocument()
})

it('runs one function alone [SCAN-007] [SCAN-016]', async () => {
  server.answer(WEBHOOKS, { body: found(webhooks, 'success') })
  openAs(server, 'eng', '/scan')
  await press('Run Webhooks are alive')
  expect(await within(await rowOf(webhooks)).findByText('OK')).toBeInTheDocument()
  expect(server.sent(POSTS)).toEqual([])
})

it('reports a function whose request fails as an HTTP error, and continues [SCAN-019] [SCAN-020] [SCAN-021]', async () => {
  server.answer(POSTS, { status: 500, body: { message: 'Something went wrong.' } })
  server.answer(WEBHOOKS, { body: found(webhooks, 'success') })
  openAs(server, 'eng', '/scan')
  await rowOf(posts)
  await press('Start Scan')
  const row = await rowOf(posts)
  expect(await within(row).findByText('HTTP Error', { selector: 'span' })).toBeInTheDocument()
  expect(within(row).getByText(posts.name, { selector: 'b' })).toBeInTheDocument()
  expect(within(row).getByText('Try again')).toBeInTheDocument()
  expect(within(row).getByText('Error')).toBeInTheDocument()
  expect(await within(await rowOf(webhooks)).findByText('OK')).toBeInTheDocument()
})

it('says so if there is nothing to scan [SCAN-018]', async () => {
  server.answer(LIST, { body: { data: [], total: 0 } })
  openAs(server, 'eng', '/scan')
  await screen.findByText('Nothing to scan')
  await press('Start Scan')
  expect(await screen.findByText('No functions to be scanned')).toBeInTheDocument()
})

it('reads the scan again when it is reset, even while it runs [SCAN-013]', async () => {
  const first = held(found(posts, 'success'))
  server.answer(POSTS, first.answer)
  openAs(server, 'eng', '/scan')
  await rowOf(posts)
  await press('Start Scan')
  await within(await rowOf(posts)).findByText('Running')
  server.answer(LIST, { body: scans(found(posts, 'warning', { value: 'As it was' }), webhooks) })
  const asked = server.sent(LIST).length
  await press('Reset Scan')
  expect(await screen.findByText('As it was')).toBeInTheDocument()
  expect(server.sent(LIST).length).toBeGreaterThan(asked)
  first.release()
  expect(screen.queryByRole('progressbar', { name: 'Scan' })).toBeNull()
  expect(server.sent(WEBHOOKS)).toEqual([])
})

it('says what a fix does before it runs, and shows the new findings [SCAN-008] [SCAN-017]', async () => {
  server.answer(LIST, { body: scans(found(posts, 'success'), silent()) })
  server.answer(FIX, { body: found(webhooks, 'success') })
  openAs(server, 'eng', '/scan')
  const fix = await screen.findByRole('button', { name: 'Auto-Fix Webhooks are alive' })
  // The visible text; the accessible name is longer.
  expect(fix).toHaveTextContent(/^Auto-Fix$/)
  expect(screen.queryByRole('button', { name: 'Auto-Fix Posts can be read and written' })).toBeNull()
  await press('Auto-Fix Webhooks are alive')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/Restarts inactive webhooks/)).toBeInTheDocument()
  expect(server.sent(FIX)).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Auto-Fix' }))
  expect(await within(await rowOf(webhooks)).findByText('OK')).toBeInTheDocument()
  expect(server.sent(FIX).map(({ json }) => json)).toEqual([{ fix: 'restart-webhooks' }])
})

it('scrolls to the running function and to the result at the end, unless that is switched off [SCAN-006]', async () => {
  const seen: string[] = []
  const original = Element.prototype.scrollIntoView
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    if (this.matches('.scan-function')) seen.push(this.querySelector('th')?.textContent ?? '')
    else if (this.querySelector('.scan-answer')) seen.push('the answer')
  }
  try {
    server.answer(POSTS, { body: found(posts, 'success') })
    server.answer(WEBHOOKS, { body: found(webhooks, 'success') })
    openAs(server, 'eng', '/scan')
    await rowOf(posts)
    await press('Start Scan')
    await waitFor(() => expect(seen).toEqual([posts.name, webhooks.name, 'the answer']))
    await user.click(screen.getByRole('switch', { name: 'Auto-scroll' }))
    await press('Start Scan')
    await waitFor(() => expect(server.sent(WEBHOOKS)).toHaveLength(2))
    await waitFor(() => expect(screen.queryByRole('progressbar', { name: 'Scan' })).toBeNull())
    expect(seen).toHaveLength(3)
  } finally {
    Element.prototype.scrollIntoView = original
  }
})

it('a problem links to its rows only; a system that is not connected is neither fine nor untried', async () => {
  const accounts = found(blank('slack-accounts', 'Accounts of Slack can be found and closed'), 'success')
  const absent: ScanFunction = { ...accounts, status: 'default', history: ['default'] }
  server.answer(LIST, {
    body: scans(found(posts, 'warning', { value: 'Late' }), found(webhooks, 'success'), absent),
  })
  openAs(server, 'eng', '/scan')
  const row = within(await rowOf(absent))
  expect(row.getByText('Not connected')).toBeVisible()
  expect(screen.getByText('1 of 2 fine, 1 not connected')).toBeVisible()
  expect(row.getByRole('img', { name: 'The last 1 run: Not connected' })).toBeVisible()
  expect(screen.getByText(/^3 of 3 checks run/)).toBeVisible()
  await user.click(screen.getByRole('link', { name: '1 warning' }))
  await waitFor(() => expect(screen.queryByText(webhooks.name)).toBeNull())
  expect(await rowOf(posts)).toBeVisible()
  expect(window.location.search).toBe('?status=warning')
  await user.click(screen.getByRole('combobox', { name: 'Status' }))
  await user.click(await screen.findByText('Error', { selector: '.ant-select-item *' }))
  expect(await screen.findByText('No functions have this status.')).toBeVisible()
})

it('a function that was never run does not count as failed', async () => {
  openAs(server, 'eng', '/scan')
  await rowOf(posts)
  expect(screen.getByText('not run yet')).toBeVisible()
  server.answer(POSTS, { body: found(posts, 'success') })
  await press('Run Posts can be read and written')
  expect(await screen.findByText('1 of 1 fine, 1 not run')).toBeVisible()
})
