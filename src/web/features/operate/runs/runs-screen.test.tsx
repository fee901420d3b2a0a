import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FailedJob } from '#shared/features/operate/failed-jobs/contract.ts'
import type { RunEvidence, RunRow } from '#shared/features/operate/runs/contract.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { browser } from '#web/testing/browser.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const JOB = '0199f6a1-0000-7000-8000-000000000001'
const LIST = 'GET /api/runs'
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()

const run = (over: Partial<RunRow>): RunRow => ({
  id: 'scan.run-all',
  label: 'Scan',
  about: null,
  started_by: null,
  state: 'on_time',
  since: null,
  progress: null,
  reason: null,
  attempts: 0,
  failed: 0,
  last: null,
  next_at: null,
  recent: [],
  actions: [],
  ...over,
})
const mail = run({
  id: 'auth.mail-password-link',
  label: 'Email a password link',
  state: 'failed',
  since: ago(3 * MINUTE_MS),
  reason: '535 authentication failed',
  attempts: 9,
  failed: 4,
  last: { ended_at: ago(MINUTE_MS), seconds: 2, is_ok: false },
  recent: [true, true, false],
  actions: ['retry'],
})
const posts = run({
  id: 'run-12',
  label: 'Import posts',
  about: { label: 'Open Kitchen', path: '/changes' },
  started_by: 'Ines Aldana',
  state: 'running',
  since: ago(10 * MINUTE_MS),
  progress: { done: 500, total: 1000, unit: 'posts' },
  actions: ['stop'],
})
const accounts = run({
  id: 'run-13',
  label: 'Close accounts',
  state: 'stopped',
  progress: { done: 11, total: 14, unit: 'accounts' },
  actions: ['resume'],
})
const scan = run({
  last: { ended_at: ago(2 * HOUR_MS), seconds: 125, is_ok: true },
  next_at: '2027-01-05T04:00:00.000Z',
  actions: ['start'],
})
const ALL = [mail, posts, accounts, scan]

const failedJob: FailedJob = {
  id: JOB,
  name: mail.id,
  label: mail.label,
  about: { noun: 'user', id: '31', label: 'Ada Reed' },
  state: 'failed',
  error: '550 No such mailbox here',
  tries: 9,
  created_at: ago(DAY_MS),
  tried_at: ago(HOUR_MS),
  next_try_at: null,
}
const evidence: RunEvidence = {
  log: [
    { at: ago(2 * MINUTE_MS), text: 'Running', is_error: false },
    { at: ago(MINUTE_MS), text: 'Try 9 failed: 535 authentication failed', is_error: true },
  ],
  jobs: [failedJob],
}

let server: Loopback
const user = userEvent.setup()
const answer = (nodes: readonly RunRow[]) =>
  server.answer(LIST, { body: { nodes, day: { ended: 1482, failed: 4 } } })
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const labels = () =>
  screen.queryAllByRole('button', { name: 'Show details' }).map((button) => {
    const row = button.closest('tr')
    return row?.querySelector('.run-name')?.textContent
  })

beforeEach(async () => {
  browser().setViewport({ width: 1600, height: 900 })
  server = await openLoopback()
  answer(ALL)
  server.answer(`GET /api/runs/${mail.id}`, { body: evidence })
})
afterEach(() => server.close())

it('runs are grouped by what needs attention, is running and is scheduled, under a summary', async () => {
  openAs(server, 'adm', '/runs')
  expect(await screen.findByRole('heading', { name: '2 runs need attention.' })).toBeVisible()
  expect(
    screen.getByText('1 running now, 1 scheduled. The last 24 hours: 1,482 jobs, 4 failed.'),
  ).toBeVisible()
  const headings = screen.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(headings).toEqual(['Needs attention2', 'Running1', 'Scheduled1, all on time'])
  expect(labels()).toEqual(['Email a password link', 'Close accounts', 'Import posts', 'Scan'])
})

