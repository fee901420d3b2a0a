import './content-tracker-screen.tsx'
import '../../ground/exports/export-dialog.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { session } from '#web/api/session.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

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
const job = (status: string, error: string | null = null) => ({
  exportId: ID,
  status,
  url: status === 'FINISHED' ? `/api/export/${ID}/file` : null,
  name: 'content-tracker.csv',
  error,
})

async function beginAndLeave(end = job('FINISHED')) {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  openAs(server, 'opm', '/content-tracker')
  await user.click(await screen.findByRole('button', { name: 'CSV Export' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Start' }))
  await within(dialog).findByText('Exporting …')
  server.answer(PATH, { body: end })
  server.answer(`${PATH}/file`, { body: 'Post,Earnings' })
  await user.keyboard('{Escape}')
  await vi.advanceTimersByTimeAsync(9000)
  return user
}

it('an export whose dialog was closed early is announced once by the bell, which leads to the file', async () => {
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

it('a failed export says why, is counted by the bell, and can be started again in place', async () => {
  const user = await beginAndLeave(job('FAILED', 'Couldn’t read the posts.'))
  await user.click(await screen.findByRole('link', { name: 'Notices, 1 export failed' }))
  const files = await screen.findByRole('list', { name: 'Your files' })
  expect(files).toHaveTextContent('CSV Export: The export failed. Couldn’t read the posts.')
  const again = 'b'.repeat(32)
  server.answer(`POST /api/export/${ID}/again`, { status: 202, body: { ...job('IDLE'), exportId: again } })
  server.answer(`GET /api/export/${again}`, { body: { ...job('FINISHED'), exportId: again } })
  await user.click(within(files).getByRole('button', { name: 'Try again: CSV Export' }))
  await within(files).findByText('Preparing the export …')
  await vi.advanceTimersByTimeAsync(9000)
  expect(await within(files).findByRole('button', { name: 'Download content-tracker.csv' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Notices, 1 file ready' })).toBeVisible()
})

it('a finished file counts beside the title of the notices as it does at the bell', async () => {
  const user = await beginAndLeave()
  await user.click(await screen.findByRole('link', { name: 'Notices, 1 file ready' }))
  const title = await screen.findByRole('heading', { level: 1, name: 'Notices' })
  await waitFor(() => expect(title.nextElementSibling).toHaveTextContent(/^1$/))
})

/** Sets the number of unread notices. */
function answerUnread(unreadCount: number) {
  server.answer('GET /api/notices', {
    body: { nodes: [], totalCount: 1, unread_count: unreadCount, page: 1 },
  })
  server.answer('GET /api/notices/count', { body: { unread_count: unreadCount } })
}

it.each([
  ['is ready', 'FINISHED', '1 file ready'],
  ['has failed', 'FAILED', '1 export failed'],
])(
  'a file that %s is marked as read with all notices: neither the bell nor its page counts it',
  async (_state, status, told) => {
    const user = await beginAndLeave(job(status))
    answerUnread(1)
    await user.click(await screen.findByRole('link', { name: `Notices, ${told}` }))
    await screen.findByRole('link', { name: `Notices, 1 unread, ${told}` })
    answerUnread(0)
    server.answer('POST /api/notices/read', { body: { unread_count: 0 } })
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
    expect(await screen.findByRole('link', { name: 'Notices' })).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Your files' })).toBeNull()
    expect(server.sent('POST /api/notices/read').map(({ json }) => json)).toEqual([{ ids: 'all' }])
    // The name is reset once the server has responded.
    expect(await screen.findByRole('button', { name: 'Mark all as read' })).toBeDisabled()
  },
)

it('a file without unread notices is marked as read too, and stays in its dialog', async () => {
  const user = await beginAndLeave()
  answerUnread(0)
  await user.click(await screen.findByRole('link', { name: 'Notices, 1 file ready' }))
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByRole('link', { name: 'Notices' })).toBeVisible()
  expect(server.sent('POST /api/notices/read')).toEqual([])
  act(() => window.history.back())
  await user.click(await screen.findByRole('button', { name: 'CSV Export' }))
  expect(await screen.findByRole('button', { name: 'Download content-tracker.csv' })).toBeEnabled()
})

it('another user of the same browser neither sees nor loses the first one’s exports', async () => {
  const user = await beginAndLeave()
  await screen.findByRole('link', { name: 'Notices, 1 file ready' })
  const asked = server.sent(PATH).length
  act(() => {
    session.signOut()
    session.signIn('token-2', { ...person('opm'), id: 8 })
  })
  await user.click(await screen.findByRole('link', { name: 'Notices' }))
  await screen.findByRole('heading', { level: 1, name: 'Notices' })
  // As long as the page that waits for a file polls.
  await vi.advanceTimersByTimeAsync(9000)
  expect(screen.queryByRole('list', { name: 'Your files' })).toBeNull()
  expect(server.sent(PATH)).toHaveLength(asked)
  act(() => {
    session.signOut()
    session.signIn('token-1', person('opm'))
  })
  expect(await screen.findByRole('link', { name: 'Notices, 1 file ready' })).toBeVisible()
})

it('an export with other filters is a separate file, and the bell counts both', async () => {
  const user = await beginAndLeave()
  await screen.findByRole('link', { name: 'Notices, 1 file ready' })
  await user.type(screen.getByRole('textbox', { name: 'Search by article title' }), 'kettle{Enter}')
  await waitFor(() => expect(window.location.search).toContain('kettle'))
  const other = 'b'.repeat(32)
  server.answer('GET /api/articles/content-tracker.csv', {
    status: 202,
    body: { ...job('IDLE'), exportId: other },
  })
  server.answer(`GET /api/export/${other}`, { body: { ...job('FINISHED'), exportId: other } })
  await user.click(screen.getByRole('button', { name: 'CSV Export' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Start' }))
  expect(await screen.findByRole('link', { name: 'Notices, 2 files ready' })).toBeVisible()
})
