import { z } from 'zod'
import { type Endpoint, type Hook, isForPeople } from '#shared/http/endpoint.ts'
import {
  type ComponentSchemas,
  createComponentSchemas,
  type JsonSchema,
  type NamedSchema,
} from './component-schemas.ts'
import {
  type Content,
  describedRefusals,
  PlainRefusal,
  type Response,
  type Responses,
  refusalComponents,
  SHARED_HEADERS,
} from './described-refusals.ts'
import { FORM } from './forms.ts'
import { requestSchema } from './json-schema.ts'

type Json = Record<string, unknown>

export interface NamedEndpoint {
  /** `articles.approve`: noun and name. */
  id: string
  endpoint: Endpoint
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: JsonSchema
}

export interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  deprecated?: true
  'x-permission': Endpoint['access']
  'x-callers'?: 'person'
  security: Json[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content } | undefined
  responses: Responses
}

export interface ApiDescription {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  /** By path, then by method in small letters. */
  paths: Record<string, Record<string, Operation>>
  /** Requests that this server sends, by the type of the event. */
  webhooks: Record<string, { post: Json }>
  components: {
    securitySchemes: Json
    headers: Json
    responses: Responses
    schemas: Record<string, JsonSchema>
  }
}

/** What the description says beyond the declarations. */
export interface ApiTexts {
  /** A sentence per noun. */
  nouns: Readonly<Record<string, string>>
  /** By `noun.call.name`, path up to the parameter, `noun.name` or name. */
  parameters: Readonly<Record<string, string>>
  /** Statuses of refusals that no declaration shows, by `noun.call`. */
  refusals: Readonly<Record<string, readonly number[]>>
}

/** What the description of a call is made with. */
interface Describing {
  schemas: ComponentSchemas
  texts: ApiTexts
}

/** As OpenAPI writes it. The server ignores a slash at the end, and some readers of descriptions refuse it. */
export const documentedPath = ({ path }: Endpoint) => path.replace(/:(\w+)/g, '{$1}').replace(/\/$/, '')

/** Parameters before words, so that readers that take the first match find most calls unambiguous. */
const pathOrder = ({ endpoint }: NamedEndpoint) => documentedPath(endpoint).replaceAll('{', ' ')

function parameterText({ id, endpoint }: NamedEndpoint, name: string, texts: ApiTexts['parameters']): string {
  const [upTo] = documentedPath(endpoint).split(`{${name}}`)
  const keys = [`${id}.${name}`, `${upTo}{${name}}`, `${nounOf(id)}.${name}`, name]
  const found = keys.find((key) => texts[key] !== undefined)
  if (found === undefined) throw new Error(`${id}: no text for the parameter ${name}`)
  return texts[found] ?? ''
}

function parameters(place: 'path' | 'query', operation: NamedEndpoint, { texts }: Describing): Parameter[] {
  const schema = place === 'path' ? operation.endpoint.params : operation.endpoint.query
  if (schema === undefined) return []
  const { properties = {}, required = [] } = requestSchema(schema)
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: parameterText(operation, name, texts.parameters),
    schema: shape,
  }))
}

const KEY_PARAMETER: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating the call with the same key carries it out once and returns the same answer for a day.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const hookParameters = ({ secret, signature }: Hook): Parameter[] =>
  [
    { name: secret, description: 'Greeting of a new subscription; the answer repeats it.' },
    { name: signature, description: 'HMAC-SHA256 of the body with the secret, in hexadecimal digits.' },
  ].map((named) => ({ ...named, in: 'header', required: false, schema: { type: 'string' } }))

