import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import { createAsanaDirectory } from './asana.ts'
import { createGithubDirectories } from './github.ts'
import { createSlackDirectory } from './slack.ts'
import { createWordPressDirectory } from './wordpress.ts'

const PERSON = { email: 'ada@desk.example', github: 'octo-ada' }

interface Reply {
  status?: number
  scopes?: string
  body?: unknown
}

let server: WebServer
let sent: { call: string; body: string }[]
let answer: (call: string, token: string) => Reply
beforeEach(async () => {
  sent = []
  answer = () => ({ status: 404 })
  server = await startWebServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = `${request.method} ${(request.url ?? '').split('?')[0]}`
      sent.push({ call, body: Buffer.concat(chunks).toString() })
      const { status = 200, body = {}, scopes } = answer(call, request.headers.authorization ?? '')
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(scopes === undefined ? {} : { 'x-oauth-scopes': scopes }),
      })
      response.end(status === 204 ? undefined : JSON.stringify(body))
    })
  })
})
afterEach(() => server.close())

const baseUrl = () => `http://127.0.0.1:${server.port}`
const calls = () => sent.map(({ call }) => call)

/** A site that remembers what becomes of one account. */
function wordPress(ownId = 1) {
  const site = { roles: ['editor'], passwords: [{ uuid: 'a' }], hasOwnPassword: true, fails: '' }
  answer = (call) => {
    if (site.fails !== '' && call.startsWith(site.fails)) return { status: 500 }
    const account = { id: 7, email: 'Ada@desk.example', roles: site.roles }
    if (call.endsWith('/users/me')) return { body: { id: ownId } }
    if (call === 'GET /wp-json/wp/v2/users')
      return { body: [{ id: 8, email: 'granada@desk.example', roles: ['author'] }, account] }
    if (call === 'GET /wp-json/wp/v2/users/7/application-passwords') return { body: site.passwords }
    if (call.startsWith('DELETE')) site.passwords = []
    else {
      const body = JSON.parse(sent.at(-1)?.body || '{}')
      if (body.roles) site.roles = body.roles
      if (body.password) site.hasOwnPassword = false
    }
    return { body: {} }
  }
  const account = { baseUrl: baseUrl(), user: 'desk', appPassword: 'words' }
  const of = { code: 'hs', displayName: 'Hearthside', logoUrl: '/images/hs.svg' }
  return { site, directory: createWordPressDirectory({ account, site: of }) }
}

test('an account of WordPress loses its role and both kinds of password, since either still lets in', async () => {
  const { site, directory } = wordPress()
  expect(await directory.check(PERSON)).toMatchObject({
    active: true,
    accountId: '7',
    detail: 'editor; 1 application password',
  })
  await directory.revoke(PERSON)
  expect(site).toMatchObject({ roles: [], passwords: [], hasOwnPassword: false })
  expect(await directory.check(PERSON)).toMatchObject({ active: false, detail: 'Without a role' })
})

test('an account of WordPress without a role that has an application password is still open', async () => {
  const { site, directory } = wordPress()
  site.roles = []
  expect(await directory.check(PERSON)).toMatchObject({ active: true })
})

test('a revocation at WordPress that stops halfway still looks open', async () => {
  const { site, directory } = wordPress()
  site.fails = 'DELETE'
  await expect(directory.revoke(PERSON)).rejects.toThrow()
  expect(await directory.check(PERSON)).toMatchObject({ active: true })
})

test('the account that we sign in with at WordPress is not closed', async () => {
  const { site, directory } = wordPress(7)
  await expect(directory.revoke(PERSON)).rejects.toThrow('Copydesk signs in to')
  expect(site.roles).toEqual(['editor'])
})

