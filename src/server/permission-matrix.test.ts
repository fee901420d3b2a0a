import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPermitted } from '#shared/access/permissions.ts'
import { grantsOf, ROLE_IDS, type RoleId } from '#shared/access/roles.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { OPERATIONS } from './api.ts'
import type { NamedEndpoint } from './http/openapi.ts'
import { hashToken } from './security/tokens.ts'
import { type Api, type Client, startApi, usernameOf } from './testing/api.ts'
import { addressOf, callBadly, forPrograms } from './testing/bad-call.ts'

const CALLERS = ['visitor', ...ROLE_IDS] as const
type Caller = (typeof CALLERS)[number]

/** What the declaration says of a caller: the way in, or the status that refuses. */
function verdict(access: Endpoint['access'], caller: Caller): 'yes' | 401 | 403 {
  if (access === 'public') return 'yes'
  if (caller === 'visitor') return 401
  return access === 'signedIn' || isPermitted(grantsOf(caller), access) ? 'yes' : 403
}

/** The calls that signed-out visitors may make; one more is a decision, not an accident. */
const PUBLIC = [
  'GET /api/health',
  'GET /api/health/ready',
  'GET /api/outbox',
  'POST /api/auth',
  'GET /api/auth/confirmation',
  'POST /api/auth/confirmation',
  'POST /api/reset-password',
  'GET /api/reset-password',
  'PUT /api/reset-password',
  'POST /api/auth/second-factor',
  'POST /api/auth/passkey/options',
  'POST /api/auth/passkey',
  'GET /api/auth/oidc',
  'GET /api/auth/oidc/start',
  'POST /api/auth/oidc/invitation',
  'GET /api/auth/oidc/callback',
  'POST /api/auth/oidc/finish',
  'POST /api/hooks/oidc/logout',
  'GET /api/connect/:uid',
  'POST /api/connect/:uid/refuse',
  'POST /api/user-activity',
  'GET /api/unsubscribe/:token',
  'POST /unsubscribe/:token',
  'GET /api/game-solutions',
  'POST /api/hooks/asana/:subscriptionId',
]

const nameOf = ({ endpoint }: NamedEndpoint) => `${endpoint.method} ${endpoint.path}`

function matrix(): string {
  const rows = OPERATIONS.map((operation) => {
    const { access, stepUp } = operation.endpoint
    const cells = CALLERS.map((caller) => verdict(access, caller))
    const asks = typeof access === 'string' ? access : access.join(' or ')
    const proof = stepUp === undefined ? '' : stepUp === true ? ' + step-up' : ' + step-up if needed'
    return [`\`${nameOf(operation)}\``, asks + proof, ...cells, forPrograms(operation.endpoint)]
  })
  const table = [['Call', 'Asks for', ...CALLERS, 'programs'], ...rows].map((cells) => cells.map(String))
  const [head = [], ...body] = table
  const widest = head.map((_, at) => Math.max(...table.map((cells) => (cells[at] ?? '').length)))
  const line = (cells: string[]) => `| ${cells.map((cell, at) => cell.padEnd(widest[at] ?? 0)).join(' | ')} |`
  return [
    '# Who may call what',
    '',
    'Written by `permission-matrix.test.ts` from the declared endpoints, which then makes every call as everybody.',
    'A number is the status that refuses. `vitest -u` updates it: read the diff before you commit it.',
    '',
    'Programs call with an API token: they have the permissions of its account, or fewer. `needs may_write`: not with a token that can only read. `person only`: never, whatever the account may.',
    '',
    line(head),
    line(widest.map((width) => '-'.repeat(width))),
    ...body.map(line),
    '',
  ].join('\n')
}

let api: Api
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.close())

/** Somebody of this role whose session nobody else uses, for calls that end it. */
async function ownSession(role: RoleId): Promise<Client> {
  const { body } = await api.signIn(usernameOf(role))
  const client = await api.as(role)
  return {
    ...client,
    token: body.token,
    send: (options) =>
      client.send({ ...options, headers: { ...options.headers, authorization: `Bearer ${body.token}` } }),
  }
}

async function clientFor(caller: Caller, { id }: NamedEndpoint): Promise<Client> {
  if (caller === 'visitor') return api.visitor
  return id === 'auth.signOut' ? ownSession(caller) : api.as(caller)
}

test('the permission of every call is recorded, and a changed right shows as a changed line', async () => {
  await expect(matrix()).toMatchFileSnapshot('permission-matrix.md')
})

test('signed-out visitors may make exactly the calls that they need', () => {
  expect(OPERATIONS.filter(({ endpoint }) => endpoint.access === 'public').map(nameOf)).toEqual(PUBLIC)
})

