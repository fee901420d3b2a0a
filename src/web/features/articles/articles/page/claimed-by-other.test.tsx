import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answer, CLAIM, claimedByPriya, DECIDE, PRIYA, question, SAVE } from '#web/testing/article-editor.ts'
import { openArticleServer } from '#web/testing/article-page.ts'
import { anArticle } from '#web/testing/articles.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { notify } from '#web/ui/feedback/notify.ts'

const SEND = '{Control>}{Enter}{/Control}'

let server: Loopback
beforeEach(async () => {
  const opened = await openArticleServer()
  server = opened.server
  opened.hold(anArticle())
  server.answer(SAVE, { body: anArticle({ version: 4 }) })
  server.answer(DECIDE, { body: anArticle({ version: 5, status: 'approved' }) })
  claimedByPriya(server)
  openAs(server, 'qa', '/articles/5')
  await screen.findByText('1 of 2 in the queue')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled())
})
afterEach(() => server.close())

const WAYS = [
  [
    'Approve by its button',
    'Approve',
    () => userEvent.click(screen.getByRole('button', { name: 'Approve' })),
  ],
  ['Approve by keys', 'Approve', () => userEvent.type(screen.getByLabelText(/^Comment for Ada/), SEND)],
  ['Return by its button', 'Return', () => refuseByButton('Return')],
  ['Return by keys', 'Return', () => userEvent.keyboard(`r1${SEND}`)],
  ['Reject by its button', 'Reject', () => refuseByButton('Reject')],
  ['Reject by keys', 'Reject', () => userEvent.keyboard(`x1${SEND}`)],
] as const

async function refuseByButton(name: string) {
  await userEvent.click(screen.getByRole('button', { name }))
  await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too short')
  await userEvent.click(screen.getByRole('button', { name }))
}

it.each(WAYS)(
  '%s on the page of an article that a colleague is reviewing asks first, and names the colleague',
  async (_way, name, decide) => {
    const title = `${name} “Kettles”?`
    await decide()
    expect((await question(title)).getByText('Priya Raman is reviewing this article.')).toBeVisible()
    await answer(title, 'Cancel')
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
    expect([...server.sent(SAVE), ...server.sent(DECIDE)]).toEqual([])
    if (name === 'Approve') await decide()
    else await userEvent.keyboard(SEND)
    await answer(title, name)
    expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
    expect(server.sent(DECIDE)).toHaveLength(1)
  },
)

it('a missing reason is requested before the colleague is named', async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Return' }))
  await userEvent.click(screen.getByRole('button', { name: 'Return' }))
  expect(await screen.findByText('Missing reason')).toBeVisible()
  expect(screen.queryByText('Return “Kettles”?')).toBeNull()
})

it('a reviewer who has taken the review over on the page decides without a question', async () => {
  await userEvent.keyboard('r1')
  await screen.findByText('Priya Raman is reviewing this article')
  server.answer(CLAIM, { body: {} })
  await userEvent.click(screen.getByRole('button', { name: 'Take over' }))
  await waitFor(() => expect(screen.queryByText('Priya Raman is reviewing this article')).toBeNull())
  await userEvent.keyboard(SEND)
  expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
  expect(server.sent(DECIDE)).toHaveLength(1)
})

it('a reviewer whose review is taken over is notified on the page, before they decide', async () => {
  server.answer(CLAIM, { body: {} })
  await userEvent.keyboard('r1')
  await waitFor(() => expect(server.sent(CLAIM)).toHaveLength(1))
  expect(screen.queryByText('Priya Raman is reviewing this article')).toBeNull()
  server.answer('GET /api/claims', {
    body: [{ article_id: 5, user: PRIYA, claimed_at: '2026-03-01T10:00:00.000Z' }],
  })
  expect(await screen.findByText('Priya Raman is reviewing this article')).toBeVisible()
  server.answer('GET /api/claims', { body: [] })
  await waitFor(() => expect(screen.queryByText('Priya Raman is reviewing this article')).toBeNull())
  // From then on the claim is theirs again.
  await waitFor(() => expect(server.sent(CLAIM)).toHaveLength(2))
})

it('a reviewer who closes the editor over the page is still reviewing until they leave the page', async () => {
  const RELEASE = 'DELETE /api/articles/5/claim'
  server.answer(CLAIM, { body: {} })
  await userEvent.keyboard('r')
  await waitFor(() => expect(server.sent(CLAIM)).toHaveLength(1))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  await screen.findByRole('dialog')
  await waitFor(() => expect(server.sent(CLAIM)).toHaveLength(2))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent(RELEASE)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Next article' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
  // A claim that was still in progress is released afterwards.
  await waitFor(() => expect(server.sent(RELEASE)).not.toHaveLength(0))
})

const SKIPPED = 'Skipped an article that Priya Raman is reviewing'

it.each([
  ['leads past an article that a colleague is reviewing, and says so', [6], 'Lamps', [SKIPPED]],
  ['leads to the next article where colleagues are reviewing all of them', [6, 7], 'Toasters', []],
])('a decision %s', async (_what, claimed, title, notices) => {
  const claimOn = (id: number) => ({ article_id: id, user: PRIYA, claimed_at: '2026-03-01T10:00:00.000Z' })
  server.answer('GET /api/claims', { body: claimed.map(claimOn) })
  server.answer('GET /api/articles/6/place', { body: { position: 1, total: 2, before: null, after: 7 } })
  server.answer('GET /api/articles/7/place', { body: { position: 2, total: 2, before: 6, after: null } })
  server.answer('GET /api/articles/7', { body: anArticle({ article_id: 7, title: 'Lamps' }) })
  server.answer('GET /api/articles/5/place', { body: { position: null, total: 2, before: null, after: 6 } })
  server.answer(CLAIM, { body: {} })
  await refuseByButton('Return')
  expect(await screen.findByRole('heading', { level: 2, name: title })).toBeVisible()
  // Notices are rendered on their own, in their order: one about a skipped article comes before this one.
  notify({ kind: 'info', title: 'The last notice' })
  await screen.findByText('The last notice')
  expect(screen.queryAllByText(/^Skipped/).map((notice) => notice.textContent)).toEqual(notices)
})

it('a colleague who has stopped reviewing meanwhile is not named any more', async () => {
  await userEvent.keyboard('r1')
  await screen.findByText('Priya Raman is reviewing this article')
  server.answer(CLAIM, { body: {} })
  await userEvent.keyboard(SEND)
  expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
})
