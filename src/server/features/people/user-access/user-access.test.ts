import { afterAll, beforeAll, expect, it } from 'vitest'
import { directoryAccounts } from '../../../db/schema/directory.ts'
import { OldVersion } from '../../../errors.ts'
import type { AccountDirectory } from '../../../integrations/account-directory/port.ts'
import type { Caller } from '../../../security/actor.ts'
import { type Api, type Client, startApi, usernameOf } from '../../../testing/api.ts'
import { until } from '../../../testing/until.ts'
import { startWebServer } from '../../../testing/web-server.ts'
import type { UserUpdate } from '../../ground/users/verbs/save-user.ts'
import type { UserAccessDeps } from './deps.ts'
import { deskDirectory } from './desk-reader.ts'
import { createUserAccessService } from './service.ts'

const CHECK = '/api/users/check-account'
const REVOKE = '/api/users/revoke-access'
const WRITER = usernameOf('wrt', 2)

interface Step {
  operation: string
  step: string
  account: string | null
}

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

it('finds a user’s account on every system, with the fields of an access check item [ACCESS-018] [ACCESS-019]', async () => {
  const { status, body } = await adm.get(`${CHECK}?email=${WRITER}&github=wrt-two&manager=boss@desk.example`)
  expect(status).toBe(200)
  expect(body.map(({ operation }: Item) => operation)).toEqual([
    'copydesk',
    'built-in-chat',
    'built-in-code-hosting',
  ])
  expect(find(body, 'copydesk')).toEqual({
    operation: 'copydesk',
    operationId: WRITER,
    operationName: 'Copydesk',
    avatar: '/favicon.svg',
    url: expect.stringMatching(/^\/users\/\d+$/),
    active: true,
    error: null,
    detail: 'Writer',
    ...{ name: 'Wrt Two', last_used_at: null, used_after_leaving: false },
  })
  expect(find(body, 'built-in-chat')).toMatchObject({ active: true, error: null })
  expect(find(body, 'built-in-code-hosting')).toMatchObject({ active: false, error: null })
})

it.each(['', 'nonsense', '%20'])('refuses to look for the email %j [ACCESS-006]', async (email) => {
  expect((await adm.get(`${CHECK}?email=${email}`)).status).toBe(400)
  expect((await adm.get(CHECK)).status).toBe(400)
})

it('closes an account, notifies the manager, and succeeds again when it is closed already [ACCESS-020]', async () => {
  const manager = 'boss@desk.example'
  const email = 'leaver@desk.example'
  await api.database.db
    .insert(directoryAccounts)
    .values({ system: 'Chat', email, handle: 'leaver', active: true })
  const first = await revoke('built-in-chat', email, { id: 'leaver', github: 'leaver-one', manager })
  expect([first.status, first.body]).toEqual([
    200,
    expect.objectContaining({ operation: 'built-in-chat', active: false, error: null }),
  ])
  expect(find(await check(email), 'built-in-chat')).toMatchObject({ active: false })
  expect((await revoke('built-in-chat', email)).status).toBe(200)
  const mails = (await api.mails()).filter(({ to }) => to === manager)
  expect(mails).toMatchObject([
    {
      subject: 'Access revoked: Chat',
      text: expect.stringContaining(`the access of ${email} (account leaver) to Chat`),
    },
  ])
})

it('locks a user out of Copydesk at once', async () => {
  const email = usernameOf('wrt')
  const writer = await api.as('wrt')
  expect((await revoke('copydesk', email.toUpperCase())).status).toBe(200)
  expect((await writer.get('/api/profile')).status).toBe(401)
  expect(find(await check(email), 'copydesk')).toMatchObject({ active: false })
})

it('refuses to take away the caller’s own access, in any spelling [D124]', async () => {
  for (const email of [adm.username, adm.username.toUpperCase(), ` ${adm.username} `]) {
    const { status, body } = await revoke('built-in-chat', email)
    expect([status, body.message]).toEqual([409, 'You can’t revoke your own access.'])
  }
})

it('refuses to take away the access of the last administrator on any system', async () => {
  const other = await startApi()
  const [first, second] = [await other.as('adm'), await other.as('adm', 2)]
  await other.database.pool.query('update users set active = false where id = $1', [first.id])
  await other.database.pool.query("update users set role_id = 'adm' where username = $1", [usernameOf('eng')])
  const third = await other.as('eng')
  await other.database.pool.query('update users set password_hash = null where id = $1', [third.id])
  for (const source of ['copydesk', 'built-in-chat']) {
    const { status, body } = await third.put(REVOKE, { source, data: { email: second.username } })
    expect([status, body.message]).toEqual([409, 'This is the last active administrator who can sign in.'])
  }
  await other.close()
})

it('knows no system that is not connected', async () => {
  for (const source of ['constructor', 'github-acme', '__proto__'])
    expect((await revoke(source, WRITER)).status, source).toBe(404)
})

