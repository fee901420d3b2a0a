import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Task } from '#shared/features/board/contract.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

const task = (older: number): Task => ({
  gid: '5',
  name: 'Kettles',
  priority: null,
  completed: false,
  modified_at: '2026-03-01T00:00:00.000Z',
  notes: '',
  section: 'Requested',
  board: { gid: '1', name: 'Open Kitchen', sections: ['Requested'] },
  comments: [{ text: 'The photos are ready', created_at: '2026-03-01T00:00:00.000Z' }],
  older_comments: older,
  article_id: null,
})

it.each([
  [1200, '1,200 older comments are not shown.'],
  [1, 'One older comment is not shown.'],
])('a task with %i more comments than are shown says so', async (older, words) => {
  openAs(server, 'qa', '/board/task/5')
  server.answer('GET /api/board/task/5', { body: task(older) })
  expect(await screen.findByText(words)).toBeVisible()
  expect(screen.getByText('The photos are ready')).toBeVisible()
})

it('a task all of whose comments are shown says nothing of others', async () => {
  openAs(server, 'qa', '/board/task/5')
  server.answer('GET /api/board/task/5', { body: task(0) })
  await screen.findByText('The photos are ready')
  expect(screen.queryByText(/older comment/)).toBeNull()
})
