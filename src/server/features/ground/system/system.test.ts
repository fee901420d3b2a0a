import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROLE_IDS } from '#shared/access/roles.ts'
import { LEASTS } from '#shared/features/desk/alert-rules/rules.ts'
import { User } from '#shared/features/ground/users/contract.ts'
import { describeOperations, OPERATIONS } from '../../../api.ts'
import { FURTHER_REFUSALS } from '../../../api-refusals.ts'
import { PARAMETER_TEXTS } from '../../../api-texts.ts'
import { createApp } from '../../../app.ts'
import { connectDatabase } from '../../../db/connect.ts'
import { requestSchema } from '../../../http/json-schema.ts'
import { documentedPath } from '../../../http/openapi.ts'
import { type Api, PASSWORD, startApi, usernameOf } from '../../../testing/api.ts'
import { createFlagReader } from '../feature-flags/feature.ts'
import { createSystemService } from './service.ts'
import { insertSamplePassword } from './store.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'

let api: Api
/** The sample workspace, as a developer has it and as it would be in production. */
let sample: Api
let production: Api
beforeAll(async () => {
  const settings = {
    COMMIT,
    REPOSITORY_URL: 'https://code.example.com/copydesk/',
    HELP_EMAIL: 'help@mail.example',
    AMAZON_MARKETPLACE: 'www.amazon.de',
  }
  api = await startApi({ ...settings, PUBLIC_URL: 'https://desk.example.com', APP_ENV: 'staging' })
  sample = await startApi()
  production = await startApi({ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' })
  for (const { database } of [sample, production]) await insertSamplePassword(database.db, PASSWORD)
})
afterAll(async () => {
  for (const each of [api, sample, production]) await each.close()
})

test('health reports the environment, its public address, the build and where to get help [SHELL-090] [SHELL-091]', async () => {
  const { status, body } = await api.visitor.get('/api/health')
  expect(status).toBe(200)
  expect(body).toEqual({
    env: 'staging',
    publicHost: 'https://desk.example.com',
    commit: '0123456',
    commit_url: `https://code.example.com/copydesk/commit/${COMMIT}`,
    help_email: 'help@mail.example',
    time_zone: 'UTC',
    marketplace: 'www.amazon.de',
    self_approval: true,
    notice: null,
    tunnels: true,
    is_sample: false,
    sample: null,
  })
})

test('without a name the environment is development, without a build the commit is unknown [SHELL-089]', async () => {
  const { body } = await sample.visitor.get('/api/health')
  expect(body).toMatchObject({
    env: 'development',
    commit: 'unknown',
    commit_url: null,
    marketplace: 'www.amazon.com',
  })
})

test('the sample workspace offers one active person of each role to callers on this machine', async () => {
  const { body } = await sample.visitor.get('/api/health')
  expect(body.sample.password).toBe(PASSWORD)
  expect(body.sample.people.map(({ role }: { role: { id: string } }) => role.id)).toEqual(ROLE_IDS)
  for (const { username } of body.sample.people) {
    expect((await sample.signIn(username, body.sample.password)).status).toBe(200)
  }
})

const ELSEWHERE = [
  { remoteAddress: '192.0.2.7' },
  { headers: { host: 'desk.example.com' } },
  { headers: { host: 'localhost.evil.example' } },
  { headers: { host: '127.0.0.1.evil.example:3000' } },
  { headers: { 'x-forwarded-for': '127.0.0.1' } },
  { headers: { forwarded: 'for=127.0.0.1' } },
  { remoteAddress: '192.0.2.7', headers: { 'x-forwarded-for': '127.0.0.1', host: 'localhost' } },
]

test('nothing of the sample leaves the machine, not even by a proxy or a borrowed name', async () => {
  for (const caller of ELSEWHERE) {
    const { status, body } = await sample.visitor.send({ method: 'GET', url: '/api/health', ...caller })
    expect([status, body.sample], JSON.stringify(caller)).toEqual([200, null])
    expect(JSON.stringify(body)).not.toContain(PASSWORD)
  }
})

test('a server that is reached from elsewhere shows nothing of the sample, even to calls from this machine', async () => {
  for (const [name, value] of [
    ['PUBLIC_URL', 'https://desk.example.com'],
    ['HOST', '0.0.0.0'],
  ] as const) {
    const proxied = await startApi({ [name]: value })
    await insertSamplePassword(proxied.database.db, PASSWORD)
    // The default of a proxy on this machine: the server's own host name and no forwarding headers.
    const headers = { host: 'localhost:3000' }
    const { body } = await proxied.visitor.send({ method: 'GET', url: '/api/health', headers })
    expect(body.sample, name).toBeNull()
    const outbox = await proxied.visitor.send({ method: 'GET', url: '/api/outbox', headers })
    expect(outbox.status, name).toBe(404)
    await proxied.close()
  }
})

test('production offers no sample people and no outbox, not even to this machine', async () => {
  expect((await production.visitor.get('/api/health')).body.sample).toBeNull()
  expect((await production.visitor.get('/api/outbox')).status).toBe(404)
})

test('the sample workspace shows the mail it did not send, to callers on this machine only', async () => {
  await sample.visitor.post('/api/reset-password', { username: 'opm1@desk.example' })
  await sample.mails()
  const { status, body } = await sample.visitor.get('/api/outbox')
  expect([status, body.length]).toEqual([200, 1])
  expect(Object.keys(body[0]).sort()).toEqual(['id', 'sent_at', 'subject', 'text', 'to'])
  expect(body[0]).toMatchObject({ to: 'opm1@desk.example', subject: 'Reset your Copydesk password' })
  for (const caller of ELSEWHERE) {
    const refused = await sample.visitor.send({ method: 'GET', url: '/api/outbox', ...caller })
    expect([refused.status, refused.body.message]).toEqual([404, 'There’s no outbox here.'])
  }
  expect((await api.visitor.get('/api/outbox')).status).toBe(404)
})

test('a new workspace shows its unsent invitations on this machine to users who invite, and not in production', async () => {
  const workspace = await startApi()
  const adm = await workspace.as('adm')
  const person = {
    username: 'new@desk.example',
    first_name: 'New',
    last_name: 'One',
    role_id: 'qa',
    active: true,
  }
  expect((await adm.post('/api/users', person)).status).toBe(201)
  await workspace.visitor.post('/api/reset-password', { username: usernameOf('opm') })
  expect((await workspace.mails()).map(({ text }) => text.includes('/reset-password/')).toSorted()).toEqual([
    false,
    true,
  ])
  const { status, body } = await adm.get('/api/outbox')
  expect([status, body.length]).toEqual([200, 1])
  expect(body[0]).toMatchObject({ to: 'new@desk.example' })
  expect(body[0].text).toContain('/confirmation/')
  for (const caller of ELSEWHERE)
    expect((await adm.send({ method: 'GET', url: '/api/outbox', ...caller })).status).toBe(404)
  expect((await (await workspace.as('opm')).get('/api/outbox')).status).toBe(404)
  expect((await (await production.as('adm')).get('/api/outbox')).status).toBe(404)
  await workspace.close()
})

test('the server is ready once it says so, and asks to come back before and after', async () => {
  expect((await api.visitor.get('/api/health/ready')).body).toEqual({ ready: true })
  api.app.setReady(false)
  const { status, headers } = await api.visitor.get('/api/health/ready')
  expect([status, headers['retry-after']]).toEqual([503, '1'])
  expect((await api.visitor.get('/api/health')).status).toBe(200)
  api.app.setReady(true)
})

test('a server with a full disk is not ready, and gives the reason', async () => {
  const { app, database, settings } = api
  const flags = createFlagReader({
    db: database.db,
    clock: () => new Date(),
    timeZone: 'UTC',
    log: app.server.log,
  })
  const arePasskeysOffered = async () => false
  const policy = { passwordLimit: async () => null }
  const deps = {
    ...{ db: database.db, mailer: app.mailer, settings, flags, arePasskeysOffered, policy },
    isReady: () => true,
  }
  const full = createSystemService({ ...deps, freeBytes: async () => 1000 })
  await expect(full.assertReady()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The disk is full.',
  })
  await expect(createSystemService(deps).assertReady()).resolves.toBeUndefined()
})

test('without its database the server is not ready, and says so without blaming the caller', async () => {
  const nowhere = connectDatabase('postgres://desk@127.0.0.1:1/desk')
  const lonely = await createApp({ settings: api.settings, database: nowhere })
  lonely.setReady(true)
  for (const url of ['/api/health/ready', '/api/sites']) {
    const headers = { authorization: `Bearer ${'A'.repeat(43)}` }
    const response = await lonely.server.inject({ url, headers })
    expect([response.statusCode, response.json().message]).toEqual([503, 'Service Unavailable'])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
  }
  await lonely.server.close()
  await nowhere.close()
})

test('the description of the API lists exactly the existing calls, each with its parameters', async () => {
  const { status, body } = await api.visitor.get('/api/openapi.json')
  expect([status, body.openapi]).toEqual([200, '3.1.0'])
  const listed: [string, unknown][] = Object.entries(
    body.paths as Record<string, Record<string, object>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, unknown] => [
      `${method.toUpperCase()} ${path}`,
      (operation as { 'x-permission': unknown })['x-permission'],
    ]),
  )
  const declared = OPERATIONS.map(({ endpoint }): [string, unknown] => [
    `${endpoint.method} ${documentedPath(endpoint)}`,
    endpoint.access,
  ])
  expect(listed.sort()).toEqual(declared.sort())
})

