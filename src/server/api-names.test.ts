import { expect, test } from 'vitest'
import { describeOperations } from './api.ts'
import type { JsonSchema } from './http/component-schemas.ts'
import type { Operation } from './http/openapi.ts'
import { LIST_NAMES, SPECIFIED_LISTS, SPECIFIED_NAMES } from './testing/specified-names.ts'

const { paths, components } = describeOperations({ version: '0' })
const operations = Object.values(paths).flatMap((methods) => Object.values(methods))

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
/** Names of schemas that a single call has, after the call. */
const OF_CALL = /(Request|Response(Item)?|(Forbidden|Conflict|Unprocessable)Details)(Input)?$/
const callNames = new Map(
  operations.map(({ operationId: id }) => [
    id.replace(/(?:^|\.)(\w)/g, (_, letter) => letter.toUpperCase()),
    id,
  ]),
)
/** The call that a schema belongs to, or its own name if several calls share it. */
const ownerOf = (schema: string) => callNames.get(schema.replace(OF_CALL, '')) ?? schema.replace(/Input$/, '')

const bodiesOf = ({ requestBody, responses }: Operation): JsonSchema[] =>
  [requestBody, ...Object.values(responses)].flatMap((part) =>
    part && 'content' in part ? Object.values(part.content ?? {}).map(({ schema }) => schema) : [],
  )

/** All property names of a schema, except those of the schemas that it refers to. */
function propertiesOf(schema: JsonSchema): string[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [], allOf = [] } = schema
  const inner = [...anyOf, ...oneOf, ...allOf, ...Object.values(properties)]
  if (items) inner.push(items)
  if (typeof additionalProperties === 'object') inner.push(additionalProperties)
  return [...Object.keys(properties), ...inner.flatMap(propertiesOf)]
}

/** `of name` for each of the names. */
const entriesOf = (of: string, names: readonly string[]) => names.map((name) => `${of} ${name}`)
const listed = (specified: Readonly<Record<string, string>>) =>
  Object.entries(specified).flatMap(([owners, names]) =>
    owners.split(' ').flatMap((of) => entriesOf(of, names.split(' '))),
  )

const parameters = operations.flatMap(({ operationId, parameters: all }) =>
  entriesOf(
    operationId,
    all.filter((each) => each.in === 'query').map(({ name }) => name),
  ),
)
const properties = [
  ...operations.flatMap((operation) =>
    entriesOf(operation.operationId, bodiesOf(operation).flatMap(propertiesOf)),
  ),
  ...Object.entries(components.schemas).flatMap(([name, schema]) =>
    entriesOf(ownerOf(name), propertiesOf(schema)),
  ),
]
const nameIn = (entry: string) => entry.slice(entry.indexOf(' ') + 1)
const isOfLists = (name: string) => LIST_NAMES.some((each) => each === name)

test('fields and parameters are in snake case, except exactly those that the specification names otherwise', () => {
  const others = [...parameters, ...properties].filter((entry) => !SNAKE_CASE.test(nameIn(entry)))
  expect(LIST_NAMES.filter((name) => !others.some((entry) => nameIn(entry) === name))).toEqual([])
  const own = new Set(others.filter((entry) => !isOfLists(nameIn(entry))))
  expect([...own].sort()).toEqual(listed(SPECIFIED_NAMES).sort())
})

/** Words for lists and their totals besides `nodes` and `totalCount`. */
const OTHER_WORDS = ['data', 'edges', 'meta', 'pageInfo', 'total', 'total_count']
const PAGING = ['page', 'offset', 'currentPage']

function resolve(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components.schemas[name] ?? {})
}

/** The shapes of the answer to a call. */
const answersOf = ({ responses }: Operation): JsonSchema[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    const schema = 'content' in response ? response.content?.['application/json']?.schema : undefined
    if (!status.startsWith('2') || schema === undefined) return []
    const answer = resolve(schema)
    return (answer.anyOf ?? [answer]).map(resolve)
  })

/** How a list differs from `nodes` and `totalCount`; empty if it does not. */
function otherWords(operation: Operation): string[] {
  const isPaged = operation.parameters.some(({ name }) => PAGING.includes(name))
  return answersOf(operation).flatMap(({ properties: fields = {} }) => {
    const names = Object.keys(fields)
    const lists = names.filter((name) => name === 'data' || resolve(fields[name] ?? {}).type === 'array')
    const isWhole = !isPaged || names.length === 0 || 'exportId' in fields
    const missing = isWhole || ('nodes' in fields && 'totalCount' in fields) ? [] : lists.slice(0, 1)
    const bare = names.length === 1 && names[0] === 'nodes' ? names : []
    const words = lists.length > 0 ? names.filter((name) => OTHER_WORDS.includes(name)) : []
    return [...missing, ...bare, ...words]
  })
}

test('lists answer nodes and totalCount, or are plain, except exactly those that the specification wraps otherwise', () => {
  const others = operations.flatMap((operation) => entriesOf(operation.operationId, otherWords(operation)))
  expect([...new Set(others)].sort()).toEqual(listed(SPECIFIED_LISTS).sort())
})
