import { STATUS_CODES } from 'node:http'
import type { z } from 'zod'
import type { Endpoint, Hook } from '#shared/http/endpoint.ts'
import { ErrorBody, StepUpDetails } from '#shared/http/errors.ts'
import { type ComponentSchemas, createComponentSchemas, type JsonSchema } from './component-schemas.ts'
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
  description?: string
  schema: JsonSchema
}

/** By media type. */
export type Content = Record<string, { schema: JsonSchema }>

/** By status; `$ref` leads to one that many calls share. */
export type Responses = Record<string, { $ref: string } | { description: string; content?: Content }>

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  'x-permission': Endpoint['access']
  security: Json[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Content } | undefined
  responses: Responses
}

export interface ApiDescription {
  openapi: string
  info: { title: string; version: string; description: string }
  /** By path, then by method in small letters. */
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Json; responses: Responses; schemas: Record<string, JsonSchema> }
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): Parameter[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = requestSchema(schema)
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: shape,
  }))
}

/** Details come only where an endpoint declares them, beside the rest. */
const PlainRefusal = ErrorBody.omit({ details: true }).loose()

/** The refusals that need no declaration. */
const REFUSED = {
  Invalid: 'Invalid request; `validation` lists each problem with its field’s path.',
  Unauthenticated: 'Not signed in.',
  Forbidden: 'Permission missing.',
  StepUp:
    'The permission is missing or, with the code `stepUp`, the user must first confirm their identity at `POST /api/auth/step-up`.',
  Refused: 'Refused or failed; `message` gives the reason.',
} as const

const KEY_PARAMETER: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Repeating the call with the same key carries it out once and returns the same answer for a day.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const hookParameters = ({ secret, signature }: Hook): Parameter[] =>
  [secret, signature].map((name) => ({ name, in: 'header', required: false, schema: { type: 'string' } }))

function requestBody(
  { body, upload, streamMaximum, hook }: Endpoint,
  { schemaOf }: ComponentSchemas,
): Operation['requestBody'] {
  if (hook) return { required: false, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  if (body === undefined && upload === undefined) return undefined
  // A streamed body is a form, never JSON.
  const content: Content =
    body && streamMaximum === undefined ? { 'application/json': { schema: schemaOf(body, 'input') } } : {}
  if (upload) {
    const fields = requestSchema(upload)
    content['multipart/form-data'] = {
      schema: { ...fields, properties: { ...fields.properties, file: { type: 'string', format: 'binary' } } },
    }
  }
  return { required: true, content }
}

const refused = (name: keyof typeof REFUSED) => ({ $ref: `#/components/responses/${name}` })

const withDetails = (details: z.ZodType, { schemaOf }: ComponentSchemas): JsonSchema => ({
  allOf: [
    schemaOf(PlainRefusal, 'output'),
    { type: 'object', properties: { details: schemaOf(details, 'output') } },
  ],
})

/** How a call can be refused: by what it is, and as its endpoint declares it with details of its own. */
function refusalsOf(
  { access, params, query, body, upload, stepUp, refusals = {} }: Endpoint,
  schemas: ComponentSchemas,
): Responses {
  const mayBeInvalid = params !== undefined || query !== undefined || (body ?? upload) !== undefined
  const own = Object.entries(refusals).map(([status, details]) => [
    status,
    {
      description: `${STATUS_CODES[status]}; \`details\` say more.`,
      content: { 'application/json': { schema: withDetails(details, schemas) } },
    },
  ])
  return {
    ...(mayBeInvalid ? { 400: refused('Invalid') } : {}),
    ...(access === 'public' ? {} : { 401: refused('Unauthenticated') }),
    ...(access === 'public' || access === 'signedIn'
      ? {}
      : { 403: refused(stepUp === undefined ? 'Forbidden' : 'StepUp') }),
    ...Object.fromEntries(own),
    default: refused('Refused'),
  }
}

function successOf({ download, answer }: Endpoint, { schemaOf }: ComponentSchemas): Responses[string] {
  if (download) {
    const schema = { type: 'string', format: 'binary' }
    const content = Object.fromEntries(download.map((type) => [type, { schema }]))
    return { description: 'The file.', content }
  }
  if (!answer) return { description: 'Done; no content.' }
  return { description: 'Done.', content: { 'application/json': { schema: schemaOf(answer, 'output') } } }
}

function operation({ id, endpoint }: NamedEndpoint, schemas: ComponentSchemas): Operation {
  const isPublic = endpoint.access === 'public'
  return {
    operationId: id,
    summary: endpoint.summary,
    tags: [id.split('.')[0] ?? id],
    'x-permission': endpoint.access,
    security: isPublic ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.idempotent ? [KEY_PARAMETER] : []),
      ...(endpoint.hook ? hookParameters(endpoint.hook) : []),
    ],
    ...(endpoint.body || endpoint.upload || endpoint.hook
      ? { requestBody: requestBody(endpoint, schemas) }
      : {}),
    responses: {
      [String(endpoint.status ?? (endpoint.answer ? 200 : 204))]: successOf(endpoint, schemas),
      ...refusalsOf(endpoint, schemas),
    },
  }
}

/** The OpenAPI 3.1 description of every endpoint, each with the permission that it asks for. */
export function describeApi({
  endpoints,
  schemas: named,
  version,
}: {
  endpoints: readonly NamedEndpoint[]
  /** Schemas with a name, each described once. */
  schemas: Readonly<Record<string, z.ZodType>>
  version: string
}): ApiDescription {
  const schemas = createComponentSchemas({ ...named, Refusal: PlainRefusal })
  const paths: ApiDescription['paths'] = {}
  for (const each of endpoints) {
    const path = each.endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [each.endpoint.method.toLowerCase()]: operation(each, schemas) }
  }
  const contentOf = (name: string) => ({
    'application/json': {
      schema:
        name === 'StepUp' ? withDetails(StepUpDetails, schemas) : schemas.schemaOf(PlainRefusal, 'output'),
    },
  })
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
          { description, content: contentOf(name) },
        ]),
      ),
      schemas: schemas.components(),
    },
  }
}