/** An organisation with one member. */
function github({ role = 'member', own = 'desk-bot', owners = 2, invited = [] as string[] } = {}) {
  let isMember = true
  const invitations = new Map(invited.map((email, at) => [`/orgs/acme/invitations/${at + 7}`, email]))
  answer = (call) => {
    if (call === 'GET /user') return { body: { login: own } }
    if (call === 'GET /user/memberships/orgs')
      return { body: [{ state: 'active', role: 'admin', organization: { login: 'acme' } }] }
    if (call === 'GET /orgs/acme/members')
      return { body: Array.from({ length: owners }, (_, at) => ({ login: `owner${at}` })) }
    if (call === 'GET /orgs/acme/outside_collaborators') return { body: [] }
    if (call === 'GET /orgs/acme/invitations')
      return {
        body: [...invitations].map(([path, email]) => ({
          ...{ id: Number(path.split('/').at(-1)), login: null, email },
        })),
      }
    if (call.startsWith('DELETE /orgs/acme/invitations'))
      return { status: invitations.delete(call.slice('DELETE '.length)) ? 204 : 404 }
    if (call === 'DELETE /orgs/acme/memberships/octo-ada') {
      isMember = false
      return { status: 204 }
    }
    return isMember ? { body: { state: 'active', role, user: { login: 'octo-ada' } } } : { status: 404 }
  }
  const [directory] = createGithubDirectories({ token: 't', orgs: ['acme'], baseUrl: baseUrl() })
  if (!directory) throw new Error('There is no organisation.')
  return directory
}

test('a member of an organisation on GitHub is removed, and then gone', async () => {
  const directory = github()
  expect(await directory.check(PERSON)).toMatchObject({ active: true, detail: 'Member' })
  expect(await directory.revoke(PERSON)).toEqual({
    wasOpen: true,
    detail: 'octo-ada was removed from acme.',
  })
  expect(await directory.check(PERSON)).toMatchObject({ active: false, accountId: 'octo-ada' })
  expect(await directory.revoke(PERSON)).toMatchObject({ wasOpen: false })
})

test.each([
  ['the last owner', { role: 'admin', owners: 1 }, 'last owner'],
  ['our own account', { own: 'Octo-Ada' }, 'Copydesk signs in to'],
])('%s on GitHub is not removed', async (_who, organisation, words) => {
  const directory = github(organisation)
  await expect(directory.rehearse(PERSON)).rejects.toMatchObject({ kind: 'invalid' })
  await expect(directory.revoke(PERSON)).rejects.toThrow(words)
  expect(calls().filter((call) => call.startsWith('DELETE'))).toEqual([])
})

test.each([
  ['without a name', { ...PERSON, github: null }, 'ada@desk.example'],
  ['by the name of another account', PERSON, 'Ada@desk.example'],
  ['by its address, as it is listed', { ...PERSON, github: 'ada@desk.example' }, 'ada@desk.example'],
])('an open invitation by email on GitHub is found and canceled %s', async (_how, person, email) => {
  const directory = github({ invited: ['granada@desk.example', email] })
  const known = answer
  answer = (call, token) => (call.includes('/memberships/') ? { status: 404 } : known(call, token))
  const open = { active: true, accountId: 'ada@desk.example', detail: 'Invited by email' }
  expect(await directory.check(person)).toMatchObject(open)
  await directory.rehearse(person)
  expect(await directory.revoke(person)).toEqual({
    wasOpen: true,
    detail: 'The invitation of ada@desk.example to acme was canceled.',
  })
  expect(calls().filter((call) => call.startsWith('DELETE'))).toEqual(['DELETE /orgs/acme/invitations/8'])
  const again = await directory.check({ ...person, github: person.github ?? 'octo-ada' })
  expect(again).toMatchObject({ active: false })
})

test('a member on GitHub who was also invited by email loses both ways in', async () => {
  const directory = github({ invited: ['ada@desk.example'] })
  expect(await directory.check(PERSON)).toMatchObject({ active: true, accountId: 'octo-ada' })
  expect((await directory.revoke(PERSON)).detail).toMatch(
    /^octo-ada was removed .+ invitation .+ canceled\.$/,
  )
  expect(calls().filter((call) => call.startsWith('DELETE'))).toHaveLength(2)
  expect(await directory.check(PERSON)).toMatchObject({ active: false })
})

test('nobody counts as gone from GitHub while its open invitations cannot be seen', async () => {
  const directory = github()
  answer = (call) => (call.includes('/outside_collaborators') ? { body: [] } : { status: 404 })
  await expect(directory.check(PERSON)).rejects.toMatchObject({
    kind: 'not_found',
    advice: expect.stringContaining('open invitations'),
  })
})

test('where GitHub does not let us remove a member, people learn which identity provider would add them again', async () => {
  const directory = github()
  const known = answer
  answer = (call, token) =>
    call.startsWith('DELETE')
      ? { status: 403, body: { message: 'This organization is managed by an identity provider' } }
      : known(call, token)
  await expect(directory.revoke(PERSON)).rejects.toMatchObject({
    kind: 'forbidden',
    advice: expect.stringContaining('identity provider'),
  })
})

