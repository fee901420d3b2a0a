import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FailedJob } from '#shared/features/failed-jobs/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const ID = '0199f6a1-0000-7000-8000-000000000001'

const job = (over: Partial<FailedJob> = {}): FailedJob => ({
  id: ID,
  name: 'auth.mail-password-link',
  label: 'Email a password link',
  about: { noun: 'user', id: '31', label: 'Ada Reed' },
  state: 'failed',
  error: '550 No such mailbox here',
  tries: 9,
  created_at: '2026-03-01T00:00:00.000Z',
  tried_at: '2026-03-01T00:10:00.000Z',
  next_try_at: null,
  ...over,
})
const page = (nodes: FailedJob[]) => ({ body: { nodes, totalCount: nodes.length, page: 1 } })

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

it('failed jobs are listed with recipient, reason and attempts, and one of them is retried', async () => {
  server.answer('GET /api/failed-jobs', page([job()]))
  server.answer(`POST /api/failed-jobs/${ID}/retry`, { body: { retried: 1 } })
  openAs(server, 'adm', '/failed-jobs')
  const row = await screen.findByRole('row', { name: /Email a password link/ })
  expect(within(row).getByRole('link', { name: 'Ada Reed' })).toHaveAttribute('href', '/users/31')
  for (const text of ['550 No such mailbox here', '9', 'Failed'])
    expect(within(row).getByText(text)).toBeInTheDocument()
  server.answer('GET /api/failed-jobs', page([]))
  await user.click(within(row).getByRole('button', { name: 'Try again: Email a password link' }))
  expect(await screen.findByText('Retrying 1 job')).toBeInTheDocument()
  expect(await screen.findByText(/^Nothing has failed\./)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Retry all' })).toBeDisabled()
})

it('all are retried with one button, and waiting jobs show their next attempt', async () => {
  const waiting = job({ state: 'waiting', next_try_at: '2026-03-01T00:20:00.000Z' })
  server.answer('GET /api/failed-jobs', page([waiting]))
  server.answer('POST /api/failed-jobs/retry', { body: { retried: 12 } })
  openAs(server, 'adm', '/failed-jobs')
  expect(await screen.findByText('2026-03-01 00:20')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Retry all' }))
  expect(await screen.findByText('Retrying 12 jobs')).toBeInTheDocument()
})

it('a job that has run meanwhile is reported as such, and the list is read again', async () => {
  server.answer('GET /api/failed-jobs', page([job()]))
  server.answer(`POST /api/failed-jobs/${ID}/retry`, {
    status: 404,
    body: { message: 'Failed job not found.' },
  })
  openAs(server, 'adm', '/failed-jobs')
  const button = await screen.findByRole('button', { name: 'Try again: Email a password link' })
  const asked = server.sent('GET /api/failed-jobs').length
  await user.click(button)
  expect(await screen.findByText('Couldn’t retry it')).toBeInTheDocument()
  await waitFor(() => expect(server.sent('GET /api/failed-jobs').length).toBeGreaterThan(asked))
})

it('Tools links to failed jobs for permitted users while there are any', async () => {
  server.answer('GET /api/failed-jobs', page([job()]))
  openAs(server, 'adm', '/tools')
  expect(await screen.findByRole('link', { name: 'Show and retry' })).toHaveAttribute('href', '/failed-jobs')
})

it('Tools requests no failed jobs for other users', async () => {
  openAs(server, 'opm', '/tools')
  expect(await screen.findByRole('heading', { name: 'Tools' })).toBeInTheDocument()
  expect(server.sent('GET /api/failed-jobs')).toEqual([])
})
