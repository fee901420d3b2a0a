import { z } from 'zod'
import { EVENT_LABELS, EVENT_TYPES, type EventType } from '#shared/features/operate/event-hooks/rules.ts'
import { Timestamp } from '#shared/http/dates.ts'
import { createComponentSchemas } from './http/component-schemas.ts'
import type { ApiDescription } from './http/openapi.ts'

const isAboutPerson = (type: EventType) => type.startsWith('user.')

/** The body that a hook receives for events of this type. */
const bodyOf = (type: EventType) =>
  z.object({
    type: z.literal(type),
    timestamp: Timestamp,
    data: z.object({
      id: z.union([z.number(), z.string()]).nullable(),
      seq: z.number().int(),
      label: z.string(),
      url: z.string().nullable(),
      api: z.string().nullable(),
      site: z.string().nullable(),
      status: z.object({ from: z.string().optional(), to: z.string().optional() }).optional(),
      count: z.number().int().optional(),
      ...(isAboutPerson(type) ? { email: z.string().optional() } : {}),
      actor: z.object({ kind: z.string(), name: z.string() }),
    }),
  })

const header = (name: string, description: string) => ({
  ...{ name, description, in: 'header', required: true, schema: { type: 'string' } },
})

const HEADERS = [
  header('webhook-id', 'The same at every try of an event.'),
  header('webhook-timestamp', 'When the request was sent, in seconds since 1970.'),
  header('webhook-signature', 'One signature per secret, as in Standard Webhooks.'),
]

/** Without names: each type has a body of its own. */
const { schemaOf } = createComponentSchemas({})

const webhookOf = (type: EventType): ApiDescription['webhooks'][string] => ({
  post: {
    operationId: `event.${type}`,
    summary: EVENT_LABELS[type],
    description: 'Sent to event hooks of the standard format that chose this type, at least once.',
    tags: ['eventHooks'],
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(bodyOf(type), 'output') } },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '410': { description: 'The receiver wants no more events; the hook is stopped.' },
    },
  },
})

/** What hooks receive, for the API's description. */
export const describeEvents = (): ApiDescription['webhooks'] =>
  Object.fromEntries(EVENT_TYPES.map((type) => [type, webhookOf(type)]))