test('the API documents how its calls are refused: by status, and with the details', async () => {
  const { paths, components } = (await api.visitor.get('/api/openapi.json')).body
  const { 400: invalid, 401: unknown, 403: forbidden, 409: conflict } = paths['/api/users/{id}'].put.responses
  expect([invalid, unknown, forbidden].map(({ $ref }) => $ref.split('/').at(-1))).toEqual([
    'Invalid',
    'Unauthenticated',
    'StepUp',
  ])
  const [refusal, { properties }] = conflict.content['application/json'].schema.allOf
  const { details } = properties
  expect(refusal).toEqual({ $ref: '#/components/schemas/Refusal' })
  const named = components.schemas[details.$ref.split('/').at(-1)]
  expect(named.properties.current).toEqual({ $ref: '#/components/schemas/User' })
  const { get: health } = paths['/api/health']
  expect(Object.keys(health.responses)).toEqual(['200', '429', '503', 'default'])
})

test('the texts of the API’s description are about calls and parameters that exist', () => {
  const ids = OPERATIONS.map(({ id }) => id)
  expect(Object.keys(FURTHER_REFUSALS).filter((id) => !ids.includes(id))).toEqual([])
  const parameters = OPERATIONS.flatMap(({ id, endpoint }) =>
    [endpoint.params, endpoint.query].flatMap((schema) =>
      Object.keys(schema === undefined ? {} : (requestSchema(schema).properties ?? {})).flatMap((name) => [
        `${id}.${name}`,
        `${documentedPath(endpoint).split(`{${name}}`)[0]}{${name}}`,
        `${id.split('.')[0]}.${name}`,
        name,
      ]),
    ),
  )
  expect(Object.keys(PARAMETER_TEXTS).filter((key) => !parameters.includes(key))).toEqual([])
})

