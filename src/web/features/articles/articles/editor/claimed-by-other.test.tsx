import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  answer,
  CLAIM,
  COMPLETE,
  claimedByPriya,
  DECIDE,
  openEditorServer,
  press,
  question,
  SAVE,
} from '#web/testing/article-editor.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openEditorServer()
  claimedByPriya(server)
})
afterEach(() => server.close())

it('approving an article that a colleague is reviewing asks first, and names the colleague', async () => {
  openAs(server, 'qa', '/articles/pending?edit=5')
  expect(await screen.findByText('Priya Raman is reviewing this article')).toBeVisible()
  await press('Approve')
  const asked = await question('Approve “Kettles”?')
  expect(asked.getByText(/^Priya Raman is reviewing this article\./)).toBeVisible()
  await userEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText('Approve “Kettles”?')).toBeNull())
  expect([...server.sent(SAVE), ...server.sent(DECIDE)]).toEqual([])
  await press('Approve')
  await answer('Approve “Kettles”?', 'Approve')
  await screen.findByText('Article approved')
  expect(server.sent(DECIDE)).toHaveLength(1)
})

it('a reviewer who has taken the review over approves without a question', async () => {
  openAs(server, 'qa', '/articles/pending?edit=5')
  await screen.findByText('Priya Raman is reviewing this article')
  server.answer(CLAIM, { body: {} })
  await press('Take over')
  await waitFor(() => expect(screen.queryByText('Priya Raman is reviewing this article')).toBeNull())
  await press('Approve')
  await screen.findByText('Article approved')
})

it.each([
  ['Return', 'Article returned'],
  ['Reject', 'Article rejected'],
])('%s asks the same once its reason is written', async (name, done) => {
  openAs(server, 'qa', '/articles/pending?edit=5')
  await screen.findByText('Priya Raman is reviewing this article')
  await press(name)
  const reason = await screen.findByLabelText(/^Reason/)
  await userEvent.type(reason, 'Too short')
  const ownDialog = within(reason.closest<HTMLElement>('[role="dialog"]') ?? document.body)
  await userEvent.click(ownDialog.getByRole('button', { name }))
  const asked = await question(`${name} “Kettles”?`)
  expect(asked.getByText('Priya Raman is reviewing this article.')).toBeVisible()
  expect(server.sent(DECIDE)).toEqual([])
  await userEvent.click(asked.getByRole('button', { name }))
  await screen.findByText(done)
  expect(server.sent(DECIDE)).toHaveLength(1)
})

it('an approval with a comment asks too', async () => {
  openAs(server, 'qa', '/articles/pending?decide=approve&on=5')
  server.answer('GET /api/articles/5/preflight', {
    body: { rules: 14, passed: 14, findings: [], unread: [] },
  })
  server.answer('GET /api/articles/pending', { body: { nodes: [COMPLETE], totalCount: 1, page: 1 } })
  await screen.findByText('Priya Raman is reviewing this article')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled())
  await press('Approve')
  await question('Approve “Kettles”?')
  expect([...server.sent(SAVE), ...server.sent(DECIDE)]).toEqual([])
})
