import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import { type Endpoint, isForPeople } from '#shared/http/endpoint.ts'
import { ErrorBody, StepUpDetails } from '#shared/http/errors.ts'
import type { ComponentSchemas, JsonSchema } from './component-schemas.ts'

/** By media type. */
export type Content = Record<string, { schema: JsonSchema }>

export interface Response {
  description: string
  headers?: Record<string, unknown>
  content?: Content
}
/** By status; `$ref` leads to one that many calls share. */
export type Responses = Record<string, { $ref: string } | Response>

/** Details come only where an endpoint declares them, beside the rest. */
export const PlainRefusal = ErrorBody.omit({ details: true }).loose()

/** Refusals that many calls share. */
const REFUSALS = {
  Invalid: 'Invalid request; `validation` lists each problem with its field’s path.',
  Unauthenticated: 'Not signed in, or the session has ended.',
  Forbidden: 'Not allowed.',
  StepUp:
    'Not allowed or, with the code `stepUp`, the user must first confirm their identity at `POST /api/auth/step-up`.',
  NotFound: 'There is no such record, or the caller may not see it.',
  Conflict: 'The state of the record forbids it; `message` gives the reason.',
  TooLarge: 'The body or the file is too large.',
  Unsupported: 'The content type or the kind of file is not supported.',
  Unprocessable: 'Understood, but not possible; `message` gives the reason.',
  VersionRequired: 'The server requires `version`, and the body has none.',
  TooMany: 'Too many requests.',
  Unavailable: 'The server, its database or a connected system is not available right now.',
  Failed: 'Any other failure: 500 of the server, 502 of a connected system.',
} as const
type RefusalName = keyof typeof REFUSALS

const NAMES: Readonly<Record<number, RefusalName>> = {
  400: 'Invalid',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'Unsupported',
  422: 'Unprocessable',
  428: 'VersionRequired',
  429: 'TooMany',
  503: 'Unavailable',
}

const HEADERS = {
  RequestId: { description: 'Id of the request in the server’s log.', type: 'string' },
  RetryAfter: { description: 'Seconds until a new try makes sense.', type: 'integer' },
  Scheme: { description: 'How callers sign in: `Bearer`.', type: 'string' },
  RateLimit: { description: 'Most requests in the current window.', type: 'integer' },
  RateLimitRemaining: { description: 'Requests left in the current window.', type: 'integer' },
  RateLimitReset: { description: 'Seconds until the next window.', type: 'integer' },
} as const
const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` })
const WAITING = { 'Retry-After': header('RetryAfter') }
/** Headers of every response, refusals included. */
export const SHARED_HEADERS = {
  'X-Request-Id': header('RequestId'),
  'X-RateLimit-Limit': header('RateLimit'),
  'X-RateLimit-Remaining': header('RateLimitRemaining'),
  'X-RateLimit-Reset': header('RateLimitReset'),
}
/** Headers beside those. */
const HEADERS_OF: Readonly<Record<string, Readonly<Record<string, { $ref: string }>>>> = {
  Unauthenticated: { 'WWW-Authenticate': header('Scheme') },
  TooMany: WAITING,
  Unavailable: WAITING,
}
const refusal = (name: RefusalName) => ({ $ref: `#/components/responses/${name}` })

const withDetails = (details: z.ZodType, { schemaOf }: ComponentSchemas): JsonSchema => ({
  allOf: [
    schemaOf(PlainRefusal, 'output'),
    { type: 'object', properties: { details: schemaOf(details, 'output') } },
  ],
})

/** Whether some users or API tokens may not make this call: see `guard` in routes.ts. */
function isForbiddenToSome(endpoint: Endpoint): boolean {
  const { method, access, reads, whileEnrolling } = endpoint
  if (access === 'public') return false
  const changes = method !== 'GET' && reads !== true
  return access !== 'signedIn' || whileEnrolling !== true || changes || isForPeople(endpoint)
}

/** The statuses with which a call is refused because of what it is. */
function statusesOf(endpoint: Endpoint) {
  const { method, path, access, params, query, body, upload, hook, idempotent } = endpoint
  const takesBody = (body ?? upload ?? hook) !== undefined && method !== 'GET'
  const isChecked = params !== undefined || query !== undefined || takesBody
  return [
    ...(isChecked ? [400] : []),
    ...(access === 'public' ? [] : [401]),
    ...(isForbiddenToSome(endpoint) ? [403] : []),
    ...(path.includes(':') ? [404] : []),
    ...(takesBody ? [413, 415] : []),
    ...(idempotent ? [422] : []),
    429,
    503,
  ]
}

/** How a call can be refused: by what it is, as its endpoint declares it, and in the further ways named here. */
export function describedRefusals(
  endpoint: Endpoint,
  further: readonly number[],
  schemas: ComponentSchemas,
): Responses {
  const shared = [...statusesOf(endpoint), ...further].map((status) => {
    const name = NAMES[status]
    if (name === undefined) throw new Error(`${endpoint.path}: no text for the status ${status}`)
    return [status, refusal(status === 403 && endpoint.stepUp !== undefined ? 'StepUp' : name)]
  })
  const own = Object.entries(endpoint.refusals ?? {}).map(([status, details]) => [
    status,
    {
      description: `${STATUS_CODES[status]}; \`details\` say more.`,
      headers: SHARED_HEADERS,
      content: { 'application/json': { schema: withDetails(details, schemas) } },
    },
  ])
  return { ...Object.fromEntries([...shared, ...own]), default: refusal('Failed') }
}

/** Shared refusals and their headers, by name. */
export function refusalComponents(schemas: ComponentSchemas) {
  const contentOf = (name: string) => ({
    'application/json': {
      schema:
        name === 'StepUp' ? withDetails(StepUpDetails, schemas) : schemas.schemaOf(PlainRefusal, 'output'),
    },
  })
  return {
    headers: Object.fromEntries(
      Object.entries(HEADERS).map(([name, { description, type }]) => [
        name,
        { description, schema: { type } },
      ]),
    ),
    responses: Object.fromEntries(
      Object.entries(REFUSALS).map(([name, description]) => [
        name,
        {
          description,
          headers: { ...SHARED_HEADERS, ...HEADERS_OF[name] },
          content: contentOf(name),
        },
      ]),
    ),
  }
}