/** Every `$ref` of a document, however deep. */
function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    key === '$ref' && typeof item === 'string' ? [item] : referencesIn(item),
  )
}

test('values that calls send and answer are described once, by name', async () => {
  const { body } = await api.visitor.get('/api/openapi.json')
  const { schemas, responses, headers } = body.components
  expect(Object.keys(schemas.User.properties)).toEqual(Object.keys(User.shape))
  const references = new Set(referencesIn(body))
  const described = [
    ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
    ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
    ...Object.keys(headers).map((name) => `#/components/headers/${name}`),
  ]
  expect([...references].filter((reference) => !described.includes(reference))).toEqual([])
  const file = body.paths['/api/keywords/upload'].post.requestBody.content['multipart/form-data'].schema
  expect(file.properties.file).toEqual({ type: 'string', format: 'binary' })
  // A schema whose input differs from its output is described as input.
  const sent = body.paths['/api/users'].post.requestBody.content['application/json'].schema
  const name = sent.$ref.split('/').at(-1)
  expect(schemas[name].required).not.toContain('role')
})

/** Objects in a document, however deep, by where they are. */
function objectsIn(value: unknown, at = ''): [string, Record<string, unknown>][] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, item]) => objectsIn(item, `${at}/${key}`))
  return Array.isArray(value) ? inner : [[at, value as Record<string, unknown>], ...inner]
}

