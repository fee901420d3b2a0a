import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { session } from '#web/api/session.ts'
import { anArticle } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { HEALTH, person } from '#web/testing/people.ts'

let server: Loopback

const VALIDATE = 'PATCH /api/articles/validate/5'

/** Puts this article into the pending list. */
function hold(article: Article) {
  server.answer('GET /api/articles/pending', { body: { nodes: [article], totalCount: 1, page: 1 } })
  server.answer('GET /api/articles/5', { body: article })
}

/** Clicks a button once it is enabled: the findings are loaded before an approval is possible. */
async function press(name: string) {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toBeEnabled())
  await userEvent.click(button)
}

async function openReturn() {
  openAs(server, 'qa', '/articles/pending?decide=return&on=5')
  hold(anArticle())
  return screen.findByLabelText(/^Reason/)
}

beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
})
afterEach(() => server.close())

describe('deciding on an article', () => {
  it('restores the reason after the session ended and the same user signed in', async () => {
    await userEvent.type(await openReturn(), 'Too short')
    server.answer(VALIDATE, { status: 401, body: { message: 'Who are you?' } })
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    await screen.findByRole('button', { name: /log ?in|sign in/i })
    session.signIn('token-2', person('qa'))
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('Too short')
  })

  it('reports another user’s change, keeps the words and continues with the new version', async () => {
    await userEvent.type(await openReturn(), 'Too short')
    server.answer(VALIDATE, {
      status: 409,
      body: { message: 'Changed', details: { current: anArticle({ version: 4 }) } },
    })
    hold(anArticle({ version: 4 }))
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    expect(await screen.findByText('This article has changed')).toBeVisible()
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('Too short')
    expect(screen.getByRole('button', { name: 'Return' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'I’ve read it' }))
    server.answer(VALIDATE, { body: anArticle({ version: 5, status: 'returned' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    await waitFor(() => expect(screen.queryByLabelText(/^Reason/)).toBeNull())
    expect(server.sent(VALIDATE).map(({ json }) => json)).toEqual([
      { command: 'return', reason: 'Too short', version: 3 },
      { command: 'return', reason: 'Too short', version: 4 },
    ])
  })

  it.each([
    ['approve', 'Approve', anArticle(), 'PATCH /api/articles/validate/5'],
    ['resubmit', 'Resubmit', anArticle({ status: 'returned', user_id: 7 }), 'PATCH /api/articles/resubmit/5'],
  ] as const)(
    'to %s continues with the saved version if it fails after the save, and reports no conflict [D39]',
    async (action, label, article, step) => {
      openAs(server, 'qa', `/articles/pending?decide=${action}&on=5`)
      hold(article)
      await screen.findByLabelText(/^Comment/)
      server.answer('PUT /api/articles/5', ({ json }) => {
        const { version } = json as { version: number }
        const saved = { ...article, version: version + 1 }
        hold(saved)
        return { body: saved }
      })
      server.answer(step, { status: 503, body: { message: `Away: ${action}` } })
      await press(label)
      expect(await screen.findByText(`Away: ${action}`)).toBeVisible()
      server.answer(step, { body: { ...article, version: 6, status: 'approved' } })
      await press(label)
      await waitFor(() => expect(screen.queryByLabelText(/^Comment/)).toBeNull())
      expect(server.sent('PUT /api/articles/5').map(({ json }) => json)).toMatchObject([
        { version: 3 },
        { version: 4 },
      ])
      expect(screen.queryByText('This article has changed')).toBeNull()
    },
  )

  it('reports a failed save of a resubmission as a failed submission [ART-161]', async () => {
    openAs(server, 'opm', '/articles/pending?decide=resubmit&on=5')
    hold(anArticle({ status: 'returned', user_id: 7 }))
    await screen.findByLabelText(/^Comment|^Reply/)
    server.answer('PUT /api/articles/5', { status: 503, body: { message: 'Away.' } })
    await press('Resubmit')
    expect(await screen.findByText('Could not submit the article')).toBeVisible()
    expect(screen.queryByText('Could not save the article')).toBeNull()
  })

  it("titles a failed save of a reason 'Error on saving the reason.' and keeps it [ART-163]", async () => {
    openAs(server, 'qa', '/articles/pending?decide=reject&on=5')
    hold(anArticle())
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Long explanation')
    server.answer(VALIDATE, { status: 500, body: {} })
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('Error on saving the reason.')).toBeVisible()
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('Long explanation')
  })

  it('answers the latest of several returns, and no rejection [ART-109]', async () => {
    openAs(server, 'opm', '/articles/pending?decide=resubmit&on=5')
    const user = { id: 9, first_name: 'Dana', last_name: 'Okafor', username: 'dana@desk.example' }
    const entry = { user, complement: null, answered_at: null }
    const dayOf = (day: number) => `2026-03-0${day}T10:00:00.000Z`
    const article = anArticle({
      status: 'returned',
      user_id: 7,
      returns: [
        { ...entry, article_return_id: 41, kind: 'return', reason: 'Too short', created_at: dayOf(1) },
        { ...entry, article_return_id: 42, kind: 'return', reason: 'Too long', created_at: dayOf(2) },
        { ...entry, article_return_id: 43, kind: 'reject', reason: 'Not this one', created_at: dayOf(3) },
      ],
    })
    hold(article)
    await userEvent.type(await screen.findByLabelText(/^Comment|^Reply/), 'Just right')
    server.answer('PUT /api/articles/5', { body: { ...article, version: 4 } })
    server.answer('PATCH /api/articles/resubmit/5', { body: { ...article, status: 'requested' } })
    await userEvent.click(screen.getByRole('button', { name: 'Resubmit' }))
    await waitFor(() => expect(screen.queryByLabelText(/^Comment|^Reply/)).toBeNull())
    expect(server.sent('PATCH /api/articles/resubmit/5').map(({ json }) => json)).toEqual([
      { articleReturnId: 42, comments: 'Just right' },
    ])
  })

  it('resubmits an article that was returned on its board, without a return to answer [ART-107]', async () => {
    openAs(server, 'opm', '/articles/pending?decide=resubmit&on=5')
    const article = anArticle({ status: 'returned', user_id: 7 })
    hold(article)
    await userEvent.type(await screen.findByLabelText(/^Comment/), 'Photos are in')
    server.answer('PUT /api/articles/5', { body: { ...article, version: 4 } })
    server.answer('PATCH /api/articles/resubmit/5', { body: { ...article, status: 'requested' } })
    await userEvent.click(screen.getByRole('button', { name: 'Resubmit' }))
    await waitFor(() => expect(screen.queryByLabelText(/^Comment/)).toBeNull())
    const [sent] = server.sent('PATCH /api/articles/resubmit/5')
    expect(sent?.json).toEqual({ articleReturnId: null, comments: 'Photos are in' })
  })

  it('is disabled for approval until the objections are shown above the buttons', async () => {
    const asked = Promise.withResolvers<void>()
    const finding = {
      rule: 'unknown-asin',
      level: 'warning',
      path: 'products.0.asin',
      override: null,
      article: null,
    }
    server.answer('GET /api/articles/5/preflight', async () => {
      await asked.promise
      const findings = [{ ...finding, message: 'The catalogue does not know B0LEFTHAND.' }]
      return { body: { rules: 14, passed: 13, findings, unread: [] } }
    })
    openAs(server, 'qa', '/articles/pending?decide=approve&on=5')
    hold(anArticle())
    await screen.findByLabelText(/^Comment/)
    const approve = screen.getByRole('button', { name: 'Approve' })
    expect(approve).toBeDisabled()
    asked.resolve()
    expect(await screen.findByText(/does not know B0LEFTHAND/)).toBeVisible()
    expect(approve).toBeEnabled()
  })

  it('leaves keywords alone that other users may have added meanwhile', async () => {
    openAs(server, 'qa', '/articles/pending?decide=approve&on=5')
    hold(anArticle())
    await screen.findByLabelText(/^Comment/)
    server.answer('PUT /api/articles/5', { body: anArticle({ version: 4 }) })
    server.answer(VALIDATE, { body: anArticle({ version: 5, status: 'approved' }) })
    await press('Approve')
    await waitFor(() => expect(server.sent(VALIDATE)).toHaveLength(1))
    expect(server.sent('PUT /api/articles/5')[0]?.json).not.toHaveProperty('keywords')
  })

  it('offers no approval of the user’s own article where the organisation forbids it', async () => {
    openAs(server, 'qa', '/articles/pending', { id: 31 })
    server.answer('GET /api/health', { body: { ...HEALTH, self_approval: false } })
    hold(anArticle())
    expect(await screen.findByRole('button', { name: 'Return “Kettles”' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve “Kettles”' })).toBeNull())
  })

  it('offers none either where a flag forbids it', async () => {
    openAs(server, 'qa', '/articles/pending', { id: 31 })
    const flag = { feature_flag: 'SELF_APPROVAL', type: 'bool', value: false }
    server.answer('GET /api/feature-flags', { body: [flag] })
    hold(anArticle())
    expect(await screen.findByRole('button', { name: 'Return “Kettles”' })).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve “Kettles”' })).toBeNull())
  })

  it('keeps the claim on the review when a return is canceled', async () => {
    openAs(server, 'qa', '/articles/pending?edit=5')
    hold(anArticle())
    server.answer('PUT /api/articles/5/claim', { body: {} })
    server.answer('DELETE /api/articles/5/claim', { status: 204 })
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await screen.findByLabelText(/^Reason/)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByLabelText(/^Reason/)).toBeNull())
    expect(server.sent('PUT /api/articles/5/claim')).toHaveLength(1)
    expect(server.sent('DELETE /api/articles/5/claim')).toEqual([])
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
    await waitFor(() => expect(server.sent('DELETE /api/articles/5/claim')).toHaveLength(1))
  })

  it('ends quietly with the session, without releasing a claim that has ended', async () => {
    openAs(server, 'qa', '/articles/pending?edit=5')
    hold(anArticle())
    server.answer('PUT /api/articles/5/claim', { body: {} })
    await waitFor(() => expect(server.sent('PUT /api/articles/5/claim')).toHaveLength(1))
    await screen.findByRole('button', { name: 'Return' })
    act(() => session.signOut())
    expect(await screen.findByRole('button', { name: /^Sign in/i })).toBeVisible()
    await server.close()
    expect(server.sent('DELETE /api/articles/5/claim')).toEqual([])
  })

  it('does not open by an address that this user may not use', async () => {
    openAs(server, 'opm', '/articles/pending?decide=approve&on=5')
    hold(anArticle())
    await waitFor(() => expect(window.location.search).not.toContain('decide'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