it('a run shows its subject, progress, time left, result, next time and history', async () => {
  openAs(server, 'adm', '/runs')
  const running = within(await rowOf('Import posts'))
  expect(running.getByRole('link', { name: 'Open Kitchen' })).toHaveAttribute('href', '/changes')
  expect(running.getByText(/started by Ines Aldana/)).toBeVisible()
  expect(running.getByText('50 %')).toBeVisible()
  expect(running.getByText('500 of 1,000 posts, 10 minutes left')).toBeVisible()
  const failed = within(await rowOf('Email a password link'))
  for (const text of ['Failed', '9 attempts', '535 authentication failed', 'when you try again'])
    expect(failed.getByText(text)).toBeVisible()
  expect(failed.getByRole('img', { name: 'The last 3: 2 OK, 1 failed' })).toBeVisible()
  const stopped = within(await rowOf('Close accounts'))
  expect(stopped.getByText('11 of 14 accounts')).toBeVisible()
  expect(within(await rowOf('Scan')).getByText(/2 minutes$/)).toBeVisible()
})

it('the segments and the search are in the address, and a search without a match offers all runs', async () => {
  openAs(server, 'adm', '/runs')
  await user.click(await screen.findByText('Running 1'))
  await waitFor(() => expect(labels()).toEqual(['Import posts']))
  await waitFor(() => expect(window.location.search).toBe('?show=running'))
  await user.type(screen.getByRole('textbox', { name: 'Run or subject' }), 'kitchen')
  await waitFor(() => expect(window.location.search).toBe('?show=running&q=kitchen'))
  expect(labels()).toEqual(['Import posts'])
  await user.type(screen.getByRole('textbox', { name: 'Run or subject' }), ' sink')
  await user.click(await screen.findByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(labels()).toHaveLength(4))
})

it('the former address of failed jobs leads to the runs that need attention', async () => {
  openAs(server, 'adm', '/failed-jobs')
  expect(await rowOf('Email a password link')).toBeVisible()
  expect(window.location.pathname + window.location.search).toBe('/runs?show=attention')
  expect(labels()).toEqual(['Email a password link', 'Close accounts'])
})

