import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { COMPLETE, openEditorServer, PRIYA, SAVE } from '#web/testing/article-editor.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openEditorServer()
  server.answer(SAVE, {
    status: 409,
    body: {
      message: 'This is no longer possible: the article is approved.',
      details: { status: 'approved', version: 4, actions: [] },
    },
  })
})
afterEach(() => server.close())

it('saving an article that was decided meanwhile says once who decided it and when, and offers no decision', async () => {
  openAs(server, 'qa', '/articles/pending?edit=5')
  await screen.findByLabelText('Intro')
  const event = { action: 'approved', user: PRIYA, created_at: '2026-03-04T09:30:00.000Z' }
  const events = [{ ...event, comment: null, self: false }]
  server.answer('GET /api/articles/5', {
    body: { ...COMPLETE, status: 'approved', version: 4, events },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  const told = (await screen.findByText('Could not save the article')).closest('[role="alert"]')
  expect(told).toHaveTextContent(
    'This is no longer possible: Priya Raman approved the article, 2026-03-04 09:30',
  )
  expect(screen.getAllByText('Could not save the article')).toHaveLength(1)
  for (const name of ['Approve', 'Return', 'Reject'])
    expect(screen.getByRole('button', { name })).toBeDisabled()
  expect(screen.getByLabelText('Intro')).toHaveValue('Seven of them.')
})

it('if the new status cannot be read, the server’s refusal is shown unchanged', async () => {
  openAs(server, 'qa', '/articles/pending?edit=5')
  await screen.findByLabelText('Intro')
  server.answer('GET /api/articles/5', { status: 404, body: { message: 'None' } })
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText(/the article is approved\.$/)).toBeVisible()
  expect(screen.getByText('Could not save the article')).toBeVisible()
})
