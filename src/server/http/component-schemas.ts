import { z } from 'zod'
import { asSent } from './sent-fields.ts'

/** A JSON schema, as far as it is looked into here. */
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

/** What a caller sends, or what it is answered. */
type Direction = 'input' | 'output'

export interface ComponentSchemas {
  /** The JSON schema of what is sent or answered; what has a name is referred to, and described once. */
  schemaOf(schema: z.ZodType, direction: Direction): JsonSchema
  /** What was referred to so far, by name. */
  components(): Record<string, JsonSchema>
}

const POINTER = '#/components/schemas/'

/** Every reference to a definition of the same document, turned into one to a component. */
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

/** What contracts export that is a schema, by its name. One name for two schemas would describe one of them wrongly. */
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

/**
 * Describes schemas for OpenAPI 3.1. One whose input differs from its output (a default, a text that is trimmed into
 * something else) has a second component for what is sent.
 */
export function createComponentSchemas(named: Readonly<Record<string, z.ZodType>>): ComponentSchemas {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })

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
      ...(io === 'input' ? { override: asSent } : {}),
    }) as JsonSchema
    // What has a name is a definition itself.
    const name = registry.get(schema)?.id
    return (name === undefined ? undefined : definitions?.[name]) ?? json
  }
  const isSentOtherwise = new Map(
    Object.entries(named).map(([name, schema]) => [
      name,
      JSON.stringify(jsonOf(schema, 'input')) !== JSON.stringify(jsonOf(schema, 'output')),
    ]),
  )
  const componentName = (name: string, direction: Direction) =>
    direction === 'input' && isSentOtherwise.get(name) ? `${name}Input` : name

  const components = new Map<string, JsonSchema>()
  const refer = (name: string, direction: Direction): string => {
    const component = componentName(name, direction)
    const schema = named[name]
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
