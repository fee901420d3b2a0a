import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMPLETE, press } from '#web/testing/article-editor.ts'
import {
  ARTICLE_PAGE,
  decisionPath,
  decisionPlaces,
  dialogField,
  EDITOR,
  editorField,
  goTo,
  inDialog,
  openDecisionServer,
  pageField,
  WORDS,
} from '#web/testing/decisions.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { reload } from '#web/testing/open-app.tsx'

let server: Loopback
let hold: Awaited<ReturnType<typeof openDecisionServer>>['hold']
beforeEach(async () => {
  ;({ server, hold } = await openDecisionServer())
})
afterEach(() => server.close())

/** Whether the browser asks before it closes the tab. */
function asksOnClosing(): boolean {
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  return closing.defaultPrevented
}

describe.each(['comment', 'Return', 'Reject'] as const)('the text for a decision (%s)', (kind) => {
  const { page, dialog } = decisionPlaces(kind)
  it('is shown once when another user has decided, and then dropped', async () => {
    const left = goTo(server, ARTICLE_PAGE)
    await userEvent.type(await page.field(), WORDS)
    hold({ ...COMPLETE, version: 4, status: 'approved' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(await screen.findByText(`“${WORDS}”`, {}, { timeout: 10_000 })).toBeVisible()
    expect(asksOnClosing()).toBe(true)
    goTo(server, ARTICLE_PAGE, left)
    expect(await screen.findByRole('heading', { level: 2, name: 'Kettles' })).toBeVisible()
    expect(screen.queryByText(`“${WORDS}”`)).toBeNull()
    expect(asksOnClosing()).toBe(false)
  })

  it('makes the browser ask before the tab is closed, until it is deleted', async () => {
    const left = goTo(server, dialog.path)
    await userEvent.type(await dialog.field(), WORDS)
    expect(asksOnClosing()).toBe(true)
    await press('Cancel')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asksOnClosing()).toBe(true)
    goTo(server, page.path, left)
    await userEvent.clear(await page.field())
    expect(asksOnClosing()).toBe(false)
  })
})

it('a comment that became a reason by mistake is the comment again, unless the reason was changed', async () => {
  goTo(server, ARTICLE_PAGE)
  await userEvent.type(await pageField('comment')(), WORDS)
  await press('Return')
  expect(await pageField('Return')()).toHaveValue(WORDS)
  await press('Back')
  expect(await pageField('comment')()).toHaveValue(WORDS)
  expect(screen.queryByText(/You have an unsent reason/)).toBeNull()
  await press('Return')
  await userEvent.type(await pageField('Return')(), ' And later.')
  await press('Back')
  expect(await pageField('comment')()).toHaveValue('')
  expect(screen.getByText(/You have an unsent reason to return/)).toBeVisible()
})

it('a reason that is typed in the editor over the page is on the page at once', async () => {
  goTo(server, EDITOR)
  const reason = await editorField('Return')()
  await userEvent.type(reason, WORDS)
  await userEvent.click((await inDialog(/^Return “Kettles”$/)).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(reason).not.toBeInTheDocument())
  expect(screen.queryByText('Discard your changes?')).toBeNull()
  const bar = screen.getByRole('region', { name: 'Decision', hidden: true })
  expect(bar).toHaveTextContent('You have an unsent reason to return.')
})

it('the text on the page is kept without a question when the user goes to the next article and back', async () => {
  goTo(server, ARTICLE_PAGE)
  await userEvent.type(await pageField('comment')(), WORDS)
  await press('Next article')
  expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
  expect(await pageField('comment')()).toHaveValue('')
  window.history.back()
  expect(await screen.findByRole('heading', { level: 2, name: 'Kettles' })).toBeVisible()
  expect(await pageField('comment')()).toHaveValue(WORDS)
})

it('the text of a dialog survives a reload, and is then on the page', async () => {
  const left = goTo(server, decisionPath('reject'))
  await userEvent.type(await dialogField('Reject')(), WORDS)
  reload(left, () => goTo(server, ARTICLE_PAGE))
  expect(await screen.findByLabelText(/^Reason/)).toHaveValue(WORDS)
})
