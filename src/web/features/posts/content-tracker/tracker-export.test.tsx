import './content-tracker-screen.tsx'
import '../../ground/exports/export-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'
import { openTracker } from '#web/testing/tracker-list.ts'

let server: Loopback
beforeEach(async () => {
  ;({ server } = await openTracker())
})
afterEach(() => {
  vi.useRealTimers()
  return server.close()
})

describe('the CSV Export', () => {
  const job = (over: object) => ({
    exportId: 'a'.repeat(32),
    status: 'IDLE',
    url: null,
    name: 'content-tracker.csv',
    error: null,
    ...over,
  })
  const begin = async () => {
    const user = userEvent.setup()
    openAs(server, 'opm', '/content-tracker?site=hs')
    await user.click(await screen.findByRole('button', { name: 'CSV Export' }))
    await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Start' }))
    return user
  }

  it('starts with the filters of the list, is polled every 3 seconds, and ends with a link [TRACK-004] [TRACK-025] [TRACK-026] [TRACK-027] [TRACK-028] [TRACK-029] [TRACK-030] [TRACK-042]', async () => {
    server.answer('GET /api/articles/content-tracker.csv', { status: 202, body: job({}) })
    const path = `GET /api/export/${'a'.repeat(32)}`
    const askedAt: number[] = []
    const answer = (over: object) =>
      server.answer(path, () => {
        askedAt.push(Date.now())
        return { body: job(over) }
      })
    answer({})
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const user = await begin()
    await waitFor(() => expect(server.sent('GET /api/articles/content-tracker.csv')).toHaveLength(1))
    expect(
      Object.fromEntries(
        new URLSearchParams(server.sent('GET /api/articles/content-tracker.csv')[0]?.search),
      ),
    ).toEqual({ site: 'hs', sort: 'EARNINGS', sortOrder: 'desc', page: '1' })
    expect(await screen.findByText('Preparing the export …')).toBeInTheDocument()
    await waitFor(() => expect(server.sent(path)).toHaveLength(1))
    answer({ status: 'IN_PROGRESS' })
    await vi.advanceTimersByTimeAsync(3000)
    expect(await screen.findByText('Exporting …')).toBeInTheDocument()
    answer({ status: 'FINISHED', url: '/api/export/a/file' })
    await vi.advanceTimersByTimeAsync(3000)
    expect(await screen.findByRole('button', { name: 'Download content-tracker.csv' })).toBeInTheDocument()
    const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? at))
    expect(pauses.length).toBeGreaterThanOrEqual(2)
    expect(pauses.filter((pause) => pause < 2900)).toEqual([])
    const asked = server.sent(path).length
    await vi.advanceTimersByTimeAsync(9000)
    expect(server.sent(path)).toHaveLength(asked)
    expect(user).toBeDefined()
  })

  it('stops after ten minutes', async () => {
    server.answer('GET /api/articles/content-tracker.csv', { status: 202, body: job({}) })
    const path = `GET /api/export/${'a'.repeat(32)}`
    server.answer(path, { body: job({ status: 'IN_PROGRESS' }) })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await begin()
    expect(await screen.findByText('Exporting …')).toBeInTheDocument()
    vi.setSystemTime(Date.now() + 600_000)
    await vi.advanceTimersByTimeAsync(3000)
    expect(await screen.findByText(/isn’t ready after ten minutes/)).toBeInTheDocument()
    const asked = server.sent(path).length
    await vi.advanceTimersByTimeAsync(9000)
    expect(server.sent(path)).toHaveLength(asked)
  })

  it('continues after the dialog was closed or the page left, and can be restarted', async () => {
    server.answer('GET /api/articles/content-tracker.csv', { status: 202, body: job({}) })
    const path = `GET /api/export/${'a'.repeat(32)}`
    server.answer(path, { body: job({ status: 'IN_PROGRESS' }) })
    const user = await begin()
    expect(await screen.findByText(/Exporting …/)).toBeInTheDocument()
    await user.keyboard('{Escape}')
    server.answer(path, { body: job({ status: 'FINISHED', url: '/api/export/a/file' }) })
    await user.click(screen.getByRole('button', { name: 'CSV Export' }))
    expect(await screen.findByRole('button', { name: 'Download content-tracker.csv' })).toBeInTheDocument()
    expect(server.sent('GET /api/articles/content-tracker.csv')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Start again' }))
    await waitFor(() => expect(server.sent('GET /api/articles/content-tracker.csv')).toHaveLength(2))
  })

  it('that the server has lost starts again', async () => {
    const request = { sort: 'EARNINGS', sortOrder: 'desc' }
    localStorage.setItem(
      `copydesk.exports.${person('opm').id}`,
      JSON.stringify({
        [`CSV Export\u001f${JSON.stringify(request)}`]: { id: 'b'.repeat(32), begunAt: Date.now() - 60_000 },
      }),
    )
    const path = `GET /api/export/${'b'.repeat(32)}`
    server.answer(path, { status: 404, body: { message: 'This export doesn’t exist.' } })
    openAs(server, 'opm', '/content-tracker?export=1')
    expect(await screen.findByRole('button', { name: 'Start' })).toBeInTheDocument()
    expect(server.sent(path)).toHaveLength(1)
  })

  it('that fails says why and is no longer polled', async () => {
    server.answer('GET /api/articles/content-tracker.csv', { status: 202, body: job({}) })
    const path = `GET /api/export/${'a'.repeat(32)}`
    server.answer(path, { body: job({ status: 'FAILED', error: 'It took too long. Please try again.' }) })
    await begin()
    expect(await screen.findByText(/It took too long/)).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })
})
