import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { oldVersionOf } from '../../../http/errors.ts'
import { Day, Id, IdParams, listOf, PageField } from '../../../http/fields.ts'
import { EventHookBody, EventHookChange, HOOK_TIMINGS } from './form.ts'
import { EVENT_TYPES, HOOK_FORMATS, HOOK_HOURS, HOOK_STATES, SEND_FILTERS, SEND_STATES } from './rules.ts'

const Person = z.object({ id: z.number(), name: z.string() })

export const EventHook = z.object({
  id: z.number(),
  name: z.string(),
  format: z.enum(HOOK_FORMATS),
  /** Of Slack and Teams only its beginning, because the rest is a secret. */
  address: z.string(),
  host: z.string(),
  types: z.array(z.enum(EVENT_TYPES)),
  /** Null: all sites, new ones too. */
  sites: z.array(z.object({ site_id: z.number(), display_name: z.string() })).nullable(),
  timing: z.enum(HOOK_TIMINGS),
  state: z.enum(HOOK_STATES),
  /** When it was paused, or the receiver answered 410; null while it is active. */
  stopped_at: Timestamp.nullable(),
  /** Who paused it; null if Copydesk did, after 5 days in which every try failed. */
  paused_by: Person.nullable(),
  failing_since: Timestamp.nullable(),
  /** The last request. */
  last: z
    .object({
      at: Timestamp,
      /** HTTP status; null if there was no answer. */
      status: z.number().nullable(),
      /** Why there was no answer, in words. */
      error: z.string().nullable(),
      ms: z.number(),
      arrived: z.boolean(),
      next_try_at: Timestamp.nullable(),
    })
    .nullable(),
  /** Events of each of the last hours, the oldest first: how many, and how many of them have not arrived so far. */
  hours: z.array(z.object({ events: z.number(), failed: z.number() })).length(HOOK_HOURS),
  /** Until then, requests are signed with the secret before the last rotation too. */
  old_secret_ends_at: Timestamp.nullable(),
  created_at: Timestamp,
  created_by: Person.nullable(),
  version: z.number(),
})
export type EventHook = z.infer<typeof EventHook>

/** Numbers of its page; all but `waiting` are of the last 24 hours. */
export const EventHookDetails = EventHook.extend({
  sent: z.number(),
  failed: z.number(),
  waiting: z.number(),
  oldest_waiting_at: Timestamp.nullable(),
  median_ms: z.number().nullable(),
  slowest_ms: z.number().nullable(),
})
export type EventHookDetails = z.infer<typeof EventHookDetails>

/** The secret, in this answer only; null for Slack and Teams, whose requests are not signed. */
export const MadeEventHook = z.object({ secret: z.string().nullable(), hook: EventHookDetails })
export type MadeEventHook = z.infer<typeof MadeEventHook>

export const EventSend = z.object({
  /** The same at every try: the header `webhook-id`. */
  id: z.string(),
  type: z.enum(EVENT_TYPES),
  /** What the event is about. */
  label: z.string(),
  site: z.string().nullable(),
  state: z.enum(SEND_STATES),
  tries: z.number(),
  /** Of the last try; null if there was no answer. */
  status: z.number().nullable(),
  /** Why there was no answer, in words. */
  error: z.string().nullable(),
  ms: z.number().nullable(),
  created_at: Timestamp,
  tried_at: Timestamp.nullable(),
  next_try_at: Timestamp.nullable(),
})
export type EventSend = z.infer<typeof EventSend>

const Header = z.object({ name: z.string(), value: z.string() })

export const EventSendDetails = EventSend.extend({
  /** The first one first. */
  attempts: z.array(
    z.object({
      at: Timestamp,
      status: z.number().nullable(),
      error: z.string().nullable(),
      ms: z.number(),
      arrived: z.boolean(),
    }),
  ),
  /** The message, sent or to be sent: signatures are cut, Slack’s and Teams’ addresses too. */
  request: z.object({
    address: z.string(),
    headers: z.array(Header),
    body: z.string(),
    /** It carried two signatures. */
    is_rotating: z.boolean(),
  }),
  /** What the receiver answered last; null if it has not answered yet. */
  answer: z
    .object({
      status: z.number(),
      headers: z.array(Header),
      body: z.string(),
      /** It was longer than 2 kB. */
      is_cut: z.boolean(),
      ms: z.number(),
      /** For how long the receiver asked us to wait. */
      wait_seconds: z.number().nullable(),
    })
    .nullable(),
})
export type EventSendDetails = z.infer<typeof EventSendDetails>

