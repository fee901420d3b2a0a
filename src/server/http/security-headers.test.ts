import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Api, startApi } from '../testing/api.ts'

let api: Api
let tls: Api
beforeAll(async () => {
  api = await startApi()
  tls = await startApi({ PUBLIC_URL: 'https://desk.example.com', RATE_LIMIT: '10' })
})
afterAll(async () => {
  await api.close()
  await tls.close()
})

/** One answer of every kind: fine, created, empty, refused for each reason, not there, not understood, a page. */
async function everyKind(): Promise<readonly (readonly [string, Answer])[]> {
  const admin = await api.as('adm')
  const user = { username: 'kind@desk.example', first_name: 'A', last_name: 'B', role_id: 'opm', active: 1 }
  const json = { 'content-type': 'application/json' }
  const send = (options: object) => api.visitor.send({ method: 'POST', url: '/api/auth', ...options })
  return [
    ['200', await admin.get('/api/profile')],
    ['201', await admin.post('/api/users', user)],
    ['204', await api.visitor.post('/api/user-activity', { url: 'http://localhost/keywords' })],
    ['400 of the schema', await send({ payload: {} })],
    ['400 of the parser', await send({ payload: '{', headers: json })],
    ['400 of the address', await send({ method: 'GET', url: '/%zz' })],
    ['401', await api.visitor.get('/api/profile')],
    ['403', await (await api.as('wrt')).get('/api/users/all')],
    ['404 of the API', await api.visitor.get('/api/nothing')],
    ['404 of an image', await api.visitor.get('/images/nothing.png')],
    ['404 of a page', await api.visitor.get('/nothing')],
    ['409', await admin.post('/api/users', user)],
    ['413', await send({ payload: JSON.stringify({ a: 'a'.repeat(1_100_000) }), headers: json })],
    ['415', await send({ payload: 'a', headers: { 'content-type': 'application/xml' } })],
    ['404 of a method', await send({ method: 'TRACE' })],
    ['200 of a page', await api.visitor.get('/api/docs')],
    ['200 of HEAD', await send({ method: 'HEAD', url: '/api/health' })],
  ]
}

test('every kind of answer carries the headers that keep a browser safe [ASVS 3.4.3] [ASVS 3.4.4] [ASVS 3.4.5]', async () => {
  for (const [kind, { status, headers }] of await everyKind()) {
    expect(String(status), kind).toBe(kind.slice(0, 3))
    const policy = String(headers['content-security-policy'])
    for (const part of [
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy.split('; '), kind).toContain(part)
    }
    expect(policy, kind).not.toContain('unsafe')
    expect(headers['x-content-type-options'], kind).toBe('nosniff')
    expect(headers['referrer-policy'], kind).toBe('no-referrer')
    expect(headers['cross-origin-opener-policy'], kind).toBe('same-origin')
    expect(headers['x-request-id'], kind).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['strict-transport-security'], kind).toBeUndefined()
    expect(headers['x-powered-by'], kind).toBeUndefined()
    expect(headers.server, kind).toBeUndefined()
  }
})

test('nothing of the API is kept by a browser or a proxy [ASVS 14.3.2]', async () => {
  const admin = await api.as('adm')
  for (const url of ['/api/profile', '/api/users', '/api/nothing', '/api/openapi.json', '/api/users/all']) {
    for (const client of [admin, api.visitor]) {
      expect((await client.get(url)).headers['cache-control'], url).toBe('no-store')
    }
  }
})

test('behind TLS the browser is asked to stay with it, also when refused [ASVS 3.4.1]', async () => {
  for (let each = 0; each < 12; each++) {
    const { headers } = await tls.visitor.get('/api/health')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  }
  expect((await tls.visitor.get('/api/health')).status).toBe(429)
})

test('no other origin is let in [ASVS 3.4.2]', async () => {
  const origins = [
    'null',
    'https://evil.example',
    'http://localhost:3000.evil.example',
    'http://localhost:3001',
  ]
  for (const origin of origins) {
    for (const method of ['GET', 'OPTIONS', 'POST'] as const) {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      }
      const answer = await api.visitor.send({ method, url: '/api/health', headers })
      const allowing = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
      expect(allowing, `${method} ${origin}`).toEqual([])
    }
  }
})

test('only answers to callers who are not signed in say how to authenticate', async () => {
  for (const [kind, { status, headers }] of await everyKind())
    expect(headers['www-authenticate'], kind).toBe(status === 401 ? 'Bearer' : undefined)
})
