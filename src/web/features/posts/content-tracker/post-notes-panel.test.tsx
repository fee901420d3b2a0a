import './content-tracker-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTrackerServer } from '#web/testing/content-tracker.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const noTask = { title: 'Best Vacuums', site: 'hs', post_id: '7', status: null, url: null, priority: null }
const proposal = {
  ...{ period: 90, post_id: '7', site_id: 3, query: 'robot vacuum', impressions: 1400, position: 9.24 },
  task: null,
}
const task = (changes: object) => ({
  ...{ search_task_id: 31, aim: 'climb', state: 'pending', url: null, error: null, by: 'Ada Reed' },
  ...{ created_at: '2026-03-01T00:00:00.000Z', ...changes },
})

let server: Loopback
beforeEach(async () => {
  server = await openTrackerServer()
  const known = { ...noTask, notes: null, notice: null }
  server.answer('POST /api/articles/asana-statuses', { body: [known] })
  server.answer('GET /api/search-tasks/proposal', { body: { proposal } })
})
afterEach(() => server.close())

const openNotes = async () => {
  openAs(server, 'opm', '/content-tracker?post=hs%2F7&tab=notes')
  return within(await screen.findByRole('region', { name: 'Details of Best Vacuums' }))
}

it('a post without a task gets one for its target query, with a link to it', async () => {
  const panel = await openNotes()
  const button = await panel.findByRole('button', { name: 'Create task' })
  expect(panel.getByText('No task')).toBeVisible()
  expect(
    panel.getByText(/“robot vacuum” shows the post 1,400 times in 90 days, at position 9\.2/),
  ).toBeVisible()
  const asked = { post_id: '7', site_id: 3, query: 'robot vacuum' }
  server.answer('POST /api/search-tasks', {
    status: 202,
    body: [{ ...asked, task: task({}), error: null }],
  })
  const done = task({ state: 'done', url: 'https://board.example/31' })
  server.answer('GET /api/search-tasks', { body: [done] })
  server.answer('GET /api/search-tasks/proposal', { body: { proposal: { ...proposal, task: done } } })
  await userEvent.click(button)
  const link = await panel.findByRole('link', { name: 'Task about Best Vacuums: Move into the top three' })
  expect(link).toHaveAttribute('href', 'https://board.example/31')
  expect(server.sent('POST /api/search-tasks').map(({ json }) => json)).toEqual([
    { period: 90, tasks: [{ ...asked, aim: 'climb' }] },
  ])
  expect(panel.queryByRole('button', { name: 'Create task' })).toBeNull()
  expect(panel.queryByText('No task')).toBeNull()
})

it('a post that can have no task says only that it has none', async () => {
  server.answer('GET /api/search-tasks/proposal', { body: { proposal: null } })
  const panel = await openNotes()
  expect(await panel.findByText('No task')).toBeVisible()
  await waitFor(() => expect(server.sent('GET /api/search-tasks/proposal')).toHaveLength(1))
  expect(panel.queryByRole('button', { name: 'Create task' })).toBeNull()
})