const SendParams = z.object({ id: Id, sendId: z.uuid() })

export const eventHookEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/event-hooks',
    access: ['ManageWebhooks'],
    summary: 'All event hooks by name, with how many events of each of the last 24 hours arrived.',
    answer: z.object({ nodes: z.array(EventHook), totalCount: z.number() }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/event-hooks/:id',
    access: ['ManageWebhooks'],
    summary: 'One event hook, with the numbers of the last 24 hours.',
    params: IdParams,
    answer: EventHookDetails,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/event-hooks',
    access: ['ManageWebhooks'],
    stepUp: true,
    summary:
      'Create an event hook. Only this answer contains the secret that signs its requests. 409 if there are already 50 hooks.',
    body: EventHookBody,
    answer: MadeEventHook,
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/event-hooks/:id',
    access: ['ManageWebhooks'],
    stepUp: 'ifNeeded',
    summary:
      'Change an event hook; another address needs a step-up. A change of an old version answers 409 with the hook as it is now.',
    params: IdParams,
    body: EventHookChange,
    answer: EventHookDetails,
    refusals: { 409: oldVersionOf(EventHookDetails) },
  }),
  pause: endpoint({
    method: 'POST',
    path: '/api/event-hooks/:id/pause',
    access: ['ManageWebhooks'],
    summary:
      'Stop sending. Events that happen while a hook is paused are not sent later. Waiting events are sent after it is resumed.',
    params: IdParams,
    answer: EventHookDetails,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/api/event-hooks/:id/resume',
    access: ['ManageWebhooks'],
    summary: 'Send again, after a pause or after the receiver answered 410.',
    params: IdParams,
    answer: EventHookDetails,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/event-hooks/:id/rotate',
    access: ['ManageWebhooks'],
    stepUp: true,
    summary:
      'Make a new secret. For 24 hours, requests carry a signature of each, unless `end_old` is true. 409 for Slack and Teams.',
    params: IdParams,
    body: z.object({
      /** True: only the new secret signs from now on. */
      end_old: z.boolean(),
    }),
    answer: MadeEventHook,
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/event-hooks/:id',
    access: ['ManageWebhooks'],
    summary: 'Delete an event hook and its log. Waiting events are not sent.',
    params: IdParams,
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/event-hooks/:id/test',
    access: ['ManageWebhooks'],
    summary:
      'Send a test now, also from a paused hook, and wait for the answer. A failed test is not retried.',
    params: IdParams,
    answer: EventSendDetails,
    perMinute: 20,
  }),
  sends: endpoint({
    method: 'GET',
    path: '/api/event-hooks/:id/sends',
    access: ['ManageWebhooks'],
    summary: 'Events sent to a hook or waiting for it, the newest first, 20 per page.',
    params: IdParams,
    query: z.object({
      page: PageField,
      state: z.enum(SEND_FILTERS).optional(),
      type: listOf(z.enum(EVENT_TYPES)),
      /** Days in the organization’s time zone, both included. */
      since: Day.optional(),
      until: Day.optional(),
    }),
    answer: z.object({ nodes: z.array(EventSend), totalCount: z.number(), page: z.number() }),
  }),
  send: endpoint({
    method: 'GET',
    path: '/api/event-hooks/:id/sends/:sendId',
    access: ['ManageWebhooks'],
    summary: 'One event of a hook, with the request and the answer of each try.',
    params: SendParams,
    answer: EventSendDetails,
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: '/api/event-hooks/:id/sends/:sendId/again',
    access: ['ManageWebhooks'],
    summary: 'Send an event again now, with the same id. 409 while the hook is paused or gone.',
    params: SendParams,
    answer: EventSendDetails,
    perMinute: 60,
  }),
  sendFailedAgain: endpoint({
    method: 'POST',
    path: '/api/event-hooks/:id/sends/again',
    access: ['ManageWebhooks'],
    summary:
      'Send again now all events that failed in these days; each keeps its id. Returns their number. 409 while the hook is paused or gone.',
    params: IdParams,
    body: z.object({
      /** Days in the organization’s time zone, both included; without them, all that are kept. */
      since: Day.optional(),
      until: Day.optional(),
    }),
    answer: z.object({ count: z.number() }),
  }),
}
