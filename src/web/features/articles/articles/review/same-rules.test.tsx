import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answer, COMPLETE, DECIDE, press, question, SAVE } from '#web/testing/article-editor.ts'
import {
  ARTICLE_PAGE,
  decisionPath,
  dialogField,
  editorField,
  goTo,
  inDialog,
  openDecisionServer,
  pageField,
  WORDS,
} from '#web/testing/decisions.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
let hold: Awaited<ReturnType<typeof openDecisionServer>>['hold']
beforeEach(async () => {
  const opened = await openDecisionServer()
  server = opened.server
  hold = opened.hold
})
afterEach(() => server.close())

it('the comment on a decision stays after the save, because the decision comes later', async () => {
  goTo(server, '/articles/pending?edit=5')
  await userEvent.type(await editorField('comment')(), 'Shortened')
  server.answer(DECIDE, { status: 503, body: { message: 'Away.' } })
  await press('Approve')
  expect(await screen.findByText('Could not approve the article')).toBeVisible()
  expect(await screen.findByLabelText('QA comment (optional)')).toHaveValue('Shortened')
})

it('a comment becomes the reason of a return, in a dialog as on the page', async () => {
  const left = goTo(server, decisionPath('approve'))
  await userEvent.type(await dialogField('comment')(), WORDS)
  goTo(server, decisionPath('return'), left)
  await waitFor(async () => expect(await dialogField('Return')()).toHaveValue(WORDS))
})

it('a decision clears the text for it and for all others, everywhere', async () => {
  const rejecting = goTo(server, decisionPath('reject'))
  await userEvent.type(await dialogField('Reject')(), 'Not for us')
  const approving = goTo(server, '/articles/pending?edit=5', rejecting)
  await userEvent.type(await editorField('comment')(), WORDS)
  expect(screen.getByText(/^You have an unsent reason to reject\./)).toBeVisible()
  await press('Approve')
  await screen.findByText('Article approved')
  expect(server.sent(DECIDE)[0]?.json).toMatchObject({ command: 'approve', reason: WORDS })
  const page = goTo(server, ARTICLE_PAGE, approving)
  expect(await pageField('comment')()).toHaveValue('')
  goTo(server, decisionPath('reject'), page)
  expect(await dialogField('Reject')()).toHaveValue('')
})

it('quotes without a comment are no reason in a dialog either, and other lines that end in a colon are kept', async () => {
  goTo(server, decisionPath('return'))
  const reason = await dialogField('Return')()
  await userEvent.type(reason, 'Title: {Enter}Product 1:')
  await press('Return')
  expect(await screen.findByText('Missing reason')).toBeVisible()
  await userEvent.type(reason, '{Enter}Please fix:{Enter}- the award')
  await press('Return')
  await waitFor(() => expect(server.sent(DECIDE)).toHaveLength(1))
  expect(server.sent(DECIDE)[0]?.json).toMatchObject({ reason: 'Please fix:\n- the award' })
})

it('what another user saved after the list was read has to be read before it is decided in the dialog', async () => {
  goTo(server, '/articles/pending')
  await userEvent.click(await screen.findByRole('button', { name: /^Return/ }))
  const first = await dialogField('Return')()
  expect(screen.queryByText('This article has changed')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(first).not.toBeInTheDocument())
  hold({ ...COMPLETE, version: COMPLETE.version + 1 })
  await userEvent.click(screen.getByRole('button', { name: /^Return/ }))
  await userEvent.type(await dialogField('Return')(), WORDS)
  expect(await screen.findByText('This article has changed')).toBeVisible()
  const dialog = await inDialog(/^Return “Kettles”$/)
  expect(dialog.getByRole('button', { name: 'Return' })).toBeDisabled()
  await press('I’ve read it')
  await userEvent.click(dialog.getByRole('button', { name: 'Return' }))
  await waitFor(() => expect(server.sent(DECIDE)).toHaveLength(1))
  expect(server.sent(DECIDE)[0]?.json).toMatchObject({ version: COMPLETE.version + 1, reason: WORDS })
})

it('an article that is decided while its dialog is open keeps the text and offers no decision', async () => {
  goTo(server, decisionPath('return'))
  await userEvent.type(await dialogField('Return')(), WORDS)
  hold({ ...COMPLETE, version: 4, status: 'approved' })
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  expect(await screen.findByText(/^It’s approved now, so you can’t do this any more\./)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Return' })).toBeDisabled()
  expect(screen.getByLabelText(/^Reason/)).toHaveValue(WORDS)
})

it('approving one’s own article on its page asks first, as in the editor', async () => {
  openAs(server, 'qa', ARTICLE_PAGE, { id: COMPLETE.user_id })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled())
  await press('Approve')
  const asked = await question('Approve your own article?')
  expect(asked.getByText(/^You requested this article yourself\./)).toBeVisible()
  expect(server.sent(SAVE)).toEqual([])
  await answer('Approve your own article?', 'Yes')
  await waitFor(() => expect(server.sent(DECIDE)).toHaveLength(1))
})

it.each([
  ['', WORDS],
  ['One more thing.', `${WORDS}\nOne more thing.`],
])(
  'the text of an undone decision is in the open field, before the text typed since (%j)',
  async (typed, found) => {
    server.answer('POST /api/articles/5/decision/undo', { body: { article: COMPLETE, words: WORDS } })
    server.answer('GET /api/decisions', {
      body: [{ article_id: 5, title: 'Kettles', command: 'approve', seconds_left: 10 }],
    })
    goTo(server, ARTICLE_PAGE)
    const field = await pageField('comment')()
    expect(field).toHaveValue('')
    const undo = await screen.findByRole('button', { name: 'Undo' })
    if (typed !== '') await userEvent.type(field, typed)
    server.answer('GET /api/decisions', { body: [] })
    await userEvent.click(undo)
    await waitFor(() => expect(field).toHaveValue(found))
  },
)
