import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openArticleServer, RETURNED, SENT_BACK } from '#web/testing/article-page.ts'
import { anArticle } from '#web/testing/articles.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'
import { HOLD_MS } from '#web/ui/hold/hold.ts'
import { switchLetterKeys } from '#web/ui/input/letter-keys.ts'

const APPROVED_BY_WEN = {
  action: 'approved',
  user: { id: 77, first_name: 'Wen', last_name: 'Ito', username: 'wen@copydesk.example' },
  created_at: '2026-03-04T00:00:00.000Z',
  comment: null,
  self: false,
}

let server: Loopback
let hold: Awaited<ReturnType<typeof openArticleServer>>['hold']
beforeEach(async () => {
  const opened = await openArticleServer()
  server = opened.server
  hold = opened.hold
})
afterEach(() => {
  vi.restoreAllMocks()
  return server.close()
})

describe('an article on its page, decided by QA,', () => {
  it('is returned with three keys, and the next pending one opens [ART-083] [ART-146]', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 4, status: 'returned' }) })
    await screen.findByRole('region', { name: 'Decision' })
    await screen.findByText('1 of 2 in the queue')
    await userEvent.keyboard('r')
    await screen.findByLabelText(/^Reason/)
    await userEvent.keyboard('1{Control>}{Enter}{/Control}')
    expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
    expect(server.sent('PATCH /api/articles/validate/5')[0]?.json).toEqual({
      version: 3,
      command: 'return',
      reason: 'A product is out of stock.',
    })
  })

  it('is approved by Ctrl Enter from its comment alone, and never while the button is disabled', async () => {
    const unread = Promise.withResolvers<void>()
    server.answer('GET /api/articles/5/preflight', async () => {
      await unread.promise
      return { body: { findings: [], rules: 14, passed: 14, unread: [] } }
    })
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ returns: [RETURNED] }), SENT_BACK)
    const send = '{Control>}{Enter}{/Control}'
    const comment = await screen.findByLabelText('Comment for Ada (optional)')
    await userEvent.click(comment)
    await userEvent.keyboard(send)
    unread.resolve()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled())
    await userEvent.click(await screen.findByText('Clean'))
    await userEvent.keyboard(send)
    screen.getByRole('button', { name: 'Return' }).focus()
    await userEvent.keyboard(send)
    // Enter clicks Return, which asks for the missing reason.
    await userEvent.click(await screen.findByRole('button', { name: 'Quote Title' }))
    await userEvent.click(await screen.findByLabelText(/^Reason/))
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(server.sent('PUT /api/articles/5')).toEqual([])
    expect(server.sent('PATCH /api/articles/validate/5')).toEqual([])
  })

  it('accepts letters after a click on its text, and gives each refusal its own reason', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ returns: [RETURNED] }), SENT_BACK)
    await screen.findByRole('region', { name: 'Decision' })
    await userEvent.click(await screen.findByText('Clean'))
    await userEvent.keyboard('r1')
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('A product is out of stock.')
    await userEvent.keyboard('{Escape}x')
    await waitFor(() => expect(screen.getByRole('region', { name: 'Reject' })).toBeVisible())
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('')
    await userEvent.keyboard('{Escape}r')
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('A product is out of stock.')
  })

  it('closes an empty reason at one Escape, a started one at two', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ returns: [RETURNED] }), SENT_BACK)
    await screen.findByRole('region', { name: 'Decision' })
    await userEvent.click(await screen.findByText('Clean'))
    await userEvent.keyboard('r{Control>}{Enter}{/Control}')
    expect(await screen.findByText('Missing reason')).toBeVisible()
    expect(screen.getByLabelText(/^Reason/)).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByLabelText(/^Reason/)).toBeNull()
    await userEvent.keyboard('r')
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too long{Escape}')
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('Too long')
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByLabelText(/^Reason/)).toBeNull()
  })

  /** The time of a hold does not pass, however slow the machine is. */
  function stopHoldTime() {
    const { setTimeout: start } = globalThis
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
      ms === HOLD_MS ? start(() => {}) : start(run, ms)) as typeof setTimeout)
  }

  it('has the focus as the next one after a decision, and says that it holds its buttons and letters', async () => {
    stopHoldTime()
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 4, status: 'returned' }) })
    await screen.findByRole('region', { name: 'Decision' })
    await userEvent.keyboard('r1{Control>}{Enter}{/Control}')
    const heading = await screen.findByRole('heading', { level: 2, name: 'Toasters' })
    await waitFor(() => expect(heading).toHaveFocus())
    const said = 'A new article. The buttons unlock in a moment.'
    expect(screen.getByRole('button', { name: 'Return' })).toHaveAccessibleDescription(new RegExp(said))
    await userEvent.keyboard('r')
    fireEvent.click(screen.getByRole('button', { name: 'Reject' }))
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent?.trim())).toContain(said)
    expect(screen.queryByLabelText(/^Reason/)).toBeNull()
  })

  it('holds its buttons too if it is the reviewer’s own returned one', async () => {
    stopHoldTime()
    const { id: user_id } = person('qa')
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    server.answer('GET /api/articles/6', {
      body: anArticle({ article_id: 6, title: 'Toasters', user_id, status: 'returned', returns: [RETURNED] }),
    })
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 4, status: 'returned' }) })
    await screen.findByRole('region', { name: 'Decision' })
    await userEvent.keyboard('r1{Control>}{Enter}{/Control}')
    fireEvent.click(await screen.findByRole('button', { name: 'Resubmit' }), { detail: 1 })
    await userEvent.keyboard('a{Control>}{Enter}{/Control}')
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent?.trim())).toContain(
      'A new article. The buttons unlock in a moment.',
    )
    expect(server.sent('PATCH /api/articles/resubmit/6')).toEqual([])
  })

  it('ignores letters while the focus is outside the article', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await screen.findByRole('region', { name: 'Decision' })
    screen.getByRole('link', { name: 'Skip to content' }).focus()
    await userEvent.keyboard('rxa')
    expect(screen.queryByLabelText(/^Reason/)).toBeNull()
    expect(screen.getByLabelText(/^Comment for/)).not.toHaveFocus()
  })

  it('takes letters after a quick reason into the reason, and never edits, approves or rejects [U5]', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 4, status: 'returned' }) })
    await screen.findByRole('region', { name: 'Decision' })
    await userEvent.keyboard('r1')
    const reason = await screen.findByLabelText(/^Reason/)
    await userEvent.keyboard(' see award axe{Control>}{Enter}{/Control}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
    expect(reason).not.toBeInTheDocument()
    expect(server.sent('PUT /api/articles/5')).toEqual([])
    expect(server.sent('PATCH /api/articles/validate/5').map(({ json }) => json)).toEqual([
      { version: 3, command: 'return', reason: 'A product is out of stock. see award axe' },
    ])
  })

  it('keeps the unsent words after another user’s decision, and names that user', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too short')
    server.answer('PATCH /api/articles/validate/5', { status: 409, body: { message: 'Approved already' } })
    hold(anArticle({ version: 4, status: 'approved', events: [APPROVED_BY_WEN] }))
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    expect(await screen.findByText('Wen Ito decided first: this article is approved')).toBeVisible()
    expect(screen.getByText('“Too short”')).toBeVisible()
  })

  it('names a colleague who starts reviewing, before the reader decides', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await screen.findByRole('region', { name: 'Decision' })
    await screen.findByText('1 of 2 in the queue')
    const TASK = { ...APPROVED_BY_WEN, action: 'task-added', user: null }
    hold(anArticle({ version: 4, status: 'approved', events: [APPROVED_BY_WEN, TASK] }))
    // A user who comes back to the page is notified at once, not only at the next poll after 15 seconds.
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(
      await screen.findByText('Wen Ito decided first: this article is approved', {}, { timeout: 10_000 }),
    ).toBeVisible()
    expect(screen.queryByText('Your text wasn’t sent:')).toBeNull()
    expect(screen.queryByRole('region', { name: 'Decision' })).toBeNull()
  })

  it('recognizes the reviewer’s own decision made elsewhere', async () => {
    const me = person('qa')
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await screen.findByRole('region', { name: 'Decision' })
    const own = { ...APPROVED_BY_WEN, user: { ...APPROVED_BY_WEN.user, id: me.id } }
    const task = { ...APPROVED_BY_WEN, action: 'task-added', user: null }
    hold(anArticle({ version: 4, status: 'approved', events: [own, task] }))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Decision' })).toBeNull())
    expect(screen.queryByText(/decided first/)).toBeNull()
  })

  it('keeps a half-written reason when a colleague returns the reviewer’s own article', async () => {
    const me = person('qa')
    openAs(server, 'qa', '/articles/5')
    hold(anArticle({ user_id: me.id }))
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too short')
    const returned = { ...APPROVED_BY_WEN, action: 'returned', comment: 'No.' }
    hold(anArticle({ user_id: me.id, version: 4, status: 'returned', events: [returned] }))
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(await screen.findByText('Wen Ito decided first: this article is returned')).toBeVisible()
    expect(screen.getByText('“Too short”')).toBeVisible()
    expect(screen.getByRole('region', { name: 'Answer' })).toBeVisible()
  })

  it('is followed by the next one pending at that time, not when it was opened', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    server.answer('GET /api/articles/6/place', { body: { position: null, total: 1, before: null, after: 7 } })
    server.answer('GET /api/articles/7', { body: anArticle({ article_id: 7, title: 'Lamps' }) })
    await screen.findByText('1 of 2 in the queue')
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too short')
    server.answer('GET /api/articles/5/place', { body: { position: null, total: 1, before: null, after: 7 } })
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 4, status: 'returned' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Lamps' })).toBeVisible()
  })

  it('is followed by its neighbour in the queue, not by the first of the queue', async () => {
    server.answer('GET /api/articles/5/place', { body: { position: 2, total: 3, before: 4, after: 6 } })
    server.answer('GET /api/articles/6/place', { body: { position: 2, total: 2, before: 4, after: null } })
    server.answer('GET /api/articles/4/place', { body: { position: 1, total: 2, before: null, after: 6 } })
    server.answer('GET /api/articles/4', { body: anArticle({ article_id: 4, title: 'Lamps' }) })
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await screen.findByText('2 of 3 in the queue')
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too short')
    server.answer('GET /api/articles/5/place', { body: { position: null, total: 2, before: null, after: 4 } })
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 4, status: 'returned' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
  })

  it('is not returned without a reason [ART-085]', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    expect(await screen.findByText('Missing reason')).toBeVisible()
    expect(server.sent('PATCH /api/articles/validate/5')).toEqual([])
  })

  it('is approved as it was read, with the comment, after it was saved [ART-086] [ART-097]', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    server.answer('PUT /api/articles/5', { body: anArticle({ version: 4 }) })
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 5, status: 'approved' }) })
    const comment = await screen.findByLabelText('Comment for Ada (optional)')
    await userEvent.keyboard('a')
    await waitFor(() => expect(comment).toHaveFocus())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled())
    await userEvent.keyboard('Fine{Control>}{Enter}{/Control}')
    expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
    expect(server.sent('PUT /api/articles/5')[0]?.json).toMatchObject({ version: 3, draft: false })
    expect(server.sent('PATCH /api/articles/validate/5')[0]?.json).toEqual({
      version: 4,
      command: 'approve',
      reason: 'Fine',
    })
  })

  it('must be read again after another user’s save, and keeps the words', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too short')
    const current = anArticle({ version: 4, title: 'Kettles, again' })
    server.answer('PATCH /api/articles/validate/5', {
      status: 409,
      body: { message: 'Changed', details: { current } },
    })
    hold(current)
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    expect(await screen.findByText('This article has changed')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Return' })).toBeDisabled()
    expect(screen.getByLabelText(/^Reason/)).toHaveValue('Too short')
    await userEvent.click(screen.getByRole('button', { name: 'I’ve read it' }))
    server.answer('PATCH /api/articles/validate/5', { body: anArticle({ version: 5, status: 'returned' }) })
    await userEvent.click(screen.getByRole('button', { name: 'Return' }))
    await waitFor(() =>
      expect(server.sent('PATCH /api/articles/validate/5').at(-1)?.json).toMatchObject({ version: 4 }),
    )
  })

  it('warns that an approval drops a half-written reason, and leads back to it [U5]', async () => {
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
    await userEvent.type(await screen.findByLabelText(/^Reason/), 'Too short')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.getByText(/You have an unsent reason to return/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Continue writing' }))
    expect(await screen.findByLabelText(/^Reason/)).toHaveValue('Too short')
  })

  it('ignores letters when single-letter shortcuts are off', async () => {
    switchLetterKeys(false)
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    const panel = await screen.findByRole('region', { name: 'Decision' })
    await userEvent.keyboard('rxajc')
    expect(screen.queryByLabelText(/^Reason/)).toBeNull()
    expect(panel).not.toHaveTextContent('approve Return')
    expect(screen.getByRole('heading', { level: 2 })).not.toHaveTextContent('Toasters')
  })

  it('moves on by one article per key press, even before the next article is known [U5]', async () => {
    const known = Promise.withResolvers<void>()
    server.answer('GET /api/articles/5/place', async () => {
      await known.promise
      return { body: { position: 1, total: 2, before: null, after: 6 } }
    })
    openAs(server, 'qa', '/articles/5')
    hold(anArticle())
    await screen.findByRole('region', { name: 'Decision' })
    await userEvent.keyboard('j')
    expect(screen.getByRole('heading', { level: 2 })).not.toHaveTextContent('Toasters')
    known.resolve()
    expect(await screen.findByRole('heading', { level: 2, name: 'Toasters' })).toBeVisible()
  })
})
