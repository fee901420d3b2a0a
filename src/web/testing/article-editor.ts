import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { anArticle, SITE } from './articles.ts'
import { type Loopback, openLoopback } from './loopback.ts'

/** Saves article 5. */
export const SAVE = 'PUT /api/articles/5'
export const DECIDE = 'PATCH /api/articles/validate/5'
export const CLAIM = 'PUT /api/articles/5/claim'

/** A complete requested article. */
export const COMPLETE = anArticle({
  intro: 'Seven of them.',
  products: [{ product_id: 1, asin: 'B0C9TR41XM', name: 'Heron', award: 'Best Overall', summary: null }],
})
export const PRIYA = { id: 9, first_name: 'Priya', last_name: 'Raman', username: 'priya@copydesk.example' }

/** Priya is reviewing article 5, so claims by other users are refused. */
export const claimedByPriya = (server: Loopback) =>
  server.answer(CLAIM, {
    status: 409,
    body: {
      message: 'Priya Raman is reviewing this article.',
      details: { claim: { article_id: 5, user: PRIYA, claimed_at: '2026-03-01T10:00:00.000Z' } },
    },
  })

/** A server on which the complete article 5 can be saved and approved in its editor. */
export async function openEditorServer(): Promise<Loopback> {
  const server = await openLoopback()
  server.answer('GET /api/sites', { body: [SITE] })
  server.answer('GET /api/articles/5', { body: COMPLETE })
  server.answer('POST /api/preflight', {
    body: { findings: [], rules: 15, passed: 15, unread: [], stale: [] },
  })
  server.answer(SAVE, { body: { ...COMPLETE, version: 4 } })
  server.answer(DECIDE, { body: { ...COMPLETE, version: 5, status: 'approved' } })
  return server
}

/** The dialog with this title, once it is visible. */
export async function question(title: string) {
  const heading = await screen.findByText(title)
  await waitFor(() => expect(heading).toBeVisible())
  return within(heading.closest<HTMLElement>('[role="dialog"]') ?? document.body)
}

export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Clicks a button of the dialog with this title. */
export const answer = async (title: string, name: string) =>
  userEvent.click((await question(title)).getByRole('button', { name }))
