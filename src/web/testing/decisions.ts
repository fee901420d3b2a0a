// Loaded lazily in the product; imported here so that they are loaded before the first test's timeout starts.
import '#web/features/articles/articles/editor/article-dialog.tsx'
import '#web/features/articles/articles/review/decision-dialog.tsx'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { COMPLETE, DECIDE, SAVE } from './article-editor.ts'
import { openArticleServer } from './article-page.ts'
import { SITE } from './articles.ts'
import type { Loopback } from './loopback.ts'
import { openAs } from './open-app.tsx'

export const ARTICLE_PAGE = '/articles/5'
export const EDITOR = '/articles/5?edit=1'
export const decisionPath = (decision: string) => `/articles/pending?decide=${decision}&on=5`
export const WORDS = 'Shorter, please.'

/** A server on which article 5 can be decided on its page, in the dialogs and in its editor. */
export async function openDecisionServer() {
  const { server, hold } = await openArticleServer()
  hold(COMPLETE)
  server.answer('GET /api/sites', { body: [SITE] })
  server.answer('GET /api/articles/5/checklist', { body: [] })
  server.answer('POST /api/preflight', {
    body: { findings: [], rules: 15, passed: 15, unread: [], stale: [] },
  })
  server.answer(SAVE, { body: { ...COMPLETE, version: 4 } })
  server.answer(DECIDE, { body: { ...COMPLETE, version: 5, status: 'approved' } })
  return { server, hold }
}

/** The signed-in user leaves the place that is open, and goes to another. */
export function goTo(server: Loopback, path: string, left?: ReturnType<typeof openAs>) {
  left?.unmount()
  const opened = openAs(server, 'qa', path)
  server.answer('GET /api/articles/pending', { body: { nodes: [COMPLETE], totalCount: 1, page: 1 } })
  return opened
}

export const inDialog = async (title: RegExp) => {
  const heading = await screen.findByText(title)
  return within(heading.closest<HTMLElement>('[role="dialog"]') ?? document.body)
}

type Kind = 'comment' | 'Return' | 'Reject'

export const pageField = (kind: Kind) => async () => {
  const bar = await screen.findByRole('region', { name: 'Decision' })
  if (kind === 'comment') return within(bar).findByLabelText(/^Comment for/)
  if (within(bar).queryByRole('region', { name: kind }) === null)
    await userEvent.click(within(bar).getByRole('button', { name: kind }))
  return within(bar).findByLabelText(/^Reason/)
}
export const dialogField = (kind: Kind) => async () =>
  (await inDialog(new RegExp(`^${kind === 'comment' ? 'Approve' : kind} “Kettles”$`))).getByLabelText(
    kind === 'comment' ? 'Comment (optional)' : /^Reason/,
  )
export const editorField = (kind: Kind) => async () => {
  const comment = await screen.findByLabelText('QA comment (optional)')
  if (kind === 'comment') return comment
  const editor = comment.closest<HTMLElement>('[role="dialog"]') ?? document.body
  await userEvent.click(within(editor).getByRole('button', { name: kind }))
  return dialogField(kind)()
}

/** The addresses of the places with this text, and what finds its field there once it is opened. */
export const decisionPlaces = (kind: Kind) => ({
  page: { path: ARTICLE_PAGE, field: pageField(kind) },
  dialog: {
    path: decisionPath(kind === 'comment' ? 'approve' : kind.toLowerCase()),
    field: dialogField(kind),
  },
  editor: { path: '/articles/pending?edit=5', field: editorField(kind) },
})
