import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { users } from '../db/schema/users.ts'
import { IntegrationError } from '../integrations/integration-error.ts'
import { createVendorClient } from '../integrations/vendor-client/vendor-client.ts'
import { type Api, PASSWORD, startApi } from '../testing/api.ts'
import { addErrorReplies } from './error-replies.ts'
import { loggableUrl } from './server.ts'

const MARKED = { password: 'mArked-passw0rd', token: 'mArked-t0ken', email: 'marked@desk.example' }

const lines: string[] = []
let api: Api
beforeAll(async () => {
  api = await startApi({ LOG_LEVEL: 'trace' }, { logTo: { write: (line) => void lines.push(line) } })
})
afterAll(() => api.close())

test('after any call, the log holds no password, no token and no address of a person [ASVS 16.2.5]', async () => {
  const { body } = await api.signIn('opm1@desk.example')
  const headers = { authorization: `Bearer ${body.token}`, cookie: `session=${MARKED.token}` }
  const { password, token, email } = MARKED
  await api.signIn(email, password)
  await api.signIn('opm1@desk.example', password)
  await api.visitor.post('/api/auth', { username: email, password: { nested: password } })
  const broken = { 'content-type': 'application/json' }
  await api.visitor.send({
    method: 'POST',
    url: '/api/auth',
    payload: `{"password":"${password}`,
    headers: broken,
  })
  const urls = [
    `/api/auth/confirmation?token=${token}`,
    `/api/reset-password?x=1&token=${token}&y=2`,
    `/api/reset-password?TOKEN=${token}`,
    `/api/reset-password?%74oken=${token}`,
    `/confirmation/${token}`,
    `/reset-password/${token}?x=1`,
    `/reset-password//${token}`,
    `/api/users?query=${email}`,
    `/api/users?query=${encodeURIComponent(email)}`,
    `/api/users/check-account?email=${email}`,
    `/api/nothing?username=${email}`,
  ]
  for (const url of urls) await api.visitor.send({ method: 'GET', url, headers })
  await api.visitor.send({
    method: 'GET',
    url: '/api/profile',
    headers: { authorization: `Bearer ${token}` },
  })
  await api.visitor.put('/api/reset-password', { token, password })
  await api.visitor.send({
    method: 'PATCH',
    url: '/api/profile/password',
    headers,
    payload: { password: PASSWORD, newPassword: password },
  })
  await api.visitor.post('/api/reset-password', { username: 'opm1@desk.example' })
  const [mail] = await api.mails()
  const link = /reset-password\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no link'
  await api.visitor.send({ method: 'GET', url: `/reset-password/${link}` })

  const log = lines.join('')
  expect(lines.length).toBeGreaterThan(15)
  const secrets = [password, token, email, encodeURIComponent(email), PASSWORD, body.token, link]
  for (const secret of secrets) expect(log.includes(secret), secret).toBe(false)
})

/** While the database fails, as it does when a table is not there. */
async function withoutUsers(run: () => Promise<unknown>) {
  await api.database.pool.query('alter table users rename to users_away')
  await run().finally(() => api.database.pool.query('alter table users_away rename to users'))
}

test('a failing query is logged with its SQL and its SQLSTATE, and without its parameters', async () => {
  lines.length = 0
  const { email } = MARKED
  const hash = '$argon2id$v=19$mArked-hAsh'
  const { db, pool } = api.database
  await withoutUsers(async () => {
    expect((await api.visitor.post('/api/auth', { username: email, password: PASSWORD })).status).toBe(500)
    const change = db.update(users).set({ passwordHash: hash }).where(eq(users.username, email))
    await change.catch((err) => api.app.server.log.error({ err }, 'job failed'))
  })
  const [row] = await db.select().from(users).limit(1)
  await pool
    .query('update users set username = $1, sign_in_count = $2::text::int', [email, `${hash} no number`])
    .catch((err) => api.app.server.log.error({ err }, 'job queue'))
  await pool
    .query('insert into users overriding system value select * from users where username = $1', [
      row?.username,
    ])
    .catch((err) => api.app.server.log.error({ err }, 'job queue'))
  const log = lines.join('')
  for (const secret of [email, hash, 'params', row?.username ?? '', row?.passwordHash ?? '']) {
    expect(log.includes(secret), secret).toBe(false)
  }
  const logged = lines.map((line) => JSON.parse(line)).filter(({ err }) => err)
  expect(logged.map(({ err }) => err.cause?.code ?? err.code)).toEqual(['42P01', '42P01', '22P02', '23505'])
  expect(logged[1].err).toMatchObject({
    type: 'DrizzleQueryError',
    sql: expect.stringContaining('update "users" set "password_hash" = $1'),
    stack: expect.stringMatching(/^ {4}at /),
    cause: { message: 'relation "users" does not exist' },
  })
})

