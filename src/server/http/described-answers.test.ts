import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isPermitted } from '#shared/access/permissions.ts'
import { grantsOf } from '#shared/access/roles.ts'
import type { Method } from '#shared/http/endpoint.ts'
import { OPERATIONS } from '../api.ts'
import { type Answer, type Api, type Client, startApi } from '../testing/api.ts'
import { misfits, operationOf } from '../testing/described-answers.ts'
import type { JsonSchema } from './component-schemas.ts'
import type { NamedEndpoint } from './openapi.ts'

vi.setConfig({ testTimeout: 60_000 })

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** Ids of every form, none of which exists. */
const MISSING = [
  '2000000000',
  'nowhere',
  '0'.repeat(32),
  '00000000-0000-4000-8000-000000000000',
  'run-200000000',
  `200000000-all-${'A'.repeat(43)}`,
]

function missingValue(schema: JsonSchema & { pattern?: string }): string {
  const pattern = new RegExp(schema.pattern ?? '')
  return String(schema.enum?.[0] ?? MISSING.find((id) => pattern.test(id)))
}

/** The address of the call, about a record that does not exist. */
const pathOf = ({ id, endpoint }: NamedEndpoint) =>
  endpoint.path.replace(/:(\w+)/g, (_, name) =>
    missingValue(operationOf(id).parameters.find((parameter) => parameter.name === name)?.schema ?? {}),
  )

let addresses = 0
/** From a new address each time: limits per address have tests of their own. */
function call(client: Client, operation: NamedEndpoint, payload?: object | string, type?: string) {
  addresses += 1
  return client.send({
    method: operation.endpoint.method,
    url: pathOf(operation),
    remoteAddress: `10.5.${addresses >> 8}.${addresses & 255}`,
    ...(payload === undefined ? {} : { payload }),
    ...(type === undefined ? {} : { headers: { 'content-type': type } }),
  })
}

const hasId = ({ endpoint }: NamedEndpoint) => endpoint.path.includes(':')
const isOneOf = (methods: readonly Method[], { endpoint }: NamedEndpoint) => methods.includes(endpoint.method)

test('what visitors are answered is described, with its headers', async () => {
  const calls = OPERATIONS.filter(({ endpoint }) => endpoint.access !== 'public' || endpoint.method === 'GET')
  const found = await Promise.all(
    calls.map(async (operation) => misfits(operation.id, await call(api.visitor, operation))),
  )
  expect(found.flat()).toEqual([])
})

test('what users without the permission are answered is described, with its headers', async () => {
  const writer = await api.as('wrt')
  const calls = OPERATIONS.filter(({ endpoint }) => typeof endpoint.access !== 'string')
  const found = await Promise.all(
    calls.map(async (operation) => misfits(operation.id, await call(writer, operation))),
  )
  expect(found.flat()).toEqual([])
})

/** A user who may make the call. */
const permitted = ({ endpoint: { access } }: NamedEndpoint) =>
  api.as(typeof access === 'string' || isPermitted(grantsOf('adm'), access) ? 'adm' : 'eng')

test('what a user with the permission reads is described, with its headers', async () => {
  const found: string[] = []
  for (const operation of OPERATIONS.filter((each) => isOneOf(['GET'], each)))
    found.push(...misfits(operation.id, await call(await permitted(operation), operation)))
  expect(found).toEqual([])
})

/** A list about a record may be empty, and so may its removal be done already. */
const NEVER_MISSING = ['claims.release', 'preview.product', 'replacements.edits', 'scan.run']

test('a call about a record that does not exist answers as described: 404, if it reads or removes', async () => {
  const found: string[] = []
  const others: string[] = []
  for (const operation of OPERATIONS.filter(hasId)) {
    const payload = operation.endpoint.body ? {} : undefined
    const answer = await call(await permitted(operation), operation, payload)
    found.push(...misfits(operation.id, answer))
    if (answer.status !== 404 && isOneOf(['GET', 'DELETE'], operation)) others.push(operation.id)
  }
  expect(found).toEqual([])
  expect(others.sort()).toEqual(NEVER_MISSING)
})

test('a body that names a record that does not exist is refused as described', async () => {
  const engineer = await api.as('eng')
  const bot = await engineer.post('/api/bot', { message: '/help', context: { bot_id: '0'.repeat(32) } })
  const article = {
    article_id: 2_000_000_000,
    title: 'T',
    imageUrl: null,
    keywords: [],
    products: [],
    faqs: [],
  }
  const preflight = await engineer.post('/api/preflight', article)
  expect([bot.status, preflight.status]).toEqual([404, 404])
  expect([...misfits('bot.send', bot), ...misfits('preflight.check', preflight)]).toEqual([])
})

test('a body of another type or beyond the limit is refused as described, with its headers', async () => {
  const found: string[] = []
  for (const operation of OPERATIONS.filter(({ endpoint }) => endpoint.body && !endpoint.form)) {
    const client = await permitted(operation)
    for (const answer of [
      await call(client, operation, 'a=1', 'text/plain'),
      await call(client, operation, `"${'a'.repeat(1024 * 1024)}"`, 'application/json'),
    ]) {
      expect([413, 415], operation.id).toContain(answer.status)
      found.push(...misfits(operation.id, answer))
    }
  }
  expect(found).toEqual([])
})

test('too many calls are refused as described, with `Retry-After`', async () => {
  const tooMany = async (calls = 0): Promise<Answer> => {
    const answer = await api.visitor.send({
      method: 'POST',
      url: '/api/auth/second-factor',
      remoteAddress: '10.6.0.1',
    })
    return answer.status === 429 || calls > 100 ? answer : tooMany(calls + 1)
  }
  const answer = await tooMany()
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, expect.any(String)])
  expect(misfits('factors.finishSignIn', answer)).toEqual([])
})
