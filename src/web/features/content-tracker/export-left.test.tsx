import './content-tracker-screen.tsx'
import '../exports/export-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/articles/content-tracker.csv', { status: 202, body: job('IN_PROGRESS') })
  server.answer(PATH, { body: job('IN_PROGRESS') })
})
afterEach(() => {
  vi.useRealTimers()
  return server.close()
})

const ID = 'a'.repeat(32)
const PATH = `GET /api/export/${ID}`
const job = (status: string) => ({
  exportId: ID,
  status,
  url: status === 'FINISHED' ? `/api/export/${ID}/file` : null,
  name: 'content-tracker.csv',
  error: null,
})

async function beginAndLeave() {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  openAs(server, 'opm', '/content-tracker')
  await user.click(await screen.findByRole('button', { name: 'CSV Export' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Start' }))
  await within(dialog).findByText('Exporting …')
  server.answer(PATH, { body: job('FINISHED') })
  server.answer(`${PATH}/file`, { body: 'Post,Earnings' })
  await user.keyboard('{Escape}')
  await vi.advanceTimersByTimeAsync(9000)
  return user
}

it('whoever closes an export before its file is there is told by the bell, which leads to the file, once', async () => {
  const user = await beginAndLeave()
  const bell = await screen.findByRole('link', { name: 'Notices, 1 file ready' })
  await user.click(bell)
  const files = await screen.findByRole('list', { name: 'Your files' })
  expect(files).toHaveTextContent('CSV Export: The file is ready.')
  await user.click(within(files).getByRole('button', { name: 'Download content-tracker.csv' }))
  await waitFor(() => expect(server.sent(`${PATH}/file`)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Your files' })).toBeNull())
  expect(screen.getByRole('link', { name: 'Notices' })).toBeVisible()
})