test('every line is one JSON record, and those of a call carry its number [ASVS 16.2.4]', async () => {
  lines.length = 0
  const { headers } = await api.visitor.get('/api/health?x=%0d%0aforged')
  await api.visitor.get('/api/nothing')
  const records = lines.map((line) => JSON.parse(line))
  for (const line of lines) expect(line.trimEnd()).not.toMatch(/[\r\n]/)
  expect(records.filter(({ reqId }) => reqId === headers['x-request-id']).length).toBeGreaterThan(0)
})

test('a call is one line with its request, answer, duration and user; probes are not logged', async () => {
  const said: string[] = []
  const own = await startApi({ LOG_LEVEL: 'info' }, { logTo: { write: (line) => void said.push(line) } })
  const opm = await own.as('opm')
  said.length = 0
  await opm.get('/api/notices/count?x=1')
  await own.visitor.get('/api/nothing')
  await own.visitor.get('/api/health')
  await own.visitor.get('/api/health/ready')
  const records = said.map((line) => JSON.parse(line))
  expect(records).toMatchObject([
    {
      level: 30,
      req: { method: 'GET', url: '/api/notices/count?x=1', ip: '127.0.0.1' },
      res: { statusCode: 200 },
      ms: expect.any(Number),
      userId: opm.id,
      msg: 'answered',
    },
    { req: { url: '/api/nothing' }, res: { statusCode: 404 } },
  ])
  expect(records[1]).not.toHaveProperty('userId')
  own.app.setReady(false)
  await own.visitor.get('/api/health/ready')
  expect(JSON.parse(said.at(-1) ?? '{}')).toMatchObject({ res: { statusCode: 503 } })
  await own.close()
})

test('an unreachable vendor is a warning of one line, our own fault an error with its stack', async () => {
  const said: string[] = []
  const server = Fastify({ logger: { level: 'warn', stream: { write: (line) => void said.push(line) } } })
  addErrorReplies(server)
  const about = { system: 'Asana', operation: 'list a board', kind: 'unavailable' } as const
  server.get('/away', () => Promise.reject(new IntegrationError('Asana is away\nat length', about)))
  server.get('/fault', () => Promise.reject(new TypeError('x is not a function')))
  await server.inject('/away')
  await server.inject('/fault')
  const [away, fault] = said.map((line) => JSON.parse(line))
  expect(away).toMatchObject({ level: 40, reason: 'Asana is away', msg: 'request refused' })
  expect(away).not.toHaveProperty('err')
  expect(fault).toMatchObject({ level: 50, err: { stack: expect.any(String) }, msg: 'request failed' })
})

test('a refusal because of a vendor names the code of its cause, such as a fault of its TLS [ASVS 16.3.4]', async () => {
  const said: string[] = []
  const plainServer = Fastify()
  const plain = await plainServer.listen({ host: '127.0.0.1', port: 0 }).then((address) => new URL(address))
  const client = createVendorClient({
    ...{ system: 'Acme', baseUrl: `https://${plain.host}`, headers: () => ({}), timeoutMs: 2000 },
    ...{ longestWaitMs: 100, clock: Date.now },
  })
  const server = Fastify({ logger: { level: 'warn', stream: { write: (line) => void said.push(line) } } })
  addErrorReplies(server)
  server.get('/away', () =>
    client.send({ operation: 'list', method: 'GET', path: '/', answer: z.object({}) }),
  )
  const { statusCode } = await server.inject('/away')
  await plainServer.close()
  expect(statusCode).toBe(503)
  expect(JSON.parse(said.at(-1) ?? '{}')).toMatchObject({
    ...{ level: 40, msg: 'request refused', code: expect.stringMatching(/^ERR_SSL_/) },
  })
})

test('an unnamed proxy is reported once, and a named one not at all', async () => {
  const told = async (environment: Record<string, string>) => {
    const said: string[] = []
    const own = await startApi(
      { LOG_LEVEL: 'warn', ...environment },
      { logTo: { write: (line) => void said.push(line) } },
    )
    const call = { method: 'GET', url: '/api/health' } as const
    await own.visitor.send(call)
    for (let time = 0; time < 3; time++)
      await own.visitor.send({ ...call, headers: { 'x-forwarded-for': '192.0.2.7' } })
    await own.close()
    return said.filter((line) => line.includes('TRUST_PROXY is not set'))
  }
  expect(await told({})).toHaveLength(1)
  expect(await told({ TRUST_PROXY: '127.0.0.1' })).toEqual([])
})

test('an address is logged without its private parts, and otherwise unchanged', () => {
  const shown = {
    '/api/users?page=2&sort=role': '/api/users?page=2&sort=role',
    '/api/users?query=ann&page=2': '/api/users?query=…&page=2',
    '/api/auth/confirmation?token=abc': '/api/auth/confirmation?token=…',
    '/reset-password/abc?x=1': '/reset-password/…?x=1',
    '/a\r\nb': '/a  b',
  }
  for (const [url, logged] of Object.entries(shown)) expect(loggableUrl(url)).toBe(logged)
})