describe('every call as every role and as a visitor', () => {
  for (const operation of OPERATIONS) {
    test(`${nameOf(operation)} answers everybody as declared`, async () => {
      const { endpoint } = operation
      for (const caller of CALLERS) {
        const expected = verdict(endpoint.access, caller)
        const { status, body } = await callBadly(await clientFor(caller, operation), endpoint)
        if (expected === 'yes') {
          expect([401, 403], `${caller}: ${status}`).not.toContain(status)
          expect(status, caller).toBeLessThan(500)
          // Connected systems say what they like, to a subscription that there is.
          if (endpoint.hook) expect(status, caller).toBe(404)
          else if (endpoint.body || endpoint.params) expect(status, caller).toBe(400)
        } else {
          expect(status, caller).toBe(expected)
          expect(body.message, caller).toEqual(expect.any(String))
        }
      }
    })
  }
})

describe('every call that could take over an account', () => {
  for (const operation of OPERATIONS.filter(({ endpoint }) => endpoint.stepUp === true)) {
    test(`${nameOf(operation)} asks any permitted caller to confirm their identity first`, async () => {
      const { endpoint } = operation
      for (const role of ROLE_IDS) {
        const client = await ownSession(role)
        await api.database.pool.query('update sessions set strong_at = null where token_hash = $1', [
          hashToken(client.token ?? ''),
        ])
        const { body } = await callBadly(client, endpoint)
        expect(body, role).toMatchObject(
          verdict(endpoint.access, role) === 'yes'
            ? { code: 'stepUp', details: { factors: ['password'] } }
            : { code: 'forbidden' },
        )
      }
    })
  }
})

const GUARDED = OPERATIONS.filter(({ endpoint }) => endpoint.access !== 'public')

async function refusedEverywhere(authorization: string) {
  for (const operation of GUARDED) {
    const { method } = operation.endpoint
    const { status } = await api.visitor.send({
      method,
      url: addressOf(operation.endpoint, '1'),
      headers: { authorization },
    })
    expect(status, `${nameOf(operation)} with ${authorization.slice(0, 40)}`).toBe(401)
  }
}

test('no guarded call accepts an unknown token', async () => {
  const { token } = await api.as('adm')
  const tampered = `${token?.slice(0, -1)}${token?.endsWith('A') ? 'B' : 'A'}`
  const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sub":1,"role":"adm"}')}.`
  for (const bad of [
    'Bearer ',
    `Bearer ${'A'.repeat(43)}`,
    `Bearer ${tampered}`,
    `Bearer ${unsigned}`,
    `Bearer ${token} `,
    `Bearer ' or '1'='1`,
    `Basic ${btoa('adm1@desk.example:correct horse battery')}`,
    `bearer${token}`,
    String(token),
  ]) {
    await refusedEverywhere(bad)
  }
})

test('no guarded call takes the stored form of a token', async () => {
  await api.as('adm')
  const { rows } = await api.database.pool.query<{ token_hash: string }>('select token_hash from sessions')
  expect(rows.length).toBeGreaterThan(0)
  await refusedEverywhere(`Bearer ${rows[0]?.token_hash}`)
})

test('no other spelling of an address goes round the guard', async () => {
  const writer = await api.as('wrt')
  const spellings = [
    '/api/users/all/',
    '//api/users/all',
    '/api//users/all',
    '/API/users/all',
    '/api/Users/all',
    '/api/users/./all',
    '/api/users/x/../all',
    '/api/%75sers/all',
    '/api/users%2Fall',
    '/api/users/all%00',
    '/api/users/all%20',
    '/api/users/all;x=1',
    '/api/users/all.json',
    '/api/users/all?access=public',
    '/x/../api/users/all',
    '/api/users/all#x',
    '\\api\\users\\all',
  ]
  for (const url of spellings) {
    for (const client of [api.visitor, writer]) {
      const { status } = await client.send({ method: 'GET', url })
      expect([400, 401, 403, 404], `${url}: ${status}`).toContain(status)
    }
  }
  for (const header of ['x-original-url', 'x-rewrite-url', 'x-forwarded-uri', 'x-http-method-override']) {
    const { status } = await writer.send({ method: 'GET', url: '/api/users/all', headers: { [header]: '/' } })
    expect(status, header).toBe(403)
  }
})

test('a method that an address does not declare does not exist, for any caller [ASVS 13.4.4]', async () => {
  const engineer = await api.as('eng')
  // A literal path that also matches a parameterized one uses the latter's methods and guard.
  const declared = OPERATIONS.map(({ endpoint: { method, path } }) => ({
    method: method as string,
    pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  }))
  for (const path of new Set(OPERATIONS.map(({ endpoint }) => endpoint.path))) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const) {
      if (declared.some((one) => one.method === method && one.pattern.test(path))) continue
      // A page of the web app.
      if (method === 'GET' && !path.startsWith('/api/')) continue
      for (const client of [api.visitor, engineer]) {
        const { status } = await client.send({ method: method as 'GET', url: path.replace(/:\w+/g, '1') })
        expect([401, 404, 405], `${method} ${path}: ${status}`).toContain(status)
      }
    }
  }
})

test('a session that has run out opens nothing [ASVS 7.4.1]', async () => {
  const { token } = await api.as('adm')
  api.advance(12 * HOUR_MS + 1000)
  await refusedEverywhere(`Bearer ${token}`)
})