it('records the attempt, reports an account without open access as found closed, and mails nobody', async () => {
  const email = 'nobody-at-all@desk.example'
  const manager = 'other-boss@desk.example'
  for (const source of ['built-in-chat', 'copydesk']) {
    const { status, body } = await revoke(source, email, { manager })
    expect([status, body.detail]).toEqual([200, 'There was no open account.'])
  }
  const { body } = await adm.get(`/api/users/access-steps?email=${email}`)
  expect(body.nodes.map(({ operation, step }: Step) => [operation, step])).toEqual([
    ['copydesk', 'inactive'],
    ['copydesk', 'asked'],
    ['built-in-chat', 'inactive'],
    ['built-in-chat', 'asked'],
  ])
  expect((await api.mails()).filter(({ to }) => to === manager)).toEqual([])
  const { rows } = await api.database.pool.query(
    "select act from audit_entries where noun = 'access' and label like $1",
    [`%${email}`],
  )
  expect(rows.map(({ act }) => act)).toEqual(['access.found-closed', 'access.found-closed'])
})

it('locks a user in the version that was read: another user’s change in between is not undone', async () => {
  const email = usernameOf('opm', 2)
  const { db, pool } = api.database
  const changes: UserUpdate[] = []
  const users: UserAccessDeps['users'] = {
    async updateUser(_, change) {
      // A concurrent edit is saved first.
      await pool.query('update users set version = version + 1 where id = $1', [change.id])
      changes.push(change)
      throw new OldVersion('Another user has changed this user.', null)
    },
  }
  const { rows } = await pool.query('select version from users where username = $1', [email])
  const directory = deskDirectory({ db, users }, {} as Caller)
  await expect(directory.revoke({ email, github: null })).rejects.toBeInstanceOf(OldVersion)
  expect(changes).toMatchObject([{ version: rows[0].version, values: { active: false } }])
})

it('keeps findings and actions as evidence, with their user', async () => {
  const email = 'somebody@desk.example'
  await check(email)
  await revoke('built-in-code-hosting', email)
  const { body } = await adm.get(`/api/users/access-steps?email=${email}`)
  expect(body.nodes[0]).toMatchObject({
    operation: 'built-in-code-hosting',
    step: 'revoked',
    detail: 'The account is closed. Checked again: closed.',
    by: 'Adm One',
  })
  expect(body.nodes).toContainEqual(expect.objectContaining({ step: 'active', account: 'somebody' }))
  expect(body.totalCount).toBe(body.nodes.length)
})

it('needs the right UserAccess', async () => {
  for (const role of ['opm', 'qa', 'eng'] as const) {
    const client = await api.as(role)
    expect((await client.get(`${CHECK}?email=${WRITER}`)).status, role).toBe(403)
    expect((await client.put(REVOKE, { source: 'copydesk', data: { email: WRITER } })).status, role).toBe(403)
    expect((await client.get(`/api/users/access-steps?email=${WRITER}`)).status, role).toBe(403)
  }
})

it('reports a system that does not let us in as unreachable, and hides no other [ACCESS-010]', async () => {
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

it('does not wait for a silent system: the others are reported, and it is listed without an answer [ACCESS-010]', async () => {
  const directory = (operation: string, look: AccountDirectory['check']): AccountDirectory => ({
    ...{ operation, operationName: operation, avatar: null, check: look },
    list: async () => ({ accounts: [], note: null }),
    rehearse: async () => {},
    revoke: async () => ({ wasOpen: false, detail: '' }),
  })
  const found = { active: true, accountId: 'ada', url: null, detail: 'Member' }
  const { promise: silence } = Promise.withResolvers<never>()
  const hurried: number[] = []
  const { promise: over, resolve: end } = Promise.withResolvers<void>()
  let asked = 0
  const deps: UserAccessDeps = {
    db: api.database.db,
    clock: api.now,
    log: { warn() {} },
    listeners: [],
    enqueue: async () => {},
    mailer: {
      send: async () => {},
      check: async () => ({ adapter: 'none', ok: true, detail: '' }),
      kept: async () => null,
    },
    users: {
      async updateUser() {
        throw new Error('Nobody is changed.')
      },
    },
    tokens: {
      async revokeOf() {
        throw new Error('No token is revoked.')
      },
    },
    accountDirectories: async () => [
      directory('Silent', () => silence),
      directory('Quick', async () => {
        asked += 1
        return found
      }),
    ],
    pass(milliseconds) {
      hurried.push(milliseconds)
      return over
    },
  }
  const service = createUserAccessService(deps)
  const actor: Caller = {
    kind: 'person',
    id: adm.id,
    firstName: 'Adm',
    lastName: 'One',
    username: adm.username,
    roleId: 'adm',
    permissions: ['UserAccess'],
    session: '',
    origin: { requestId: 'test', address: '127.0.0.1' },
  }
  const checking = service.checkAccount(actor, { email: WRITER, github: null, manager: null })
  await until(() => asked === 1)
  end()
  const [, silent, quick] = await checking
  expect(silent).toMatchObject({ found: null, error: expect.stringContaining('Silent') })
  expect(quick).toMatchObject({ found, error: null })
  // Each has ten seconds of its own.
  expect(hurried).toEqual([10_000, 10_000, 10_000])
})

/** GitHub with one member, `octo-ada`, whose profile says that email, and who stays one where it says more than it does. */
async function onGithub(email: string | null, { removes = true } = {}) {
  const calls: string[] = []
  let isMember = true
  const vendor = await startWebServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]
    calls.push(`${request.method} ${path}`)
    const answer = (status: number, body?: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body && JSON.stringify(body))
    }
    if (request.method === 'DELETE') {
      isMember = !removes
      return answer(204)
    }
    if (path === '/user') return answer(200, { login: 'desk-bot' })
    if (path?.startsWith('/users/')) return answer(200, { email })
    if (path?.includes('/memberships/') && isMember)
      return answer(200, { state: 'active', role: 'member', user: { login: 'octo-ada' } })
    return path?.includes('/memberships/') ? answer(404, {}) : answer(200, [])
  })
  const other = await startApi({
    GITHUB_TOKEN: 'token',
    GITHUB_ORGS: 'acme',
    GITHUB_BASE_URL: `http://127.0.0.1:${vendor.port}`,
  })
  return {
    other,
    client: await other.as('adm'),
    removals: () => calls.filter((call) => call.startsWith('DELETE')),
    async close() {
      await other.close()
      await vendor.close()
    },
  }
}