it('a row opens to what happened and to the failed jobs, one of which is tried again', async () => {
  server.answer(`POST /api/failed-jobs/${JOB}/retry`, { body: { retried: 1 } })
  openAs(server, 'adm', '/runs')
  await user.click(within(await rowOf('Email a password link')).getByRole('button', { name: 'Show details' }))
  expect(await screen.findByText('Try 9 failed: 535 authentication failed')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ada Reed' })).toHaveAttribute('href', '/users/31')
  await user.click(screen.getByRole('button', { name: 'Copy details of Email a password link' }))
  const copied = await navigator.clipboard.readText()
  expect(copied).toContain('State: Failed')
  expect(copied).toContain('Try 9 failed: 535 authentication failed')
  await user.click(screen.getByRole('button', { name: 'Try again: Email a password link, Ada Reed' }))
  expect(await screen.findByText('Retrying 1 job')).toBeVisible()
})

it('a user without ManageUsers cannot try failed jobs again', async () => {
  openAs(server, 'eng', '/runs', { permissions: ['ManageScan'] })
  await user.click(within(await rowOf('Email a password link')).getByRole('button', { name: 'Show details' }))
  expect(await screen.findByText('550 No such mailbox here', { exact: false })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Ada Reed/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Try all again' })).toBeNull()
})

it('all failed jobs are tried again with one button, which is there only while something has failed', async () => {
  server.answer('POST /api/failed-jobs/retry', { body: { retried: 4 } })
  openAs(server, 'adm', '/runs')
  const button = await screen.findByRole('button', { name: 'Try all again' })
  answer([posts, accounts, scan])
  await user.click(button)
  expect(await screen.findByText('Retrying 4 jobs')).toBeVisible()
  expect(await screen.findByRole('heading', { name: '1 run needs attention.' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Try all again' })).toBeNull()
})

it('stopping a run asks first and names the work that is kept; other actions are done at once', async () => {
  server.answer('POST /api/runs/run-12/stop', { body: { id: 'run-12' } })
  server.answer('POST /api/runs/scan.run-all/start', { body: { id: 'scan.run-all' } })
  server.answer('POST /api/runs/run-13/resume', { status: 409, body: { message: 'This run isn’t stopped.' } })
  openAs(server, 'adm', '/runs')
  await user.click(await screen.findByRole('button', { name: 'Run now: Scan' }))
  expect(await screen.findByText('Starting soon: Scan')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Resume: Close accounts' }))
  expect(await screen.findByText('This run isn’t stopped.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Stop: Import posts, Open Kitchen' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/^The finished part \(500 of 1,000 posts\) is kept\./)).toBeVisible()
  expect(server.sent('POST /api/runs/run-12/stop')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Stopped: Import posts')).toBeVisible()
})

it('the keyboard opens the focused row, stops or resumes its run, and tries it again', async () => {
  server.answer(`POST /api/runs/${mail.id}/retry`, { body: { id: mail.id } })
  server.answer('POST /api/runs/run-13/resume', { body: { id: 'run-13' } })
  openAs(server, 'adm', '/runs')
  const row = await rowOf('Email a password link')
  row.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByText('What happened')).toBeVisible()
  await user.keyboard('t')
  expect(await screen.findByText('Trying again: Email a password link')).toBeVisible()
  await user.keyboard('{ArrowDown}s')
  expect(await screen.findByText('Resumed: Close accounts')).toBeVisible()
})

it('a run that ends or changes its state stays in its place, and a new one comes last in its group', async () => {
  openAs(server, 'adm', '/runs')
  await rowOf('Scan')
  const added = run({ id: 'run-14', label: 'Check stock', state: 'running' })
  answer([added, { ...accounts, state: 'running', actions: ['stop'] }, { ...scan, state: 'failed' }])
  // Read within five seconds.
  await waitFor(() => expect(labels()).toContain('Check stock'))
  expect(labels()).toEqual(['Email a password link', 'Close accounts', 'Import posts', 'Check stock', 'Scan'])
  const ended = within(await rowOf('Import posts'))
  expect(ended.getByText('Ended')).toBeVisible()
  expect(ended.queryByRole('button', { name: /^Stop/ })).toBeNull()
  expect(within(await rowOf('Scan')).getByText('Failed')).toBeVisible()
  await user.click(screen.getByText('Needs attention 1'))
  await waitFor(() => expect(labels()).toEqual(['Scan']))
}, 15_000)

it('the page says how old its rows are while the server does not answer', async () => {
  server.answer('POST /api/runs/scan.run-all/start', { body: { id: 'scan.run-all' } })
  openAs(server, 'adm', '/runs')
  const readAgain = async () => user.click(await screen.findByRole('button', { name: 'Run now: Scan' }))
  await rowOf('Scan')
  server.answer(LIST, { status: 503, body: { message: 'Starting' } })
  await readAgain()
  expect(await screen.findByText(/^Updated/)).toBeVisible()
  expect(labels()).toHaveLength(4)
  answer(ALL)
  await readAgain()
  await waitFor(() => expect(screen.queryByText(/^Updated/)).toBeNull())
})

it('a page that cannot be loaded offers a retry, and one without runs says when they start', async () => {
  server.answer(LIST, { status: 403, body: { message: 'Not today.' } })
  openAs(server, 'adm', '/runs')
  expect(await screen.findByText('Couldn’t load the runs')).toBeVisible()
  answer([])
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No runs yet. They start with your first site.')).toBeVisible()
})

const countFailed = (totalCount: number) =>
  server.answer('GET /api/failed-jobs', { body: { nodes: [failedJob], totalCount, page: 1 } })

it('Tools links to failed jobs for permitted users while there are any', async () => {
  countFailed(3)
  openAs(server, 'adm', '/tools')
  expect(await screen.findByRole('link', { name: 'Show and retry' })).toHaveAttribute(
    'href',
    '/runs?show=attention',
  )
  expect(screen.getByText(/^3 emails and jobs have failed\./)).toBeVisible()
})

it('Tools requests no failed jobs for other users', async () => {
  openAs(server, 'opm', '/tools')
  // The page requests them at the same time.
  await waitFor(() => expect(server.sent('GET /api/board')).not.toEqual([]))
  expect(server.sent('GET /api/failed-jobs')).toEqual([])
})
