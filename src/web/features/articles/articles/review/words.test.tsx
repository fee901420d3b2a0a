import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answer, COMPLETE, DECIDE, press, question, SAVE } from '#web/testing/article-editor.ts'
import { openArticleServer } from '#web/testing/article-page.ts'
import { SITE } from '#web/testing/articles.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs, reload } from '#web/testing/open-app.tsx'

const PAGE = '/articles/5'
const EDITOR = '/articles/5?edit=1'
const dialogOf = (decision: string) => `/articles/pending?decide=${decision}&on=5`
const WORDS = 'Shorter, please.'

let server: Loopback
let hold: Awaited<ReturnType<typeof openArticleServer>>['hold']
beforeEach(async () => {
  const opened = await openArticleServer()
  server = opened.server
  hold = opened.hold
  hold(COMPLETE)
  server.answer('GET /api/sites', { body: [SITE] })
  server.answer('GET /api/articles/5/checklist', { body: [] })
  server.answer('POST /api/preflight', {
    body: { findings: [], rules: 15, passed: 15, unread: [], stale: [] },
  })
  server.answer(SAVE, { body: { ...COMPLETE, version: 4 } })
  server.answer(DECIDE, { body: { ...COMPLETE, version: 5, status: 'approved' } })
})
afterEach(() => server.close())

/** The signed-in user leaves the place that is open, and goes to another. */
function goTo(path: string, left?: ReturnType<typeof openAs>) {
  left?.unmount()
  const opened = openAs(server, 'qa', path)
  server.answer('GET /api/articles/pending', { body: { nodes: [COMPLETE], totalCount: 1, page: 1 } })
  return opened
}

const inDialog = async (title: RegExp) => {
  const heading = await screen.findByText(title)
  return within(heading.closest<HTMLElement>('[role="dialog"]') ?? document.body)
}

interface Place {
  path: string
  /** Opens the field in this place. */
  field: () => Promise<HTMLElement>
}
type Kind = 'comment' | 'Return' | 'Reject'

const pageField = (kind: Kind) => async () => {
  const bar = await screen.findByRole('region', { name: 'Decision' })
  if (kind === 'comment') return within(bar).findByLabelText(/^Comment for/)
  if (within(bar).queryByRole('region', { name: kind }) === null)
    await userEvent.click(within(bar).getByRole('button', { name: kind }))
  return within(bar).findByLabelText(/^Reason/)
}
const dialogField = (kind: Kind) => async () =>
  (await inDialog(new RegExp(`^${kind === 'comment' ? 'Approve' : kind} “Kettles”$`))).getByLabelText(
    kind === 'comment' ? 'Comment (optional)' : /^Reason/,
  )
const editorField = (kind: Kind) => async () => {
  const comment = await screen.findByLabelText('QA comment (optional)')
  if (kind === 'comment') return comment
  const editor = comment.closest<HTMLElement>('[role="dialog"]') ?? document.body
  await userEvent.click(within(editor).getByRole('button', { name: kind }))
  return dialogField(kind)()
}

const placesOf = (kind: Kind): Readonly<Record<string, Place>> => ({
  page: { path: PAGE, field: pageField(kind) },
  dialog: { path: dialogOf(kind === 'comment' ? 'approve' : kind.toLowerCase()), field: dialogField(kind) },
  editor: { path: '/articles/pending?edit=5', field: editorField(kind) },
})

describe.each(['comment', 'Return', 'Reject'] as const)('the text for a decision (%s)', (kind) => {
  const { page, dialog, editor } = placesOf(kind)
  it.each([
    ['in the dialog is on the page', dialog, page],
    ['on the page is in the dialog', page, dialog],
    ['in the editor is on the page', editor, page],
    ['on the page is in the editor', page, editor],
  ])('that is typed %s', async (_way, from, to) => {
    const left = goTo(from?.path ?? '')
    const field = await from?.field()
    if (field) await userEvent.type(field, WORDS)
    goTo(to?.path ?? '', left)
    expect(await to?.field()).toHaveValue(WORDS)
  })
})

it('a reason that is typed in the editor over the page is on the page at once', async () => {
  goTo(EDITOR)
  const reason = await editorField('Return')()
  await userEvent.type(reason, WORDS)
  await userEvent.click((await inDialog(/^Return “Kettles”$/)).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(reason).not.toBeInTheDocument())
  expect(screen.queryByText('Discard your changes?')).toBeNull()
  const bar = screen.getByRole('region', { name: 'Decision', hidden: true })
  expect(bar).toHaveTextContent('You have an unsent reason to return.')
})

