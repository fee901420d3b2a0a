import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anArticle, SITE } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const SAVE = 'PUT /api/articles/5'
const DECIDE = 'PATCH /api/articles/validate/5'
const CLAIM = 'PUT /api/articles/5/claim'
const COMPLETE = anArticle({
  intro: 'Seven of them.',
  products: [{ product_id: 1, asin: 'B0C9TR41XM', name: 'Heron', award: 'Best Overall', summary: null }],
})
const PRIYA = { id: 9, first_name: 'Priya', last_name: 'Raman', username: 'priya@copydesk.example' }

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [SITE] })
  server.answer('GET /api/articles/5', { body: COMPLETE })
  server.answer('POST /api/preflight', {
    body: { findings: [], rules: 15, passed: 15, unread: [], stale: [] },
  })
  server.answer(CLAIM, {
    status: 409,
    body: {
      message: 'Priya Raman is reviewing this article.',
      details: { claim: { article_id: 5, user: PRIYA, claimed_at: '2026-03-01T10:00:00.000Z' } },
    },
  })
  server.answer(SAVE, { body: { ...COMPLETE, version: 4 } })
  server.answer(DECIDE, { body: { ...COMPLETE, version: 5, status: 'approved' } })
})
afterEach(() => server.close())

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const question = async (title: string) => {
  const dialog = (await screen.findByText(title)).closest<HTMLElement>('[role="dialog"]')
  return within(dialog ?? document.body)
}

it('whoever approves an article that a colleague is reviewing is asked first, and told who that is', async () => {
  openAs(server, 'qa', '/articles/pending?edit=5')
  expect(await screen.findByText('Priya Raman is reviewing this article')).toBeVisible()
  await press('Approve')
  const asked = await question('Approve “Kettles”?')
  expect(asked.getByText(/^Priya Raman is reviewing this article\./)).toBeVisible()
  await userEvent.click(asked.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText('Approve “Kettles”?')).toBeNull())
  expect([...server.sent(SAVE), ...server.sent(DECIDE)]).toEqual([])
  await press('Approve')
  await userEvent.click((await question('Approve “Kettles”?')).getByRole('button', { name: 'Approve' }))
  await screen.findByText('Article approved')
  expect(server.sent(DECIDE)).toHaveLength(1)
})

it('whoever has taken the review over approves without a question', async () => {
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

it('an approval with a comment asks it too', async () => {
  openAs(server, 'qa', '/articles/pending?decide=approve&on=5')
  server.answer('GET /api/articles/5/preflight', {
    body: { rules: 14, passed: 14, findings: [], unread: [] },
  })
  server.answer('GET /api/articles/pending', { body: { nodes: [COMPLETE], totalCount: 1, page: 1 } })
  await screen.findByText('Priya Raman is reviewing this article')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled())
  await press('Approve')
  expect(await screen.findByText('Approve “Kettles”?')).toBeVisible()
  expect([...server.sent(SAVE), ...server.sent(DECIDE)]).toEqual([])
})
