import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import type { Endpoint, Hook } from '#shared/http/endpoint.ts'
import { ErrorBody, refusedWith } from '#shared/http/errors.ts'
import { describedAnswer, requestSchema } from './json-schema.ts'

type Json = Record<string, unknown>

export interface NamedEndpoint {
  /** `articles.approve`: noun and name. */
  id: string
  endpoint: Endpoint
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): Json[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = requestSchema(schema) as {
    properties?: Json
    required?: string[]
  }
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }))
}

/** Details come only where an endpoint declares them. */
const PlainRefusal = ErrorBody.omit({ details: true })

/** The refusals that need no declaration. */
const REFUSED = {
  Invalid: 'Does not fit; `validation` names every fault with the path of its field.',
  Unauthenticated: 'Nobody is signed in, or no longer.',
  Forbidden: 'The permission is missing.',
  Refused: 'Refused or failed; `message` says why.',
} as const

const KEY_PARAMETER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Sent again under the same key, the call is carried out once and answered the same for a day.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const hookParameters = ({ secret, signature }: Hook): Json[] =>
  [secret, signature].map((name) => ({ name, in: 'header', required: false, schema: { type: 'string' } }))

function requestBody({ body, upload, hook }: Endpoint): Json | undefined {
  if (hook) return { required: false, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  if (body === undefined) return undefined
  const content: Json = { 'application/json': { schema: requestSchema(body) } }
  if (upload) {
    const fields = requestSchema(upload) as { properties?: Json }
    content['multipart/form-data'] = {
      schema: { ...fields, properties: { ...fields.properties, file: { type: 'string', format: 'binary' } } },
    }
  }
  return { required: true, content }
}

const refused = (name: keyof typeof REFUSED): Json => ({ $ref: `#/components/responses/${name}` })

/** How a call can be refused: by what it is, and as its endpoint declares it with details of its own. */
function refusalsOf({ access, params, query, body, refusals = {} }: Endpoint): Json {
  const mayBeInvalid = params !== undefined || query !== undefined || body !== undefined
  const own = Object.entries(refusals).map(([status, details]) => [
    status,
    {
      description: `${STATUS_CODES[status]}; \`details\` say more.`,
      content: { 'application/json': { schema: describedAnswer(refusedWith(details)) } },
    },
  ])
  return {
    ...(mayBeInvalid ? { 400: refused('Invalid') } : {}),
    ...(access === 'public' ? {} : { 401: refused('Unauthenticated') }),
    ...(access === 'public' || access === 'signedIn' ? {} : { 403: refused('Forbidden') }),
    ...Object.fromEntries(own),
    default: refused('Refused'),
  }
}

function operation({ id, endpoint }: NamedEndpoint): Json {
  const isPublic = endpoint.access === 'public'
  const success = endpoint.download
    ? {
        description: 'The file.',
        content: { [endpoint.download]: { schema: { type: 'string', format: 'binary' } } },
      }
    : endpoint.answer
      ? {
          description: 'Done.',
          content: { 'application/json': { schema: describedAnswer(endpoint.answer) } },
        }
      : { description: 'Done; nothing to say.' }
  return {
    operationId: id,
    summary: endpoint.summary,
    tags: [id.split('.')[0]],
    'x-permission': endpoint.access,
    security: isPublic ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.idempotent ? [KEY_PARAMETER] : []),
      ...(endpoint.hook ? hookParameters(endpoint.hook) : []),
    ],
    ...(endpoint.body || endpoint.hook ? { requestBody: requestBody(endpoint) } : {}),
    responses: {
      [String(endpoint.status ?? (endpoint.answer ? 200 : 204))]: success,
      ...refusalsOf(endpoint),
    },
  }
}

/** The OpenAPI 3.1 description of every endpoint, each with the permission that it asks for. */
export function describeApi(endpoints: readonly NamedEndpoint[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const named of endpoints) {
    const path = named.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [named.endpoint.method.toLowerCase()]: operation(named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Copydesk',
      version,
      description: 'The content-operations desk of an affiliate publisher.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: Object.fromEntries(
        Object.entries(REFUSED).map(([name, description]) => [
          name,
          { description, content: { 'application/json': { schema: describedAnswer(PlainRefusal) } } },
        ]),
      ),
    },
  }
}
