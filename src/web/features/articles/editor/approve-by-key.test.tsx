import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anArticle, SITE } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const SAVE = 'PUT /api/articles/5'
const DECIDE = 'PATCH /api/articles/validate/5'
const COMPLETE = anArticle({
  intro: 'Seven of them.',
  products: [{ product_id: 1, asin: 'B0C9TR41XM', name: 'Heron', award: 'Best Overall', summary: null }],
})

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [SITE] })
  server.answer('GET /api/articles/5', { body: COMPLETE })
  server.answer('POST /api/preflight', {
    body: { findings: [], rules: 15, passed: 15, unread: [], stale: [] },
  })
  server.answer(SAVE, { body: { ...COMPLETE, version: 4 } })
  server.answer(DECIDE, { body: { ...COMPLETE, version: 5, status: 'approved' } })
})
afterEach(() => server.close())

const pressKeys = async () => {
  await userEvent.click(await screen.findByLabelText('Intro'))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
}
const question = async () => {
  const title = await screen.findByText('Approve “Kettles”?')
  return title.closest<HTMLElement>('[role="dialog"]') ?? document.body
}

it('whoever presses Ctrl Enter while they edit an article under review is asked before it is approved', async () => {
  openAs(server, 'qa', '/articles/pending?edit=5')
  await pressKeys()
  await userEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText('What was changed here is saved first.')).toBeNull())
  expect([...server.sent(SAVE), ...server.sent(DECIDE)]).toEqual([])
  await pressKeys()
  await userEvent.click(within(await question()).getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(server.sent(DECIDE)).toHaveLength(1))
  expect(server.sent(SAVE)).toHaveLength(1)
  await screen.findByText('Article approved')
})

it('the button that says Approve needs no question', async () => {
  openAs(server, 'qa', '/articles/pending?edit=5')
  await screen.findByLabelText('Intro')
  await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
  await screen.findByText('Article approved')
  expect(server.sent(DECIDE)).toHaveLength(1)
})
