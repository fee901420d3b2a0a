import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isPermitted } from '#shared/access/permissions.ts'
import { grantsOf, type RoleId } from '#shared/access/roles.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { OPERATIONS } from '../api.ts'
import { type Api, type Client, startApi } from '../testing/api.ts'

vi.setConfig({ testTimeout: 60_000 })

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

const RECORD_OF_NOTHING = '{"a":1e99999}'
const JSON_TYPE = { 'content-type': 'application/json' }
/** Streamed bodies are forms, never JSON. */
// Forms have a type of their own, and what they hold is text.
const WITH_BODY = OPERATIONS.filter(
  ({ endpoint }) => endpoint.body && endpoint.streamMaximum === undefined && !endpoint.form,
)
const pathOf = (endpoint: Endpoint) => endpoint.path.replace(/:\w+/g, '1')

function mayCall(role: RoleId, id: string): boolean {
  const access = OPERATIONS.find((each) => each.id === id)?.endpoint.access ?? 'public'
  return typeof access === 'string' || isPermitted(grantsOf(role), access)
}

/** A user who may make the call, from a new address, so that no rate limit applies. */
let addresses = 0
async function callerOf(id: string): Promise<Client> {
  addresses += 1
  const remoteAddress = `10.4.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
  const isForVisitors =
    id.startsWith('auth.') && !['auth.changePassword', 'auth.confirmIdentity'].includes(id)
  const client = isForVisitors ? api.visitor : await api.as(mayCall('eng', id) ? 'eng' : 'adm')
  return { ...client, send: (request) => client.send({ remoteAddress, ...request }) }
}

test('a body that is no record, or none at all, is refused', async () => {
  for (const { id, endpoint } of WITH_BODY) {
    const client = await callerOf(id)
    for (const payload of [
      '',
      '[]',
      '"text"',
      '1',
      'true',
      'null',
      '[{}]',
      '{',
      '{"a":',
      '{"a":1}}',
      'a=1',
      '\0',
      RECORD_OF_NOTHING,
    ]) {
      const { status, body } = await client.send({
        method: endpoint.method,
        url: pathOf(endpoint),
        payload,
        headers: JSON_TYPE,
      })
      // An empty object is enough if no field is required.
      const refusals = payload === RECORD_OF_NOTHING ? [400, 404, 409] : [400, 404]
      expect(refusals, `${endpoint.path} ${payload}: ${status}`).toContain(status)
      expect(body.message).toEqual(expect.any(String))
    }
  }
})

test('brackets by the hundred thousand are refused, and the server lives', async () => {
  const depth = 150_000
  const bombs = [
    '['.repeat(depth) + ']'.repeat(depth),
    `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    `{"url":"http://localhost/keywords","restObject":{"a":${'['.repeat(depth)}${']'.repeat(depth)}}}`,
    `{"username":${'['.repeat(depth)}${']'.repeat(depth)},"first_name":"a"}`,
  ]
  const targets = ['auth.signIn', 'users.create', 'userActivity.record', 'articles.create']
  for (const { id, endpoint } of OPERATIONS.filter((each) => targets.includes(each.id))) {
    const client = await callerOf(id)
    for (const payload of bombs) {
      const request = { method: endpoint.method, url: endpoint.path, payload, headers: JSON_TYPE }
      const { status } = await client.send(request)
      expect(status, `${endpoint.path} ${payload.slice(0, 20)}`).toBeLessThan(500)
    }
  }
  expect((await api.visitor.get('/api/health')).status).toBe(200)
})

test('another kind of body is not understood', async () => {
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'image/png',
    'nonsense',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
  ]) {
    for (const { endpoint, id } of WITH_BODY.filter((each) => !each.endpoint.upload)) {
      if (endpoint.form && type.includes('form')) continue
      const { status, body } = await (await callerOf(id)).send({
        method: endpoint.method,
        url: pathOf(endpoint),
        payload: '{"a":1}',
        headers: { 'content-type': type },
      })
      expect(status, `${endpoint.path} ${type}`).toBe(415)
      expect(body.message).toEqual(expect.any(String))
    }
  }
})

