import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdParams } from '../../../http/fields.ts'
import { ASSISTANT_WAYS } from '../sign-in-rules/rules.ts'

const ConnectParams = z.object({ uid: z.string().regex(/^[\w-]{20,64}$/) })

/** A program that asks to use Copydesk as the person who is signed in. */
export const ConnectRequest = z.object({
  /** As the program calls itself, unchecked. */
  name: z.string(),
  /** Host of the document by which the program identifies itself, and which it can't choose freely. */
  host: z.string(),
  /** Where the answer goes, with the port, as in `localhost:52817`. */
  redirect_host: z.string(),
  /** The answer goes to a program on the person’s own computer, which can’t be identified. */
  is_local: z.boolean(),
  /** It asked to prepare work, too. */
  wants_write: z.boolean(),
  expires_at: Timestamp,
})
export type ConnectRequest = z.infer<typeof ConnectRequest>

const Answered = z.object({
  /** Where the browser goes now, to hand the answer to the program. */
  redirect_to: z.string(),
})

export const ConnectedAssistant = z.object({
  id: z.number(),
  name: z.string(),
  host: z.string(),
  may_write: z.boolean(),
  connected_at: Timestamp,
  /** Give or take a minute; null if it was never used. */
  last_used_at: Timestamp.nullable(),
  /** When it is disconnected: each use moves this on, up to a year after it was connected. */
  ends_at: Timestamp,
})
export type ConnectedAssistant = z.infer<typeof ConnectedAssistant>

export const ConnectedAssistants = z.object({
  /** How assistants may connect by the sign-in rules. */
  allowed: z.enum(ASSISTANT_WAYS),
  /** Hosts whose assistants may connect with a person’s consent. */
  hosts: z.array(z.string()),
  /** What a program is given that connects by consent: it works under no other name of this server. */
  address: z.string(),
  /** The most recently used first. */
  assistants: z.array(ConnectedAssistant),
})
export type ConnectedAssistants = z.infer<typeof ConnectedAssistants>

export const assistantEndpoints = {
  readRequest: endpoint({
    method: 'GET',
    path: '/api/connect/:uid',
    access: 'public',
    callers: 'person',
    summary:
      'The assistant that asks to connect, for the browser in which it asked. 404 if the request has expired or was answered.',
    params: ConnectParams,
    answer: ConnectRequest,
  }),
  allow: endpoint({
    method: 'POST',
    path: '/api/connect/:uid/allow',
    access: ['Profile'],
    stepUp: true,
    summary:
      'Let the assistant use Copydesk as the caller. 404 if the request has expired, 409 if the workspace allows no assistants from its host or the caller has connected too many.',
    params: ConnectParams,
    body: z.object({
      /** It may also prepare work. Only if it asked for that. */
      may_write: z.boolean(),
    }),
    answer: Answered,
  }),
  refuse: endpoint({
    method: 'POST',
    path: '/api/connect/:uid/refuse',
    access: 'public',
    callers: 'person',
    summary: 'Refuse the assistant that asks to connect. 404 if the request has expired or was answered.',
    params: ConnectParams,
    answer: Answered,
  }),
  listOwn: endpoint({
    method: 'GET',
    path: '/api/profile/assistants',
    access: ['Profile'],
    callers: 'person',
    summary: 'The assistants that the caller has connected by consent, and how assistants may connect.',
    answer: ConnectedAssistants,
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/profile/assistants/:id',
    access: ['Profile'],
    callers: 'person',
    summary: 'Disconnect an assistant. It can’t make another call.',
    params: IdParams,
  }),
}
