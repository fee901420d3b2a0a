import { z } from 'zod'
import { FORMATS } from '#shared/http/dates.ts'
import { asSent } from './sent-fields.ts'

/** The parts of a JSON schema that are used here. */
export interface JsonSchema {
  $schema?: string
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  default?: unknown
  minLength?: number
  maxLength?: number
}

/** A schema's name; one that is only ever sent needs no second name for its input. */
export interface NamedSchema {
  schema: z.ZodType
  isOnlySent?: boolean
}

/** Whether a schema describes requests or responses. */
type Direction = 'input' | 'output'

export interface ComponentSchemas {
  /** The JSON schema of a request or response. Named schemas become references and are described once. */
  schemaOf(schema: z.ZodType, direction: Direction): JsonSchema
  /** Schemas referenced so far, by name. */
  components(): Record<string, JsonSchema>
}

const POINTER = '#/components/schemas/'

/** Turns references to definitions of the same document into references to components. */
function withReferences(value: unknown, nameOf: (definition: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, nameOf))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === '$ref' && typeof item === 'string'
        ? `${POINTER}${nameOf(item.slice(item.lastIndexOf('/') + 1))}`
        : withReferences(item, nameOf),
    ]),
  )
}

/**
 * Schemas exported by contracts, by name. Two schemas with one name are an error, because one would be
 * described wrongly.
 */
export function namedSchemas(
  contracts: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Record<string, z.ZodType> {
  const named: Record<string, z.ZodType> = {}
  for (const [noun, contract] of Object.entries(contracts)) {
    for (const [name, schema] of Object.entries(contract)) {
      if (!(schema instanceof z.ZodType)) continue
      if ((named[name] ?? schema) !== schema)
        throw new Error(`${noun}: "${name}" names another schema already`)
      named[name] = schema
    }
  }
  return named
}

/** A record with all keys of an enum is an object with these fields; generators read `propertyNames` as any key. */
function nameFields({ zodSchema, jsonSchema }: Parameters<typeof asSent>[0]): void {
  if (!(zodSchema instanceof z.ZodRecord) || jsonSchema.required === undefined) return
  const { required, additionalProperties } = jsonSchema as JsonSchema
  jsonSchema.properties = Object.fromEntries((required ?? []).map((name) => [name, additionalProperties]))
  delete jsonSchema.propertyNames
  delete jsonSchema.additionalProperties
}

/**
 * Replaces the schema of a field by that of its input, or adds the format of a text in an answer. An answer may get
 * more fields in a later release, so no reader should refuse those.
 */
const asTravelling =
  (io: Direction) =>
  (context: Parameters<typeof asSent>[0]): void => {
    nameFields(context)
    if (io === 'input') {
      asSent(context)
      return
    }
    if (context.jsonSchema.additionalProperties === false) delete context.jsonSchema.additionalProperties
    Object.assign(context.jsonSchema, FORMATS.get(context.zodSchema))
  }

/**
 * Describes schemas for OpenAPI 3.1. A schema whose input differs from its output (a default, a trimmed text)
 * has a second component for input.
 */
export function createComponentSchemas(named: Readonly<Record<string, NamedSchema>>): ComponentSchemas {
  const registry = z.registry<{ id: string }>()
  for (const [id, { schema }] of Object.entries(named)) registry.add(schema, { id })

  const jsonOf = (schema: z.ZodType, io: Direction): JsonSchema => {
    const {
      $schema: _schema,
      $defs: definitions,
      ...json
    } = z.toJSONSchema(schema, {
      io,
      metadata: registry,
      reused: 'inline',
      unrepresentable: 'any',
      override: asTravelling(io),
    }) as JsonSchema
    // A named schema is a definition itself.
    const name = registry.get(schema)?.id
    return (name === undefined ? undefined : definitions?.[name]) ?? json
  }
  const isSentOtherwise = new Map(
    Object.entries(named).map(([name, { schema, isOnlySent }]) => [
      name,
      !isOnlySent && JSON.stringify(jsonOf(schema, 'input')) !== JSON.stringify(jsonOf(schema, 'output')),
    ]),
  )
  const componentName = (name: string, direction: Direction) =>
    direction === 'input' && isSentOtherwise.get(name) ? `${name}Input` : name

  const components = new Map<string, JsonSchema>()
  const refer = (name: string, direction: Direction): string => {
    const component = componentName(name, direction)
    const schema = named[name]?.schema
    if (schema !== undefined && !components.has(component)) {
      components.set(component, {})
      components.set(component, described(schema, direction))
    }
    return component
  }
  const described = (schema: z.ZodType, direction: Direction): JsonSchema =>
    withReferences(jsonOf(schema, direction), (name) => refer(name, direction)) as JsonSchema

  return {
    schemaOf(schema, direction) {
      const name = registry.get(schema)?.id
      return name === undefined
        ? described(schema, direction)
        : { $ref: `${POINTER}${refer(name, direction)}` }
    },
    components: () =>
      Object.fromEntries([...components].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  }
}