it('the text on the page is kept without a question when the user goes to the next article and back', async () => {
  goTo(PAGE)
  await userEvent.type(await pageField('comment')(), WORDS)
  await press('Next article')
  expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
  expect(await pageField('comment')()).toHaveValue('')
  window.history.back()
  expect(await screen.findByRole('heading', { level: 2, name: 'Kettles' })).toBeVisible()
  expect(await pageField('comment')()).toHaveValue(WORDS)
})

it('the text of a dialog survives a reload, and is then on the page', async () => {
  const left = goTo(dialogOf('reject'))
  await userEvent.type(await dialogField('Reject')(), WORDS)
  reload(left, () => goTo(PAGE))
  expect(await screen.findByLabelText(/^Reason/)).toHaveValue(WORDS)
})

it('the comment on a decision stays after the save, because the decision comes later', async () => {
  goTo('/articles/pending?edit=5')
  await userEvent.type(await editorField('comment')(), 'Shortened')
  server.answer(DECIDE, { status: 503, body: { message: 'Away.' } })
  await press('Approve')
  expect(await screen.findByText('Could not approve the article')).toBeVisible()
  expect(await screen.findByLabelText('QA comment (optional)')).toHaveValue('Shortened')
})

it('a comment becomes the reason of a return, in a dialog as on the page', async () => {
  const left = goTo(dialogOf('approve'))
  await userEvent.type(await dialogField('comment')(), WORDS)
  goTo(dialogOf('return'), left)
  await waitFor(async () => expect(await dialogField('Return')()).toHaveValue(WORDS))
})

it('a decision clears the text for it and for all others, everywhere', async () => {
  const rejecting = goTo(dialogOf('reject'))
  await userEvent.type(await dialogField('Reject')(), 'Not for us')
  const approving = goTo('/articles/pending?edit=5', rejecting)
  await userEvent.type(await editorField('comment')(), WORDS)
  expect(screen.getByText(/^You have an unsent reason to reject\./)).toBeVisible()
  await press('Approve')
  await screen.findByText('Article approved')
  expect(server.sent(DECIDE)[0]?.json).toMatchObject({ command: 'approve', reason: WORDS })
  const page = goTo(PAGE, approving)
  expect(await pageField('comment')()).toHaveValue('')
  goTo(dialogOf('reject'), page)
  expect(await dialogField('Reject')()).toHaveValue('')
})

it('quotes without a comment are no reason in a dialog either, and other lines that end in a colon are kept', async () => {
  goTo(dialogOf('return'))
  const reason = await dialogField('Return')()
  await userEvent.type(reason, 'Title: {Enter}Product 1:')
  await press('Return')
  expect(await screen.findByText('Missing reason')).toBeVisible()
  await userEvent.type(reason, '{Enter}Please fix:{Enter}- the award')
  await press('Return')
  await waitFor(() => expect(server.sent(DECIDE)).toHaveLength(1))
  expect(server.sent(DECIDE)[0]?.json).toMatchObject({ reason: 'Please fix:\n- the award' })
})

it('an article that is decided while its dialog is open keeps the text and offers no decision', async () => {
  goTo(dialogOf('return'))
  await userEvent.type(await dialogField('Return')(), WORDS)
  hold({ ...COMPLETE, version: 4, status: 'approved' })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(await screen.findByText(/^It’s approved now, so you can’t do this any more\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Return' })).toBeDisabled()
  expect(screen.getByLabelText(/^Reason/)).toHaveValue(WORDS)
})

it('approving one’s own article on its page asks first, as in the editor', async () => {
  openAs(server, 'qa', PAGE, { id: COMPLETE.user_id })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled())
  await press('Approve')
  const asked = await question('Approve your own article?')
  expect(asked.getByText(/^You requested this article yourself\./)).toBeVisible()
  expect(server.sent(SAVE)).toEqual([])
  await answer('Approve your own article?', 'Yes')
  await waitFor(() => expect(server.sent(DECIDE)).toHaveLength(1))
})

it('the text of an undone decision is in the field of the article that is open', async () => {
  server.answer('POST /api/articles/5/decision/undo', { body: { article: COMPLETE, words: WORDS } })
  server.answer('GET /api/decisions', {
    body: [{ article_id: 5, title: 'Kettles', command: 'approve', seconds_left: 10 }],
  })
  goTo(PAGE)
  expect(await pageField('comment')()).toHaveValue('')
  const undo = await screen.findByRole('button', { name: 'Undo' })
  server.answer('GET /api/decisions', { body: [] })
  await userEvent.click(undo)
  await waitFor(async () => expect(await pageField('comment')()).toHaveValue(WORDS))
})
