import type { JsonSchema } from '../http/component-schemas.ts'
import type { ApiDescription, Operation } from '../http/openapi.ts'

const NAME = /^[A-Za-z_$][\w$]*$/
const POINTER = '#/components/schemas/'

interface Shape extends JsonSchema {
  prefixItems?: JsonSchema[]
}

const keyOf = (name: string) => (NAME.test(name) ? name : JSON.stringify(name))
const union = (types: readonly string[]) => {
  const distinct = [...new Set(types)]
  return distinct.length === 1 ? (distinct[0] ?? 'never') : `(${distinct.join(' | ')})`
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

function objectType({ properties = {}, required = [], additionalProperties }: Shape): string {
  const fields = Object.entries(properties).map(
    ([name, shape]) => `${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(shape)}`,
  )
  const rest = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  if (fields.length === 0) return `{ [name: string]: ${rest} }`
  const known = `{ ${fields.join('; ')} }`
  return typeof additionalProperties === 'object' ? `(${known} & { [name: string]: ${rest} })` : known
}

/** The TypeScript type of values that fit a JSON schema. */
export function typeOf(schema: Shape): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(POINTER.length)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map(typeOf))
  if (schema.allOf) return `(${schema.allOf.map(typeOf).join(' & ')})`
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })))
  if (schema.type === 'array')
    return schema.prefixItems
      ? `[${schema.prefixItems.map(typeOf).join(', ')}]`
      : `${typeOf(schema.items ?? {})}[]`
  if (schema.type === 'object' || schema.properties) return objectType(schema)
  return PLAIN[schema.type ?? ''] ?? 'unknown'
}

interface Part {
  name: 'params' | 'query' | 'body' | 'file'
  type: string
  isRequired: boolean
}

function parametersPart(name: 'params' | 'query', { parameters }: Operation): Part[] {
  const place = name === 'params' ? 'path' : 'query'
  const found = parameters.filter((parameter) => parameter.in === place)
  if (found.length === 0) return []
  const fields = found.map((each) => `${keyOf(each.name)}${each.required ? '' : '?'}: ${typeOf(each.schema)}`)
  return [{ name, type: `{ ${fields.join('; ')} }`, isRequired: found.some(({ required }) => required) }]
}

function bodyParts({ requestBody }: Operation): Part[] {
  const json = requestBody?.content['application/json']?.schema as Shape | undefined
  const form = requestBody?.content['multipart/form-data']?.schema as Shape | undefined
  const parts: Part[] = []
  if (form) {
    const { file: _file, ...fields } = form.properties ?? {}
    const required = (form.required ?? []).filter((name) => name !== 'file')
    parts.push({ name: 'file', type: 'Blob', isRequired: json === undefined })
    if (json === undefined && Object.keys(fields).length > 0)
      parts.push({
        name: 'body',
        type: typeOf({ ...form, properties: fields, required }),
        isRequired: required.length > 0,
      })
  }
  if (json) parts.push({ name: 'body', type: typeOf(json), isRequired: form === undefined })
  return parts
}

function answerType({ responses }: Operation): string {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
  const content = Object.entries((success as { content?: Record<string, { schema: Shape }> })?.content ?? {})
  if (content.length === 0) return 'undefined'
  const json = content.find(([type]) => type === 'application/json')
  return json ? typeOf(json[1].schema) : 'CopydeskFile'
}

function callType(operation: Operation, isPaged: boolean): string {
  const parts = [
    ...parametersPart('params', operation),
    ...parametersPart('query', operation),
    ...bodyParts(operation),
  ]
  const fields = parts.map(({ name, type, isRequired }) => `${name}${isRequired ? '' : '?'}: ${type}`)
  const input = fields.length === 0 ? '{}' : `{ ${fields.join('; ')} }`
  const types = `${input}, ${answerType(operation)}`
  const call = `${parts.some(({ isRequired }) => isRequired) ? 'Call' : 'OptionalCall'}<${types}>`
  return isPaged ? `${call} & Paged<${types}>` : call
}

const comment = (text: string) => `/** ${text.replaceAll('*/', '* /').replaceAll('\n', ' ')} */`

/** Type declarations of the client: those in `head`, a function per operation, and the schemas with a name. */
export function clientTypes(
  { paths, components }: ApiDescription,
  { head, offered, paged }: { head: string; offered: ReadonlySet<string>; paged: ReadonlySet<string> },
): string {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const nouns = new Map<string, string[]>()
  const sorted = operations
    .filter(({ operationId }) => offered.has(operationId))
    .toSorted((one, other) => (one.operationId < other.operationId ? -1 : 1))
  for (const operation of sorted) {
    const [noun = '', name = ''] = operation.operationId.split('.')
    const lines = nouns.get(noun) ?? []
    lines.push(
      `    ${comment(`${operation.summary} ${operation.description}`)}`,
      `    ${name}: ${callType(operation, paged.has(operation.operationId))}`,
    )
    nouns.set(noun, lines)
  }
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)}`,
  )
  const client = [...nouns].map(([noun, lines]) => `  readonly ${noun}: {\n${lines.join('\n')}\n  }`)
  return `${head}export interface Client {\n${client.join('\n')}\n}\n${schemas.join('\n')}\n`
}
