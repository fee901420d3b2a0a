import { afterAll, beforeAll, expect, it } from 'vitest'
import { directoryAccounts } from '../../db/schema/directory.ts'
import { type Api, type Client, startApi, usernameOf } from '../../testing/api.ts'
import { startWebServer } from '../../testing/web-server.ts'

const CHECK = '/api/users/check-account'
const REVOKE = '/api/users/revoke-access'
const WRITER = usernameOf('wrt', 2)

interface Item {
  operation: string
  active: boolean
  error: string | null
}

let api: Api
let adm: Client
beforeAll(async () => {
  api = await startApi()
  adm = await api.as('adm')
  await api.database.db.insert(directoryAccounts).values([
    { system: 'Chat', email: WRITER, handle: 'wrt2', active: true },
    { system: 'Code hosting', email: 'somebody@desk.example', handle: 'somebody', active: true },
  ])
})
afterAll(() => api.close())

const check = async (email: string) => (await adm.get(`${CHECK}?email=${encodeURIComponent(email)}`)).body
const find = (items: Item[], operation: string) => items.find((item) => item.operation === operation)
const revoke = (source: string, email: string, more: object = {}) =>
  adm.put(REVOKE, { source, data: { email, ...more } })

it('finds the account of somebody on every system, with the fields of an access check item [ACCESS-018] [ACCESS-019]', async () => {
  const { status, body } = await adm.get(`${CHECK}?email=${WRITER}&github=wrt-two&manager=boss@desk.example`)
  expect(status).toBe(200)
  expect(body.map(({ operation }: Item) => operation)).toEqual([
    'copydesk',
    'built-in-chat',
    'built-in-code-hosting',
  ])
  expect(find(body, 'copydesk')).toEqual({
    operation: 'copydesk',
    operationId: expect.stringMatching(/^\d+$/),
    operationName: 'Copydesk',
    avatar: '/favicon.svg',
    url: expect.stringMatching(/^\/users\/\d+$/),
    active: true,
    error: null,
    detail: 'Writer',
  })
  expect(find(body, 'built-in-chat')).toMatchObject({ active: true, error: null })
  expect(find(body, 'built-in-code-hosting')).toMatchObject({ active: false, error: null })
})

it.each(['', 'nonsense', '%20'])('refuses to look for the email %j [ACCESS-006]', async (email) => {
  expect((await adm.get(`${CHECK}?email=${email}`)).status).toBe(400)
  expect((await adm.get(CHECK)).status).toBe(400)
})

it('closes an account, tells the manager, and says so again when it is closed already [ACCESS-020]', async () => {
  const manager = 'boss@desk.example'
  const first = await revoke('built-in-chat', WRITER, { id: 'wrt2', github: '', manager })
  expect([first.status, first.body]).toEqual([
    200,
    expect.objectContaining({ operation: 'built-in-chat', active: false, error: null }),
  ])
  expect(find(await check(WRITER), 'built-in-chat')).toMatchObject({ active: false })
  expect((await revoke('built-in-chat', WRITER)).status).toBe(200)
  const mails = (await api.mails()).filter(({ to }) => to === manager)
  expect(mails).toMatchObject([
    { subject: 'Access revoked: Chat', text: expect.stringContaining(`the access of ${WRITER} to Chat`) },
  ])
})

it('locks somebody out of Copydesk at once', async () => {
  const email = usernameOf('wrt')
  const writer = await api.as('wrt')
  expect((await revoke('copydesk', email.toUpperCase())).status).toBe(200)
  expect((await writer.get('/api/profile')).status).toBe(401)
  expect(find(await check(email), 'copydesk')).toMatchObject({ active: false })
})

it('refuses to take away one’s own access, under any spelling [D124]', async () => {
  for (const email of [adm.username, adm.username.toUpperCase(), ` ${adm.username} `]) {
    const { status, body } = await revoke('built-in-chat', email)
    expect([status, body.message]).toEqual([409, 'You cannot revoke your own access.'])
  }
})

it('refuses to take away the access of the last administrator on any system', async () => {
  const other = await startApi()
  const [first, second] = [await other.as('adm'), await other.as('adm', 2)]
  await other.database.pool.query('update users set active = false where id = $1', [first.id])
  await other.database.pool.query("update users set role_id = 'adm' where username = $1", [usernameOf('eng')])
  const third = await other.as('eng')
  await other.database.pool.query('update users set password_hash = null where id = $1', [third.id])
  const { status, body } = await third.put(REVOKE, { source: 'copydesk', data: { email: second.username } })
  expect([status, body.message]).toEqual([409, 'This is the last active administrator who can sign in.'])
  await other.close()
})

it('knows no system that is not connected', async () => {
  for (const source of ['constructor', 'github-acme', '__proto__'])
    expect((await revoke(source, WRITER)).status, source).toBe(404)
})

it('keeps what was found and done as evidence, with who did it', async () => {
  const email = 'somebody@desk.example'
  await check(email)
  await revoke('built-in-code-hosting', email)
  const { body } = await adm.get(`/api/users/access-steps?email=${email}`)
  expect(body.nodes[0]).toMatchObject({
    operation: 'built-in-code-hosting',
    step: 'revoked',
    detail: 'The account is closed.',
    by: 'Adm One',
  })
  expect(body.nodes.map(({ step }: { step: string }) => step)).toContain('active')
  expect(body.totalCount).toBe(body.nodes.length)
})

it('is for those who hold UserAccess', async () => {
  for (const role of ['opm', 'qa', 'eng'] as const) {
    const client = await api.as(role)
    expect((await client.get(`${CHECK}?email=${WRITER}`)).status, role).toBe(403)
    expect((await client.put(REVOKE, { source: 'copydesk', data: { email: WRITER } })).status, role).toBe(403)
    expect((await client.get(`/api/users/access-steps?email=${WRITER}`)).status, role).toBe(403)
  }
})

it('says of a system that does not let us in that it could not be asked, and hides no other [ACCESS-010]', async () => {
  const vendor = await startWebServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Bad credentials"}')
  })
  const other = await startApi({
    GITHUB_TOKEN: 'token',
    GITHUB_ORGS: 'acme',
    GITHUB_BASE_URL: `http://127.0.0.1:${vendor.port}`,
  })
  const client = await other.as('adm')
  const { status, body } = await client.get(`${CHECK}?email=${WRITER}&github=wrt-two`)
  expect(status).toBe(200)
  expect(find(body, 'github-acme')).toMatchObject({
    active: false,
    error: 'GitHub did not accept our credentials.',
  })
  expect(find(body, 'copydesk')).toMatchObject({ active: true, error: null })
  const refused = await client.put(REVOKE, {
    source: 'github-acme',
    data: { email: WRITER, github: 'wrt-two' },
  })
  expect(refused.status).toBe(502)
  const { body: steps } = await client.get(`/api/users/access-steps?email=${WRITER}`)
  expect(steps.nodes[0]).toMatchObject({ step: 'failed', detail: 'GitHub did not accept our credentials.' })
  await other.close()
  await vendor.close()
})
