// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './event-hook-screen.tsx'
import './test-dialog.tsx'
import './send-failed-again-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { EventHookDetails, EventSend } from '#shared/features/operate/event-hooks/contract.ts'
import { failingHook, hookOf, sendDetailsOf, sendIdOf, sendOf } from '#web/testing/event-hooks.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { MESSAGES } from './messages.ts'

const SENDS = 'GET /api/event-hooks/2/sends'
const AGAIN = `POST /api/event-hooks/2/sends/${sendIdOf(11)}/again`
const FAILED = sendOf(11, { state: 'retrying', status: 503, type: 'article.published' })
const ARRIVED = sendOf(12)

let server: Loopback
let user: ReturnType<typeof userEvent.setup>
beforeEach(async () => {
  user = userEvent.setup()
  server = await openLoopback()
})
afterEach(() => server.close())

function open(hook: EventHookDetails, sends: readonly EventSend[] = [], address = '') {
  server.answer('GET /api/event-hooks/2', { body: hook })
  server.answer(SENDS, { body: { nodes: sends, totalCount: sends.length, page: 1 } })
  for (const send of sends)
    server.answer(`GET /api/event-hooks/2/sends/${send.id}`, { body: sendDetailsOf(send) })
  openAs(server, 'eng', `/event-hooks/2${address}`)
  return screen.findByRole('heading', { level: 1, name: hook.name })
}
const rowOf = (name: string) => screen.findByRole('row', { name: new RegExp(name) })
const click = (name: string) => user.click(screen.getByRole('button', { name }))

it('a failing hook says since when, what waits, and that nothing is lost', async () => {
  await open(failingHook(2, 'BI warehouse'))
  const note = screen.getByRole('alert')
  expect(note).toHaveTextContent(
    /^Failing since .*\. 2 events are waiting for their next try\. Nothing is lost.*If every try fails for 5 days, the hook/,
  )
  expect(screen.getByRole('button', { name: /^Failed, 24 hours 2/ })).toBeVisible()
})

