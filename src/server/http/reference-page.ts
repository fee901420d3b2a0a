import { createHash } from 'node:crypto'
import type { JsonSchema } from './component-schemas.ts'
import type { Content, Responses } from './described-refusals.ts'
import type { ApiDescription, Operation, Parameter } from './openapi.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (value: string) => value.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character)
const code = (value: string) => `<code>${escapeHtml(value)}</code>`

const STYLE = `:root{color-scheme:light dark;font:15px/24px system-ui,sans-serif}body{max-width:960px;margin:32px auto;padding:0 16px}
h2{margin-top:40px;text-transform:capitalize}h3{font-size:15px;margin:16px 0 0}code,pre{font:13px/20px ui-monospace,monospace}
details{border-bottom:1px solid color-mix(in srgb,currentColor 20%,transparent);padding:6px 0}summary{cursor:pointer}summary>code{margin-right:8px}
details>div{padding:0 0 8px 20px}small{opacity:.75}table{width:100%;border-collapse:collapse}td{padding:3px 12px 3px 0;text-align:left;vertical-align:top}pre{overflow-x:auto;margin:4px 0}`

/** Names the page's styles in its policy. */
export const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}` as const

const componentOf = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1)
const pad = (depth: number) => '  '.repeat(depth)
const wrapped = (text: string) => (/ [|&] /.test(text) && !text.startsWith('{') ? `(${text})` : text)

function objectText(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  depth: number,
): string {
  const lines = Object.entries(properties).map(
    ([name, shape]) =>
      `${pad(depth + 1)}${escapeHtml(name)}${required.includes(name) ? '' : '?'}: ${typeText(shape, depth + 1)}`,
  )
  if (typeof additionalProperties === 'object')
    lines.push(`${pad(depth + 1)}[name]: ${typeText(additionalProperties, depth + 1)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${pad(depth)}}`
}

/** A schema in TypeScript notation as HTML; names are links. */
function typeText(shape: JsonSchema, depth = 0): string {
  const either = shape.anyOf ?? shape.oneOf
  if (shape.$ref) return `<a href="#${componentOf(shape.$ref)}">${componentOf(shape.$ref)}</a>`
  if (either) return either.map((branch) => typeText(branch, depth)).join(' | ')
  if (shape.allOf) return shape.allOf.map((branch) => typeText(branch, depth)).join(' &amp; ')
  if ('const' in shape) return escapeHtml(JSON.stringify(shape.const))
  if (shape.enum) return shape.enum.map((value) => escapeHtml(JSON.stringify(value))).join(' | ')
  if (shape.type === 'array') return `${wrapped(typeText(shape.items ?? {}, depth))}[]`
  if (shape.type === 'object') return objectText(shape, depth)
  const types = [shape.type ?? 'any'].flat().join(' | ')
  return shape.format === 'binary' ? 'file' : types
}

/** Schemas of a single call are shown with that call, not in the list of schemas. */
const OF_ONE_CALL = /(Request|Response(Item)?|Details)$/

function withCallSchemas<Value>(value: Value, schemas: ApiDescription['components']['schemas']): Value
function withCallSchemas(value: unknown, schemas: ApiDescription['components']['schemas']): unknown {
  if (Array.isArray(value)) return value.map((item) => withCallSchemas(item, schemas))
  if (typeof value !== 'object' || value === null) return value
  const name = '$ref' in value && typeof value.$ref === 'string' ? componentOf(value.$ref) : ''
  if (OF_ONE_CALL.test(name) && name in schemas) return withCallSchemas(schemas[name], schemas)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withCallSchemas(item, schemas)]))
}

function block(title: string, content: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => {
      const kind = type === 'application/json' ? '' : ` <small>${escapeHtml(type)}</small>`
      return `<h3>${title}${kind}</h3><pre>${typeText(schema)}</pre>`
    })
    .join('')
}

function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, in: place, required, description, schema }) => {
    const start =
      schema.default === undefined ? '' : `, ${escapeHtml(JSON.stringify(schema.default))} unless sent`
    return `<tr><td>${code(name)}</td><td>${place}${required ? ', required' : ''}${start}</td><td><code>${typeText(schema)}</code></td><td>${escapeHtml(description)}</td></tr>`
  })
  return `<h3>Parameters</h3><table>${rows.join('')}</table>`
}

/** Responses, and refusals with their own details. Refusals common to all calls are described once. */
function answers(responses: Responses): string {
  return Object.entries(responses)
    .map(([status, response]) => {
      if ('$ref' in response) return ''
      const title = `Answer ${status}`
      return response.content
        ? block(title, response.content)
        : `<h3>${title}</h3><p>${escapeHtml(response.description)}</p>`
    })
    .join('')
}

function call(method: string, path: string, operation: Operation): string {
  const access = [operation['x-permission']].flat().join(' or ')
  const state = operation.deprecated ? ', deprecated' : ''
  return `<details id="${operation.operationId}"><summary>${code(method.toUpperCase())}${code(path)}<small>${escapeHtml(access)}${state}</small><br>${escapeHtml(operation.summary)}</summary><div>${parameterTable(operation.parameters)}${block('Body', operation.requestBody?.content ?? {})}${answers(operation.responses)}</div></details>`
}

/** A page for people: every call with the permission that it asks for, what it takes and what it answers. No script. */
export function referencePage({ paths, tags, components }: ApiDescription): string {
  const calls = Object.entries(withCallSchemas(paths, components.schemas)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const callsOf = Map.groupBy(calls, ({ operation }) => operation.tags[0])
  const sections = tags.map(({ name, description }) => {
    const own = (callsOf.get(name) ?? []).map(({ method, path, operation }) => call(method, path, operation))
    return `<section><h2>${escapeHtml(name)}</h2><p>${escapeHtml(description)}</p>${own.join('')}</section>`
  })
  const schemas = Object.entries(components.schemas)
    .filter(([name]) => !OF_ONE_CALL.test(name))
    .map(
      ([name, shape]) =>
        `<h3 id="${name}">${name}</h3><pre>${typeText(withCallSchemas(shape, components.schemas))}</pre>`,
    )
  const refusals = Object.entries(components.responses).map(
    ([name, response]) =>
      `<tr><td>${name}</td><td>${escapeHtml('description' in response ? response.description : '')}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>API · Copydesk</title><style>${STYLE}</style></head><body><main><h1>Copydesk API</h1><p>Send the token of <code>POST /api/auth</code> as <code>Authorization: Bearer …</code>. The machine-readable description is <a href="/api/openapi.json">openapi.json</a>.</p>${sections.join('')}<section><h2>Refusals</h2><table>${refusals.join('')}</table></section><section><h2>Schemas</h2>${schemas.join('')}</section></main></body></html>`
}