it('revokes nothing on GitHub without the account’s name, and says so in answer, evidence and mail', async () => {
  const github = await onGithub(null)
  const { client, other } = github
  expect(find((await client.get(`${CHECK}?email=${WRITER}`)).body, 'github-acme')).toMatchObject({
    active: false,
    error: 'GitHub needs the account’s name. Enter the code-hosting account.',
  })
  const data = { email: WRITER, manager: 'boss@desk.example' }
  const refused = await client.put(REVOKE, { source: 'github-acme', data })
  expect(refused.status).toBeGreaterThanOrEqual(400)
  const { body } = await client.get(`/api/users/access-steps?email=${WRITER}`)
  expect(body.nodes.map(({ step }: Step) => step)).not.toContain('revoked')
  expect(await other.mails()).toEqual([])

  const named = await client.put(REVOKE, { source: 'github-acme', data: { ...data, github: 'octo-ada' } })
  expect([named.status, github.removals()]).toEqual([200, ['DELETE /orgs/acme/memberships/octo-ada']])
  const { body: evidence } = await client.get(`/api/users/access-steps?email=${WRITER}`)
  expect(evidence.nodes[0]).toMatchObject({ step: 'revoked', account: 'octo-ada' })
  expect(await other.mails()).toMatchObject([{ text: expect.stringContaining('(account octo-ada)') }])
  await github.close()
})

it('does not trust a system’s success: an account that is still open was not revoked, and no mail says that it was [ACCESS-020]', async () => {
  const github = await onGithub(null, { removes: false })
  const { client, other } = github
  const data = { email: WRITER, manager: 'boss@desk.example', github: 'octo-ada' }
  const { status, body } = await client.put(REVOKE, { source: 'github-acme', data })
  expect([status, body.message]).toEqual([
    409,
    'The account is still open. GitHub · acme said: octo-ada was removed from acme.',
  ])
  expect(github.removals()).toHaveLength(1)
  const { body: evidence } = await client.get(`/api/users/access-steps?email=${WRITER}`)
  expect(evidence.nodes.map(({ step }: Step) => step)).toEqual(['failed', 'asked'])
  expect(await other.mails()).toEqual([])
  await github.close()
})

it('refuses Copydesk’s own account: a forbidden step is no fault of the system', async () => {
  const github = await onGithub(null)
  const data = { email: 'bot@desk.example', github: 'desk-bot' }
  const { status, body } = await github.client.put(REVOKE, { source: 'github-acme', data })
  expect([status, body.message]).toEqual([409, expect.stringContaining('Copydesk signs in to GitHub')])
  expect(github.removals()).toEqual([])
  await github.close()
})

it('refuses the caller’s own GitHub account beside another user’s email, known by its profile or the evidence', async () => {
  for (const isShown of [true, false]) {
    const github = await onGithub(isShown ? usernameOf('adm') : null)
    const { client } = github
    if (!isShown) await client.get(`${CHECK}?email=${usernameOf('adm')}&github=octo-ada`)
    const data = { email: WRITER, github: 'Octo-Ada' }
    const { status, body } = await client.put(REVOKE, { source: 'github-acme', data })
    expect([isShown, status, body.message]).toEqual([isShown, 409, 'You can’t revoke your own access.'])
    expect(github.removals()).toEqual([])
    await github.close()
  }
})