it.each([
  [
    'paused by a person',
    { state: 'paused', paused_by: { id: 4, name: 'Jonas Lindqvist' } },
    /^Paused by Jonas.*aren’t sent later\.$/,
  ],
  [
    'paused by Copydesk',
    { state: 'paused' },
    'Paused because every try failed for 5 days. Fix the receiver, then resume. Events that happen while it’s stopped aren’t sent later.',
  ],
  [
    'gone',
    { state: 'gone' },
    'The receiver answered 410: it doesn’t want these events any more. Events that happen while it’s stopped aren’t sent later.',
  ],
] as const)('a hook that is %s says so and is resumed there', async (_, changes, words) => {
  const hook = hookOf(2, 'BI warehouse', changes)
  await open(hook)
  expect(screen.getByText(words)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull()
  server.answer('POST /api/event-hooks/2/resume', { body: hookOf(2, 'BI warehouse') })
  server.answer('GET /api/event-hooks/2', { body: hookOf(2, 'BI warehouse') })
  await click('Resume')
  expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible()
})

it.each([
  ['failed events of the last day', { failed: 2 }, '', 1],
  ['its failed events chosen in the log', {}, '?state=failed', 1],
  ['its given up events chosen in the log', {}, '?state=given_up', 1],
  ['nothing failed', {}, '', 0],
  ['failed events, paused', { failed: 2, state: 'paused' }, '?state=failed', 0],
] as const)(
  'a resumed hook with %s offers to send all failed again',
  async (_, changes, address, buttons) => {
    await open(hookOf(2, 'BI warehouse', changes), [], address)
    await screen.findByText(address === '' ? MESSAGES.noSends : MESSAGES.noSendsMatch)
    const found = screen.queryAllByRole('button', { name: 'Send all failed again' })
    expect(found).toHaveLength(buttons)
    for (const button of found) {
      await user.click(button)
      expect(await screen.findByRole('dialog', { name: /again\?$/ })).toBeVisible()
    }
  },
)

it('the filters of the log are in the address', async () => {
  await open(hookOf(2, 'BI warehouse'), [ARRIVED], '?state=failed&since=2026-11-24&until=2026-11-27')
  await rowOf('The best kettles')
  const asked = new URLSearchParams(server.sent(SENDS)[0]?.search)
  expect(Object.fromEntries(asked)).toEqual({
    page: '1',
    state: 'failed',
    since: '2026-11-24',
    until: '2026-11-27',
  })
  expect(screen.getByRole('button', { name: /^Status Failed/ })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Day 2026-11-24 to 2026-11-27/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Remove filter Day' }))
  await user.click(screen.getByRole('button', { name: /^Arrived/ }))
  await waitFor(() => expect(window.location.search).toBe('?state=sent'))
})

it('the address opens one event with its tries, its request and its answer', async () => {
  await open(hookOf(2, 'BI warehouse'), [FAILED, ARRIVED], `?send=${FAILED.id}`)
  const sent = within(await screen.findByRole('region', { name: 'Sent' }))
  expect(sent.getByRole('group', { name: 'Request headers' })).toHaveTextContent(`webhook-id: ${FAILED.id}`)
  expect(sent.getByRole('group', { name: 'Request body' })).toHaveTextContent('"article.published"')
  const answered = screen.getByRole('region', { name: 'Answered' })
  expect(answered).toHaveTextContent('503in 84 ms')
  expect(answered).toHaveTextContent('content-type: text/plain')
  expect(within(screen.getByRole('list', { name: 'Tries' })).getByText(/, 503$/)).toBeVisible()
  await user.click(await rowOf('article.approved').then((row) => within(row).getByRole('button')))
  await waitFor(() => expect(window.location.search).toBe(`?send=${ARRIVED.id}`))
})

it('an event that the page of the log does not have opens above it', async () => {
  server.answer(`GET /api/event-hooks/2/sends/${FAILED.id}`, { body: sendDetailsOf(FAILED) })
  await open(hookOf(2, 'BI warehouse'), [ARRIVED], `?send=${FAILED.id}`)
  await rowOf('The best kettles')
  const above = within(await screen.findByRole('region', { name: 'One event' }))
  expect(await above.findByRole('region', { name: 'Answered' })).toBeVisible()
})

it('the focused event is sent again with S, and a test is sent with T', async () => {
  await open(hookOf(2, 'BI warehouse'), [FAILED])
  server.answer(AGAIN, { body: sendDetailsOf({ ...FAILED, state: 'sent', status: 200 }) })
  server.answer('POST /api/event-hooks/2/test', { body: sendDetailsOf(sendOf(13, { type: 'test' })) })
  const row = await rowOf('article.published')
  row.focus()
  await user.keyboard('s')
  expect(await screen.findByText('Sending the event again')).toBeVisible()
  expect(server.sent(AGAIN)).toHaveLength(1)
  row.focus()
  await user.keyboard('t')
  const dialog = await screen.findByRole('dialog', { name: 'Test of “BI warehouse”' })
  expect(await within(dialog).findByText('The test arrived.')).toBeVisible()
})

it('T sends a test from anywhere on the page, even while the log is empty', async () => {
  const heading = await open(hookOf(2, 'BI warehouse'))
  server.answer('POST /api/event-hooks/2/test', { body: sendDetailsOf(sendOf(13, { type: 'test' })) })
  heading.focus()
  await user.keyboard('t')
  const dialog = within(await screen.findByRole('dialog', { name: 'Test of “BI warehouse”' }))
  const sent = await dialog.findByRole('region', { name: 'Sent' })
  expect(sent).toHaveTextContent(`webhook-id: ${sendIdOf(13)}`)
  expect(dialog.getByRole('region', { name: 'Answered' })).toHaveTextContent('200')
})

it('a click on a row of the log opens its event', async () => {
  await open(hookOf(2, 'BI warehouse'), [FAILED])
  await user.click(within(await rowOf('article.published')).getByText(/The best kettles/))
  expect(await screen.findByRole('region', { name: 'Sent' })).toBeVisible()
})

it('the down arrow enters the log from the page', async () => {
  const heading = await open(hookOf(2, 'BI warehouse'), [FAILED])
  const row = await rowOf('article.published')
  heading.focus()
  await user.keyboard('{ArrowDown}')
  expect(row).toHaveFocus()
})

it('a hook of Slack has no secret to rotate and no request to copy', async () => {
  await open(hookOf(2, '#desk-alerts', { format: 'slack' }), [ARRIVED], `?send=${ARRIVED.id}`)
  await screen.findByRole('region', { name: 'Sent' })
  expect(screen.queryByRole('button', { name: 'Rotate secret' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copy as curl' })).toBeNull()
})

it('an unknown hook and an empty log say so', async () => {
  server.answer('GET /api/event-hooks/2', { status: 404, body: { message: 'Not found.', code: 'notFound' } })
  openAs(server, 'eng', '/event-hooks/2')
  expect(await screen.findByRole('heading', { name: 'This event hook doesn’t exist' })).toBeVisible()
})

it('a log without sends leads to a test, and one whose filters match nothing to all of it', async () => {
  await open(hookOf(2, 'BI warehouse'), [], '?state=failed')
  expect(await screen.findByText('Nothing matches these filters.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(
    await screen.findByText('Nothing has been sent yet. Send a test to see whether it arrives.'),
  ).toBeVisible()
})
