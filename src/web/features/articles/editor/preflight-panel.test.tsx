import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OVERRIDE_REASON_MAXIMUM } from '#shared/features/preflight/contract.ts'
import { anArticle, SITE } from '#web/testing/articles.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

/** The own draft of whoever is signed in. */
const draft = anArticle({ status: 'draft', draft: true, user_id: 7 })
const finding = {
  rule: 'no-products',
  level: 'warning',
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
  server.answer('POST /api/preflight', { body: { findings: [finding], rules: 14, passed: 13, unread: [] } })
  server.answer('PUT /api/articles/5', { body: { ...draft, version: 4 } })
})
afterEach(() => server.close())

it('a pasted reason that is too long stays as it was pasted, is counted, and is not sent', async () => {
  openAs(server, 'opm', '/articles/pending?edit=5')
  await userEvent.click(await screen.findByRole('button', { name: 'Give a reason' }))
  const reason = screen.getByLabelText(/^Reason for going on/)
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
