import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anArticle } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/articles', { body: { nodes: [], totalCount: 0, page: 1 } })
})
afterEach(() => server.close())

const entry = (done_at: string | null) => ({
  position: 1,
  kind: 'word' as const,
  text: '“gooseneck”: 18 times, ours 0',
  done_at,
  done_by: null,
})

it('a tick is set at once, before the server answers, and removed if the server refuses it', async () => {
  server.answer('GET /api/articles/5', { body: anArticle({ user_id: 1, checklist: [entry(null)] }) })
  openAs(server, 'qa', '/articles?article=5', { id: 1 })
  const box = await screen.findByRole('checkbox', { name: /gooseneck/ })
  const message = 'Please try again later.'
  server.answer('PATCH /api/articles/5/checklist', { status: 503, body: { message } })
  fireEvent.click(box)
  expect(box).toBeChecked()
  expect(screen.getByText('1 of 1 done')).toBeVisible()
  expect(await screen.findByText(message)).toBeVisible()
  await waitFor(() => expect(box).not.toBeChecked())

  const done = anArticle({ user_id: 1, checklist: [entry('2026-03-02T00:00:00.000Z')] })
  server.answer('PATCH /api/articles/5/checklist', { body: done })
  server.answer('GET /api/articles/5', { body: done })
  fireEvent.click(box)
  expect(box).toBeChecked()
  await waitFor(() => expect(server.sent('PATCH /api/articles/5/checklist')).toHaveLength(2))
  expect(box).toBeChecked()
})