function requestBody(
  { body, upload, streamMaximum, hook, form }: Endpoint,
  { schemaOf }: ComponentSchemas,
): Operation['requestBody'] {
  if (hook) return { required: false, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  if (body === undefined && upload === undefined) return undefined
  // A streamed body is a form, never JSON.
  const content: Content =
    body && streamMaximum === undefined ? { 'application/json': { schema: schemaOf(body, 'input') } } : {}
  if (body && form) content[FORM] = { schema: schemaOf(body, 'input') }
  if (upload) {
    const { $schema: _schema, ...fields } = requestSchema(upload)
    content['multipart/form-data'] = {
      schema: { ...fields, properties: { ...fields.properties, file: { type: 'string', format: 'binary' } } },
    }
  }
  return { required: true, content }
}

const FILE_NAME = {
  'Content-Disposition': { description: 'The name of the file.', schema: { type: 'string' } },
}

const SUNSET = { description: 'When the call may be removed (RFC 8594).', schema: { type: 'string' } }

const withHeaders = (response: Response, { sunset }: Endpoint): Response => ({
  ...response,
  headers: { ...SHARED_HEADERS, ...response.headers, ...(sunset === undefined ? {} : { Sunset: SUNSET }) },
})

function successOf({ download, answer, hook, redirect }: Endpoint, { schemaOf }: ComponentSchemas): Response {
  if (download) {
    const schema = { type: 'string', format: 'binary' }
    const content = Object.fromEntries(download.map((type) => [type, { schema }]))
    return { description: 'The file.', headers: FILE_NAME, content }
  }
  if (redirect) {
    const location = { description: 'Where the browser goes.', schema: { type: 'string' } }
    return { description: 'Redirect.', headers: { Location: location } }
  }
  if (!answer) {
    const greeting = { description: 'The secret that was sent.', schema: { type: 'string' } }
    return { description: 'Done; no content.', ...(hook ? { headers: { [hook.secret]: greeting } } : {}) }
  }
  return { description: 'Done.', content: { 'application/json': { schema: schemaOf(answer, 'output') } } }
}

/** Who may call, and under which limits. */
function conditionsOf(endpoint: Endpoint): string {
  const { access, stepUp, reads, idempotent, perMinute, hook, sunset } = endpoint
  const who =
    access === 'public' ? 'Public.' : access === 'signedIn' ? 'Any user.' : `Needs ${access.join(' or ')}.`
  return [
    ...(sunset === undefined ? [] : [`Deprecated; may be removed from ${sunset} on.`]),
    hook ? 'Called by connected systems.' : who,
    ...(access !== 'public' && isForPeople(endpoint) ? ['Not for API tokens.'] : []),
    ...(reads ? ['Open to read-only API tokens.'] : []),
    ...(stepUp ? ['The caller must have confirmed their identity in the last 15 minutes'] : []).map(
      (words) => (stepUp === 'ifNeeded' ? `In some cases, ${words.toLowerCase()}.` : `${words}.`),
    ),
    ...(idempotent ? ['Safe to repeat with `Idempotency-Key`.'] : []),
    ...(perMinute === undefined ? [] : [`At most ${perMinute} calls per minute.`]),
    ...(hook === undefined ? [] : [`At most ${hook.perTenSeconds} calls in 10 seconds.`]),
  ].join(' ')
}

const nounOf = (id: string) => id.split('.')[0] ?? id

function describedCall(operation: NamedEndpoint, describing: Describing): Operation {
  const { id, endpoint } = operation
  const { schemas, texts } = describing
  return {
    operationId: id,
    summary: endpoint.summary,
    description: conditionsOf(endpoint),
    tags: [nounOf(id)],
    ...(endpoint.sunset === undefined ? {} : { deprecated: true as const }),
    'x-permission': endpoint.access,
    ...(endpoint.access !== 'public' && isForPeople(endpoint) ? { 'x-callers': 'person' as const } : {}),
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters('path', operation, describing),
      ...parameters('query', operation, describing),
      ...(endpoint.idempotent ? [KEY_PARAMETER] : []),
      ...(endpoint.hook ? hookParameters(endpoint.hook) : []),
    ],
    ...(endpoint.body || endpoint.upload || endpoint.hook
      ? { requestBody: requestBody(endpoint, schemas) }
      : {}),
    responses: {
      [String(statusOf(endpoint))]: withHeaders(successOf(endpoint, schemas), endpoint),
      ...describedRefusals(endpoint, texts.refusals[id] ?? [], schemas),
    },
  }
}

const statusOf = ({ redirect, status, answer }: Endpoint) =>
  redirect ? 302 : (status ?? (answer ? 200 : 204))

const DETAILS = { 403: 'Forbidden', 409: 'Conflict', 422: 'Unprocessable' } as const

/** Schemas of single calls, named after the first of them, unless contracts name them already. */
function withCallSchemas(
  named: Readonly<Record<string, z.ZodType>>,
  endpoints: readonly NamedEndpoint[],
): Record<string, NamedSchema> {
  const all: Record<string, NamedSchema> = Object.fromEntries(
    Object.entries(named).map(([name, schema]) => [name, { schema }]),
  )
  const known = new Set(Object.values(named))
  const add = (name: string, schema: z.ZodType | undefined, isOnlySent = false) => {
    if (schema === undefined || known.has(schema) || schema instanceof z.ZodArray) return
    known.add(schema)
    all[name] = { schema, isOnlySent }
  }
  const nameOf = (id: string) => id.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
  for (const { id, endpoint } of endpoints) {
    const name = nameOf(id)
    add(`${name}Request`, endpoint.streamMaximum === undefined ? endpoint.body : undefined, true)
    add(`${name}Response`, endpoint.download ? undefined : endpoint.answer)
    for (const status of [403, 409, 422] as const)
      add(`${name}${DETAILS[status]}Details`, endpoint.refusals?.[status])
  }
  // After those: rows of a list are often what another call answers.
  for (const { id, endpoint } of endpoints) {
    const row = endpoint.answer instanceof z.ZodArray ? endpoint.answer.element : undefined
    if (row instanceof z.ZodObject) add(`${nameOf(id)}ResponseItem`, row)
  }
  return all
}

/** The OpenAPI 3.1 description of every endpoint, each with the permission that it asks for. */
export function describeApi({
  endpoints,
  schemas: named,
  texts,
  webhooks,
  version,
}: {
  endpoints: readonly NamedEndpoint[]
  /** Schemas with a name, each described once. */
  schemas: Readonly<Record<string, z.ZodType>>
  texts: ApiTexts
  webhooks: ApiDescription['webhooks']
  version: string
}): ApiDescription {
  const schemas = createComponentSchemas(withCallSchemas({ ...named, Refusal: PlainRefusal }, endpoints))
  const paths: ApiDescription['paths'] = {}
  for (const each of endpoints.toSorted((one, other) => (pathOrder(one) < pathOrder(other) ? -1 : 1))) {
    const path = documentedPath(each.endpoint)
    paths[path] = {
      ...paths[path],
      [each.endpoint.method.toLowerCase()]: describedCall(each, { schemas, texts }),
    }
  }
  const nouns = new Set(endpoints.map(({ id }) => nounOf(id)))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Copydesk',
      version,
      description:
        'The content-operations desk of an affiliate publisher. Sign in at `POST /api/auth` and send the token as `Authorization: Bearer …`. `version` is the release of the server.',
      // No license: none has been chosen.
    },
    // Relative, because clients may reach the server under another name than it knows itself.
    servers: [{ url: '/', description: 'The server that this description comes from.' }],
    tags: [...nouns].map((name) => ({ name, description: texts.nouns[name] ?? '' })),
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token from *My Profile* (`cdk_…`), or the token of a session from `POST /api/auth`. Calls with `x-callers: person` accept only the latter. A read-only API token can make only calls that change nothing.',
        },
      },
      ...refusalComponents(schemas),
      schemas: schemas.components(),
    },
  }
}
