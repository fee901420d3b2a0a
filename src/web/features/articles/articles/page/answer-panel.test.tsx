import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openArticleServer, PRODUCT, RETURNED, SENT_BACK } from '#web/testing/article-page.ts'
import { anArticle } from '#web/testing/articles.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
let hold: Awaited<ReturnType<typeof openArticleServer>>['hold']
beforeEach(async () => {
  const opened = await openArticleServer()
  server = opened.server
  hold = opened.hold
})
afterEach(() => server.close())

describe('an article on its page, for its requester,', () => {
  it('is answered and sent again in the same place [ART-087] [ART-149]', async () => {
    openAs(server, 'opm', '/articles/5', { id: 31 })
    hold(anArticle({ status: 'returned', returns: [RETURNED] }), SENT_BACK)
    expect(await screen.findByText('Say how you weighed them.')).toBeVisible()
    server.answer('PUT /api/articles/5', {
      body: anArticle({ version: 4, status: 'returned', returns: [RETURNED] }),
    })
    server.answer('PATCH /api/articles/resubmit/5', { body: anArticle({ version: 5 }) })
    await userEvent.type(screen.getByLabelText('Answer (optional)'), 'By hand')
    await userEvent.click(screen.getByRole('button', { name: 'Resubmit' }))
    await waitFor(() =>
      expect(server.sent('PATCH /api/articles/resubmit/5')[0]?.json).toEqual({
        articleReturnId: 9,
        comments: 'By hand',
      }),
    )
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  })

  it('lists the request in each quote of a return, ticks changed ones, and counts the answered ones [U5]', async () => {
    openAs(server, 'opm', '/articles/5', { id: 31 })
    const reason = 'Nearly there.\nIntro: say how you weighed them\nProduct 1: another award\nNotes: '
    hold(
      anArticle({
        status: 'returned',
        title: 'The 9 Best Kettles',
        intro: 'We weighed nine kettles with water.',
        products: [{ ...PRODUCT, asin: 'B0KETTLE01' }],
        faqs: [{ question: 'Is it loud?' }],
        returns: [{ ...RETURNED, reason }],
      }),
      SENT_BACK,
    )
    const list = await screen.findByRole('list', { name: 'To do' })
    const checks = within(list).getAllByRole('checkbox')
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent?.trim()),
    ).toEqual(['Intro say how you weighed them', 'Product 1 another award', 'Notes'])
    await waitFor(() => expect(checks[0]).toBeChecked())
    expect(checks[1]).not.toBeChecked()
    expect(screen.getByText('1 of 3 answered')).toBeVisible()
    await userEvent.click(checks[2] as HTMLElement)
    expect(screen.getByText('2 of 3 answered')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Resubmit' })).toBeEnabled()
  })

  it('lets its owner continue or delete a draft [ART-125] [ART-126]', async () => {
    openAs(server, 'opm', '/articles/5', { id: 31 })
    hold(anArticle({ status: 'draft' }))
    server.answer('DELETE /api/articles/5', { status: 204 })
    server.answer('GET /api/articles/pending', { body: { nodes: [], total: 0 } })
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(server.sent('DELETE /api/articles/5')).toHaveLength(1))
  })
})