test('without a code-hosting account nothing but an invitation is known of GitHub, and nothing can be revoked there', async () => {
  const directory = github()
  const unnamed = { ...PERSON, github: null }
  for (const asked of [directory.check(unnamed), directory.rehearse(unnamed), directory.revoke(unnamed)])
    await expect(asked).rejects.toMatchObject({ kind: 'invalid' })
  expect(new Set(calls())).toEqual(new Set(['GET /orgs/acme/invitations']))
})

test('the check whether GitHub and Slack let us in needs nobody’s account', async () => {
  expect(await github().health?.check()).toMatchObject({
    ok: true,
    detail: 'desk-bot sees the members of acme.',
  })
  answer = () => ({ status: 401 })
  const [directory] = createGithubDirectories({ token: 't', orgs: ['acme'], baseUrl: baseUrl() })
  await expect(directory?.health?.check()).rejects.toMatchObject({ kind: 'unauthorized' })
  answer = () => ({ body: { ok: true, user_id: 'U1' } })
  expect(await slack().health?.check()).toMatchObject({ ok: true })
  answer = () => ({ body: { ok: false, error: 'token_revoked' } })
  await expect(slack().health?.check()).rejects.toMatchObject({ kind: 'unauthorized' })
})

test('every system names its account with which we sign in', async () => {
  expect(await github({ own: 'desk-bot' }).listOwn?.()).toEqual(['desk-bot'])
  expect(await wordPress(4).directory.listOwn?.()).toEqual(['4'])
  answer = (_call, token) => ({ body: { ok: true, user_id: token === 'Bearer a' ? 'U2' : 'U1' } })
  expect(await slack().listOwn?.()).toEqual(['U1', 'U2'])
})

test('tokens of GitHub and Slack that lack a scope work as far as they do, and people learn which one to give', async () => {
  const directory = github()
  answer = (call) =>
    call === 'GET /user' ? { body: { login: 'desk-bot' }, scopes: 'read:org, repo' } : { body: [] }
  expect(await directory.health?.check()).toMatchObject({
    ok: true,
    limit: expect.stringContaining('lacks the scope admin:org'),
  })
  const owned = { state: 'active', role: 'admin', organization: { login: 'Acme' } }
  const scoped = (memberships: Reply) => (call: string) =>
    call === 'GET /user'
      ? { body: { login: 'desk-bot' }, scopes: 'admin:org, repo' }
      : call === 'GET /user/memberships/orgs'
        ? memberships
        : { body: [] }
  answer = scoped({ body: [owned] })
  expect(await directory.health?.check()).not.toHaveProperty('limit')
  for (const other of [
    { ...owned, role: 'member' },
    { ...owned, organization: { login: 'other' } },
  ]) {
    answer = scoped({ body: [other] })
    expect((await directory.health?.check())?.limit).toMatch(/^desk-bot isn’t an owner/)
  }
  // GitHub does not reveal this to every token.
  answer = scoped({ status: 403, body: { message: 'Resource not accessible' } })
  expect(await directory.health?.check()).not.toHaveProperty('limit')
  const both = slack()
  const own = { body: { ok: true, user_id: 'U1' } }
  answer = (_call, token) => ({ ...own, scopes: token === 'Bearer a' ? 'admin' : 'users:read' })
  expect((await both.health?.check())?.limit).toContain('add users:read.email to SLACK_BOT_TOKEN.')
  answer = (_call, token) => ({ ...own, scopes: token === 'Bearer a' ? '' : 'users:read,users:read.email' })
  expect((await both.health?.check())?.limit).toContain('add admin to SLACK_ADMIN_TOKEN.')
  answer = (_call, token) => ({
    ...own,
    scopes: token === 'Bearer a' ? 'admin' : 'users:read,users:read.email',
  })
  expect(await both.health?.check()).not.toHaveProperty('limit')
})

test('GitHub names the owner of an account only if its profile shows it', async () => {
  const directory = github()
  answer = () => ({ body: { login: 'octo-ada', email: 'Ada@desk.example' } })
  expect(await directory.emailOf?.('octo-ada')).toBe('ada@desk.example')
  answer = () => ({ body: { login: 'octo-ada', email: null } })
  expect(await directory.emailOf?.('octo-ada')).toBeNull()
  answer = () => ({ status: 404 })
  expect(await directory.emailOf?.('octo-ada')).toBeNull()
})

