import type {
  EventHookDetails,
  EventSend,
  EventSendDetails,
} from '#shared/features/operate/event-hooks/contract.ts'
import { HOOK_HOURS } from '#shared/features/operate/event-hooks/rules.ts'

const MINUTE = 60_000
export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString()

/** An active hook of the standard format, to which two events an hour arrive. */
export const hookOf = (
  id: number,
  name: string,
  changes: Partial<EventHookDetails> = {},
): EventHookDetails => ({
  id,
  name,
  format: 'standard',
  address: `https://hooks.bi.example/${id}`,
  host: 'hooks.bi.example',
  types: ['article.approved', 'article.published', 'post.lost'],
  sites: null,
  timing: 'at_once',
  state: 'active',
  stopped_at: null,
  paused_by: null,
  failing_since: null,
  last: { at: minutesAgo(2), status: 200, error: null, ms: 84, arrived: true, next_try_at: null },
  hours: Array.from({ length: HOOK_HOURS }, () => ({ events: 2, failed: 0 })),
  old_secret_ends_at: null,
  created_at: '2026-07-14T09:00:00.000Z',
  created_by: { id: 4, name: 'Jonas Lindqvist' },
  version: 3,
  sent: 48,
  failed: 0,
  waiting: 0,
  oldest_waiting_at: null,
  median_ms: 96,
  slowest_ms: 1204,
  ...changes,
})

/** A hook whose last hour failed. */
export const failingHook = (id: number, name: string): EventHookDetails =>
  hookOf(id, name, {
    state: 'failing',
    failing_since: minutesAgo(30),
    last: {
      at: minutesAgo(4),
      status: 503,
      error: null,
      ms: 90,
      arrived: false,
      next_try_at: minutesAgo(-20),
    },
    hours: Array.from({ length: HOOK_HOURS }, (_, at) => ({
      events: 2,
      failed: at === HOOK_HOURS - 1 ? 2 : 0,
    })),
    failed: 2,
    waiting: 2,
    oldest_waiting_at: minutesAgo(30),
  })

export const sendIdOf = (number: number) => `0198f2a4-7c1e-4d55-9f0e-3f6c8b1d2e${number}`

/** An event that arrived at the first try. */
export const sendOf = (number: number, changes: Partial<EventSend> = {}): EventSend => ({
  id: sendIdOf(number),
  type: 'article.approved',
  label: 'The best kettles',
  site: 'Hearthside',
  state: 'sent',
  tries: 1,
  status: 200,
  error: null,
  ms: 84,
  created_at: minutesAgo(10),
  tried_at: minutesAgo(10),
  next_try_at: null,
  ...changes,
})

/** The event with one try, of which the receiver said "busy" unless it arrived. */
export const sendDetailsOf = (
  send: EventSend,
  changes: Partial<EventSendDetails> = {},
): EventSendDetails => ({
  ...send,
  attempts: [
    { at: minutesAgo(10), status: send.status, error: send.error, ms: 84, arrived: send.state === 'sent' },
  ],
  request: {
    address: 'https://hooks.bi.example/2',
    headers: [
      { name: 'webhook-id', value: send.id },
      { name: 'webhook-signature', value: 'v1,mB8q0Zt2…' },
    ],
    body: JSON.stringify({ type: send.type, data: { label: send.label } }),
    is_rotating: false,
  },
  answer:
    send.status === null
      ? null
      : {
          status: send.status,
          headers: [{ name: 'content-type', value: 'text/plain' }],
          body: 'busy',
          is_cut: false,
          ms: 84,
          wait_seconds: null,
        },
  ...changes,
})