test('an answer may get more fields, its lists name their rows, and a required field is described', async () => {
  const description = describeOperations({ version: '0' })
  const objects = objectsIn(description)
  expect(objects.filter(([, { additionalProperties }]) => additionalProperties === false)).toEqual([])
  const rows = objects.filter(([at]) => /^\/paths\/.*\/responses\/\d+\/content\/.*\/schema\/items$/.test(at))
  expect(rows.length).toBeGreaterThan(10)
  expect(rows.filter(([, { type }]) => type === 'object').map(([at]) => at)).toEqual([])
  const unknown = objects.flatMap(([at, { type, required, properties }]) =>
    type === 'object' && Array.isArray(required)
      ? required.filter((name) => !Object.hasOwn(properties ?? {}, name)).map((name) => `${at} ${name}`)
      : [],
  )
  expect(unknown).toEqual([])
})

test('limits and formats of parameters and answers are those that the server knows', () => {
  const { paths, components, webhooks } = describeOperations({ version: '0' })
  const schemaOf = (path: string, parameter: string) =>
    paths[path]?.get?.parameters.find(({ name }) => name === parameter)?.schema
  expect(schemaOf('/api/articles', 'page')).toMatchObject({ minimum: 1, default: 1 })
  expect(schemaOf('/api/articles', 'pending')).toEqual({ type: 'boolean' })
  expect(schemaOf('/api/game-solutions', 'clear_cache')).toEqual({ type: 'boolean', default: false })
  expect(schemaOf('/api/replacements/candidates', 'asin')).toMatchObject({ minLength: 10, maxLength: 10 })
  expect(schemaOf('/api/alert-rules/back-test', 'least')).toMatchObject({ enum: LEASTS, default: 500 })
  expect(components.schemas.RivalDays?.properties?.days?.items).toEqual({ type: 'string', format: 'date' })
  expect(JSON.stringify(webhooks)).toContain('"timestamp":{"type":"string","format":"date-time"}')
})

test('the description of the API is written down, and a changed call shows as a changed line', async () => {
  const description = describeOperations({ version: '0' })
  await expect(`${JSON.stringify(description, null, 2)}\n`).toMatchFileSnapshot('../../../openapi.json')
})

test('the reference page lists the input and output of every call, and needs no script', async () => {
  const { status, body, headers } = await api.visitor.get('/api/docs')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  for (const { id, endpoint } of OPERATIONS) {
    const path = documentedPath(endpoint)
    expect(body).toContain(`<details id="${id}"><summary><code>${endpoint.method}</code><code>${path}</code>`)
  }
  const users = body.slice(body.indexOf('<details id="users.list">')).split('</details>')[0]
  const winners = body.slice(body.indexOf('<details id="shareOfVoice.winners">')).split('</details>')[0]
  expect(winners).toContain('<code>dateRange</code></td><td>query, 7 unless sent')
  expect(users).toContain('totalCount: number')
  const update = body.slice(body.indexOf('<details id="users.update">')).split('</details>')[0]
  expect(update).toContain('<h3>Answer 409</h3>')
  expect(update).toContain('current?: <a href="#User">User</a>')
  expect(body).toContain('<h3 id="User">User</h3>')
  expect(body).not.toContain('<script')
})