test('without an open account nothing is closed, and nothing is reported as closed', async () => {
  const { site, directory } = wordPress()
  Object.assign(site, { roles: [], passwords: [] })
  expect(await directory.revoke(PERSON)).toMatchObject({ wasOpen: false })
  answer = () => ({ body: { ok: false, error: 'users_not_found' } })
  expect(await slack().revoke(PERSON)).toMatchObject({ wasOpen: false })
  answer = (call) => {
    if (call === 'GET /users/me') return { body: { data: { gid: '9' } } }
    return call.endsWith('/workspace_memberships')
      ? { body: { data: [{ is_active: true, workspace: { gid: '222' } }] } }
      : { body: { data: { gid: '7' } } }
  }
  const asana = createAsanaDirectory({ token: 't', workspaceGid: '111', baseUrl: baseUrl() })
  expect(await asana.revoke(PERSON)).toMatchObject({ wasOpen: false })
  expect(calls().filter((call) => !call.startsWith('GET'))).toEqual([])
})

test('whether accounts of Asana and WordPress can be closed is known before a user leaves', async () => {
  let rights: object = { is_admin: true }
  answer = (call) =>
    call === 'GET /users/me'
      ? { body: { data: { gid: '9' } } }
      : { body: { data: [{ workspace: { gid: '111' }, ...rights }] } }
  const asana = createAsanaDirectory({ token: 't', workspaceGid: '111', baseUrl: baseUrl() })
  expect(await asana.health?.check()).not.toHaveProperty('limit')
  rights = { is_admin: false }
  expect(await asana.health?.check()).toMatchObject({
    ok: true,
    limit: expect.stringContaining('isn’t an administrator'),
  })
  rights = { workspace: { gid: '222' } }
  expect(await asana.health?.check()).toMatchObject({ ok: false })
  const { directory } = wordPress()
  let capabilities = { list_users: true, edit_users: true, promote_users: true }
  answer = () => ({ body: { name: 'Ann', capabilities } })
  expect(await directory.health?.check()).not.toHaveProperty('limit')
  capabilities = { ...capabilities, edit_users: false }
  expect(await directory.health?.check()).toMatchObject({
    ok: true,
    limit: expect.stringContaining('Ann isn’t'),
  })
})

const slack = () =>
  createSlackDirectory({ token: 't', adminToken: 'a', baseUrl: baseUrl(), scimUrl: `${baseUrl()}/scim` })

test('an account of Slack is deactivated over SCIM, unless it is ours', async () => {
  let own = 'U9'
  answer = (call) => {
    if (call === 'GET /users.lookupByEmail') return { body: { ok: true, user: { id: 'U7' } } }
    if (call === 'GET /auth.test') return { body: { ok: true, user_id: own } }
    return { status: 204 }
  }
  await slack().revoke(PERSON)
  expect(calls().at(-1)).toBe('DELETE /scim/Users/U7')
  own = 'U7'
  sent.length = 0
  await expect(slack().revoke(PERSON)).rejects.toThrow('Copydesk signs in to')
  expect(calls()).not.toContain('DELETE /scim/Users/U7')
})

test('a person unknown to Slack has no account; a refusal of our token is our fault and no answer', async () => {
  answer = () => ({ body: { ok: false, error: 'users_not_found' } })
  expect(await slack().check(PERSON)).toMatchObject({ active: false })
  answer = () => ({ body: { ok: false, error: 'token_revoked' } })
  await expect(slack().check(PERSON)).rejects.toMatchObject({ kind: 'unauthorized' })
})

test('a member of the workspace of Asana is removed, unless it is the account of our token', async () => {
  let own = '9'
  answer = (call) => {
    if (call === 'GET /users/me') return { body: { data: { gid: own } } }
    if (call.endsWith('/workspace_memberships'))
      return { body: { data: [{ is_active: true, workspace: { gid: '111' } }] } }
    return { body: { data: { gid: '7' } } }
  }
  const directory = createAsanaDirectory({ token: 't', workspaceGid: '111', baseUrl: baseUrl() })
  expect(await directory.check(PERSON)).toMatchObject({ active: true, accountId: '7' })
  await directory.revoke(PERSON)
  expect(sent.at(-1)).toEqual({ call: 'POST /workspaces/111/removeUser', body: '{"data":{"user":"7"}}' })
  own = '7'
  await expect(directory.revoke(PERSON)).rejects.toThrow('Copydesk signs in to')
})
