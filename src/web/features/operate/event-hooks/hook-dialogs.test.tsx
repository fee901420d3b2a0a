// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './event-hook-screen.tsx'
import './test-dialog.tsx'
import './rotate-secret-dialog.tsx'
import './hook-secret-dialog.tsx'
import './send-failed-again-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventHookDetails, EventSend } from '#shared/features/operate/event-hooks/contract.ts'
import { failingHook, hookOf, sendDetailsOf, sendOf } from '#web/testing/event-hooks.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const FAILED = sendOf(11, { state: 'retrying', status: 503, type: 'article.published' })
const ARRIVED = sendOf(12)

let server: Loopback
let user: ReturnType<typeof userEvent.setup>
beforeEach(async () => {
  user = userEvent.setup()
  server = await openLoopback()
})
afterEach(() => server.close())

function open(hook: EventHookDetails, sends: readonly EventSend[] = []) {
  server.answer('GET /api/event-hooks/2', { body: hook })
  server.answer('GET /api/event-hooks/2/sends', {
    body: { nodes: sends, totalCount: sends.length, page: 1 },
  })
  openAs(server, 'eng', '/event-hooks/2')
  return screen.findByRole('heading', { level: 1, name: hook.name })
}
const click = (name: string) => user.click(screen.getByRole('button', { name }))

it('a hook is paused after a question that names the loss', async () => {
  await open(hookOf(2, 'BI warehouse'))
  server.answer('POST /api/event-hooks/2/pause', { body: hookOf(2, 'BI warehouse', { state: 'paused' }) })
  await click('Pause')
  const question = await screen.findByRole('dialog', { name: 'Pause “BI warehouse”?' })
  expect(question).toHaveTextContent('Events that happen while it’s paused aren’t sent later.')
  await user.click(within(question).getByRole('button', { name: 'Pause' }))
  expect(await screen.findByText('Hook paused')).toBeVisible()
})

it('a test that does not arrive says why and is repeated', async () => {
  const reason = 'The certificate of hooks.bi.example has expired.'
  const failed = sendOf(13, { type: 'test', state: 'given_up', status: null, error: reason })
  await open(hookOf(2, 'BI warehouse'))
  server.answer('POST /api/event-hooks/2/test', { body: sendDetailsOf(failed) })
  await click('Send a test')
  const dialog = within(await screen.findByRole('dialog', { name: 'Test of “BI warehouse”' }))
  expect(await dialog.findByText(new RegExp(reason))).toBeVisible()
  server.answer('POST /api/event-hooks/2/test', { body: sendDetailsOf(sendOf(14, { type: 'test' })) })
  await user.click(dialog.getByRole('button', { name: 'Test again' }))
  expect(await dialog.findByText('The test arrived.')).toBeVisible()
})

it('everything that failed in the chosen days is sent again, and its number is known before', async () => {
  await open(failingHook(2, 'BI warehouse'), [FAILED, ARRIVED])
  server.answer('POST /api/event-hooks/2/sends/again', { body: { count: 2 } })
  await click('Send all failed again')
  const dialog = within(await screen.findByRole('dialog', { name: 'Send 2 failed events again?' }))
  await user.clear(dialog.getByLabelText('From'))
  await user.type(dialog.getByLabelText('From'), '2026-01-02')
  await user.click(await dialog.findByRole('button', { name: 'Send 2' }))
  await waitFor(() => expect(server.sent('POST /api/event-hooks/2/sends/again')).toHaveLength(1))
  expect(server.sent('POST /api/event-hooks/2/sends/again')[0]?.json).toMatchObject({ since: '2026-01-02' })
})

it('a rotation shows the new secret once, and can end the old one', async () => {
  await open(hookOf(2, 'BI warehouse'))
  server.answer('POST /api/event-hooks/2/rotate', {
    status: 201,
    body: { secret: 'whsec_new', hook: hookOf(2, 'BI warehouse') },
  })
  await click('Rotate secret')
  const dialog = within(await screen.findByRole('dialog', { name: 'Rotate the secret of “BI warehouse”?' }))
  await user.click(dialog.getByRole('checkbox', { name: /^Use only the new one at once/ }))
  await user.click(dialog.getByRole('button', { name: 'Rotate secret' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Copy the secret now' }))
  expect(shown.getByRole('textbox', { name: 'Secret' })).toHaveValue('whsec_new')
  expect(server.sent('POST /api/event-hooks/2/rotate')[0]?.json).toEqual({ end_old: true })
})

it('a deleted hook leads back to the list', async () => {
  await open(hookOf(2, 'Old CMS'))
  server.answer('DELETE /api/event-hooks/2', { status: 204 })
  server.answer('GET /api/event-hooks', { body: { nodes: [], totalCount: 0 } })
  await click('Delete')
  const question = within(await screen.findByRole('dialog', { name: 'Delete “Old CMS”?' }))
  await user.click(question.getByRole('button', { name: 'Delete hook' }))
  await waitFor(() => expect(window.location.pathname).toBe('/event-hooks'))
})
