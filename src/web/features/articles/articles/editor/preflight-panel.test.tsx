import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OVERRIDE_REASON_MAXIMUM } from '#shared/features/articles/preflight/contract.ts'
import { anArticle, SITE } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

/** A draft of the signed-in user. */
const draft = anArticle({ status: 'draft', draft: true, user_id: 7 })
const finding = {
  rule: 'no-products',
  level: 'warning',
  needs_reason: false,
  subject: '',
  message: 'The article has no products.',
  path: 'products',
  article: null,
  override: null,
}

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [SITE] })
  server.answer('GET /api/articles/5', { body: draft })
  server.answer('POST /api/preflight', {
    body: { findings: [finding], rules: 15, passed: 14, unread: [], stale: [] },
  })
  server.answer('PUT /api/articles/5', { body: { ...draft, version: 4 } })
})
afterEach(() => server.close())

it('a pasted reason that is too long is kept, shows its length, and is not sent', async () => {
  openAs(server, 'opm', '/articles/pending?edit=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Give a reason to QA' }))
  const reason = screen.getByLabelText(/^Reason to submit anyway/)
  const long = 'x'.repeat(OVERRIDE_REASON_MAXIMUM + 12)
  await userEvent.click(reason)
  await userEvent.paste(long)
  expect(reason).toHaveValue(long)
  expect(screen.getByText('512 / 500')).toBeVisible()
  expect(screen.getByText('At most 500 characters')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save Draft' }))
  expect(reason).toHaveFocus()
  expect(server.sent('PUT /api/articles/5')).toEqual([])

  await userEvent.clear(reason)
  await userEvent.paste('A single pot is compared.')
  expect(screen.queryByText('At most 500 characters')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save Draft' }))
  await waitFor(() => expect(server.sent('PUT /api/articles/5')).toHaveLength(1))
  expect(server.sent('PUT /api/articles/5')[0]?.json).toMatchObject({
    overrides: [{ rule: 'no-products', subject: '', reason: 'A single pot is compared.' }],
  })
})

const panel = () => screen.findByRole('region', { name: 'Preflight' })

it('a new article shows faults only once the user types or presses Submit [U6]', async () => {
  openAs(server, 'opm', '/articles/pending?new=1')
  const preflight = await panel()
  expect(preflight).toHaveTextContent('checks as you write')
  expect(within(preflight).queryByRole('listitem')).toBeNull()
  await userEvent.type(screen.getByLabelText('Intro'), 'W')
  const goTo = await within(preflight).findByRole('button', { name: /^Go to Keyword/ })
  expect(preflight).toHaveTextContent('Missing keyword')
  expect(await within(preflight).findByRole('button', { name: /^Go to Products/ })).toBeVisible()
  await userEvent.click(goTo)
  expect(screen.getByLabelText('Keyword')).toHaveFocus()
  expect(server.sent('POST /api/preflight')).not.toEqual([])
})

it('Submit on an empty form names the missing fields [U6]', async () => {
  openAs(server, 'opm', '/articles/pending?new=1')
  await panel()
  await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
  expect(await panel()).toHaveTextContent('Missing Site')
})

it('an incomplete ASIN is reported at once, in place of the previous finding [U1]', async () => {
  openAs(server, 'opm', '/articles/pending?edit=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Add product' }))
  const preflight = await panel()
  expect(preflight).toHaveTextContent('Product 1: Missing ASIN')
  await userEvent.type(screen.getByLabelText('ASIN of product 1'), 'b0xx')
  expect(preflight).toHaveTextContent('Product 1: ASIN must have 10 characters; B0XX has 4')
  expect(preflight).not.toHaveTextContent('Missing ASIN')
})

it('the confirmation before a submission lists the findings of that moment', async () => {
  openAs(server, 'opm', '/articles/pending?edit=5')
  await screen.findByRole('button', { name: 'Give a reason to QA' })
  const looked = Promise.withResolvers<void>()
  server.answer('POST /api/preflight', async () => {
    await looked.promise
    return { body: { findings: [], rules: 15, passed: 15, unread: [], stale: [] } }
  })
  await userEvent.type(screen.getByLabelText('Title'), ', mended')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  const looking = await screen.findByText('Preflight is still checking your latest changes.')
  const question = looking.closest('.ant-modal')
  expect(question).toHaveTextContent('Are you sure you want to submit this article?')
  looked.resolve()
  await waitFor(() => expect(question).not.toHaveTextContent('Preflight'))
  expect(question).not.toHaveTextContent('no reason')
})

it('the dialog of a draft says whether its content is saved', async () => {
  const saved = Promise.withResolvers<void>()
  server.answer('PUT /api/articles/5', async () => {
    await saved.promise
    return { body: { ...draft, intro: 'W', version: 4 } }
  })
  openAs(server, 'opm', '/articles/pending?edit=5')
  await screen.findByText(/^Draft saved/)
  await userEvent.type(screen.getByLabelText('Intro'), 'W')
  expect(screen.getByText('Unsaved changes')).toBeVisible()
  expect(screen.queryByText(/^Draft saved/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save Draft' }))
  expect(await screen.findByText('Saving…')).toBeVisible()
  saved.resolve()
  await waitFor(() => expect(screen.queryByText('Saving…')).toBeNull())
  expect(screen.queryByText('Unsaved changes')).toBeNull()
})

it('an article that clearly names another product needs a reason for a submission, and none for a draft [U1]', async () => {
  const other = {
    ...finding,
    rule: 'other-product',
    needs_reason: true,
    subject: 'B0DOGBED01 dunlarch v2',
    message:
      'Product 1: B0DOGBED01 is “Memory Lounger” in the shop, plainly another product than “Dunlarch V2”.',
    path: 'products.0.name',
  }
  server.answer('POST /api/preflight', {
    body: {
      findings: [other],
      rules: 15,
      passed: 14,
      unread: [],
      stale: [{ asin: 'B0OLD00001', name: 'Haldenby Oven', as_of: '2026-03-01T00:00:00.000Z' }],
    },
  })
  openAs(server, 'opm', '/articles/pending?edit=5')
  const reason = await screen.findByLabelText(/^Reason to submit anyway/)
  expect(reason).toBeRequired()
  expect(await panel()).toHaveTextContent(
    'The catalogue isn’t answering. Its last answer: B0OLD00001 is “Haldenby Oven”',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  expect(reason).toHaveFocus()
  expect(await screen.findByText('Missing reason')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save Draft' }))
  await waitFor(() => expect(server.sent('PUT /api/articles/5')).toHaveLength(1))

  await userEvent.type(screen.getByLabelText(/^Reason to submit anyway/), 'One maker, two names.')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(server.sent('PUT /api/articles/5')).toHaveLength(2))
  expect(server.sent('PUT /api/articles/5')[1]?.json).toMatchObject({
    draft: false,
    overrides: [{ rule: 'other-product', subject: other.subject, reason: 'One maker, two names.' }],
  })
})