test('a filter with known values refuses any other, and names them', async () => {
  const client = await api.as('adm')
  const filters = [
    [
      '/api/articles?status=lost',
      'status',
      'draft, requested, approved, rejected, returned, canceled, published',
    ],
    ['/api/keywords?articleStatus=lost', 'articleStatus', 'draft, requested'],
    ['/api/snowflake/content?flag=lost', 'flag', 'OUT_OF_STOCK, NO_KEYWORD'],
    ['/api/stocks/oos-report?stock=lost', 'stock', 'NOT_SCANNED, INVALID_ASIN, IN_STOCK, OUT_OF_STOCK'],
    ['/api/products?stock=lost', 'stock', 'All, NOT_SCANNED'],
    ['/api/keyword-changes?kind=lost', 'kind', 'tags, sites, tracking'],
    ['/api/audit?act=lost', 'act', ''],
    ['/api/users?holding=lost', 'holding', ''],
    ['/api/scan?function=lost', 'function', ''],
  ] as const
  for (const [url, field, known] of filters) {
    const { status, body } = await client.get(url)
    const { message } = body.validation.query
    expect([url, status]).toEqual([url, 400])
    expect(message.toLowerCase()).toContain(`“${field.toLowerCase()}” must be one of`)
    expect(message).toContain(`must be one of ${known}`)
  }
})

test('a rejected request is refused in our words, and not in those of a library', async () => {
  const client = await api.as('adm')
  const said = async (request: Parameters<Client['send']>[0]) => {
    const { status, body } = await client.send(request)
    const entry = body.validation?.query ?? body.validation?.body
    return [status, entry?.message ?? body.message]
  }
  const post = (payload: string, type = 'application/json') => ({
    method: 'POST' as const,
    url: '/api/keywords',
    payload,
    headers: { 'content-type': type },
  })
  expect(await said({ method: 'GET', url: '/api/keywords?sort=age' })).toEqual([
    400,
    '“sort” must be one of keyword, winning_percentage, created_at, moved.',
  ])
  expect(await said({ method: 'GET', url: '/api/keywords?limit=9000' })).toEqual([
    400,
    '“limit” must be at most 200.',
  ])
  for (const page of ['-1', '0'])
    expect(await said({ method: 'GET', url: `/api/articles?page=${page}` })).toEqual([
      400,
      '“page” must be 1 or more.',
    ])
  expect(await said({ method: 'GET', url: '/api/articles?page=1.5' })).toEqual([
    400,
    '“page” must be a whole number.',
  ])
  expect(await said(post('{"keyword":"a","tracked":"yes"}'))).toEqual([
    400,
    '“tracked” must be true or false.',
  ])
  expect(await said(post('{"keyword":'))).toEqual([400, 'The request isn’t valid JSON.'])
  expect(await said(post('a', 'text/csv'))).toEqual([415, 'The content type isn’t supported.'])
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc\r\n'
  const twoFiles = {
    ...post(`${file}${file}--x--\r\n`, 'multipart/form-data; boundary=x'),
    url: '/api/images',
  }
  expect(await said(twoFiles)).toEqual([413, 'Send only one file at a time.'])
})

test('a body of two megabytes is too large', async () => {
  const payload = JSON.stringify({ first_name: 'a'.repeat(2 * 1024 * 1024) })
  const { status, body } = await (await api.as('adm')).send({
    method: 'POST',
    url: '/api/users',
    payload,
    headers: JSON_TYPE,
  })
  expect(status).toBe(413)
  expect(body.message).toEqual(expect.any(String))
})

test('a broken upload is refused in JSON', async () => {
  const client = await api.as('opm')
  const part =
    '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nabc'
  const field = '--x\r\ncontent-disposition: form-data; name="key"\r\n\r\nk\r\n'
  const bodies = [
    '',
    'nonsense',
    '--x',
    '--x--\r\n',
    part,
    `${part}\r\n--y--`,
    `${field}--x--\r\n`,
    field.repeat(50),
    `${part}\r\n--x\r\n${part}\r\n--x--\r\n`,
  ]
  for (const payload of bodies) {
    for (const boundary of ['x', 'y'.repeat(9000)]) {
      const { status, body } = await client.send({
        method: 'POST',
        url: '/api/images',
        payload,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      })
      expect(status, payload.slice(0, 40)).toBeGreaterThanOrEqual(400)
      expect(status, payload.slice(0, 40)).toBeLessThan(500)
      expect(body.message).toEqual(expect.any(String))
    }
  }
})
