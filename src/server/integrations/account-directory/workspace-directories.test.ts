import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import { createAtlassianDirectory } from './atlassian.ts'
import { createGoogleWorkspaceDirectory } from './google-workspace.ts'

const PERSON = { email: 'ada@desk.example', github: null }
const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

interface Reply {
  status?: number
  body?: unknown
}

let server: WebServer
let sent: { call: string; body: string; authorization: string | undefined }[]
let answer: (call: string, body: string) => Reply
beforeEach(async () => {
  sent = []
  server = await startWebServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = `${request.method} ${(request.url ?? '').split('?')[0]}`
      const body = Buffer.concat(chunks).toString()
      sent.push({ call, body, authorization: request.headers.authorization })
      const { status = 200, body: said = {} } = answer(call, body)
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(status === 204 ? undefined : JSON.stringify(said))
    })
  })
})
afterEach(() => server.close())

const calls = () => sent.map(({ call }) => call)
const writes = () => calls().filter((call) => !call.startsWith('GET') && call !== 'POST /token')

describe('Google Workspace', () => {
  const USERS = '/admin/directory/v1/users'

  /** A domain with its administrator, who is our subject, and one person. */
  function workspace() {
    const domain = { suspended: false, tokens: ['mail-program'], passwords: [7], fails: '', status: 500 }
    answer = (call) => {
      if (call === 'POST /token') return { body: { access_token: 'good', expires_in: 3600 } }
      if (domain.fails !== '' && call.startsWith(domain.fails)) return { status: domain.status }
      const [method, path = ''] = call.split(' ')
      if (path === `${USERS}/boss%40desk.example`)
        return { body: { id: '1', primaryEmail: 'boss@desk.example', isAdmin: true } }
      if (path === `${USERS}/7/tokens`)
        return { body: { items: domain.tokens.map((clientId) => ({ clientId })) } }
      if (path === `${USERS}/7/asps`)
        return { body: domain.passwords.length === 0 ? {} : { items: [{ codeId: 7 }] } }
      if (method === 'DELETE') {
        if (path.includes('tokens')) domain.tokens = []
        else domain.passwords = []
        return { status: 204 }
      }
      if (method === 'PATCH') domain.suspended = true
      if (method === 'POST') return { status: 204 }
      const isPerson = [`${USERS}/ada%40desk.example`, `${USERS}/7`].includes(path)
      const used = { lastLoginTime: '2026-03-01T08:00:00.000Z', name: { fullName: 'Ada Byron' } }
      const person = { id: '7', primaryEmail: 'ada@desk.example', suspended: domain.suspended, ...used }
      return isPerson ? { body: person } : { status: 404 }
    }
    const url = `http://127.0.0.1:${server.port}`
    const key = { client_email: 'desk@project.example', private_key: KEY, token_uri: `${url}/token` }
    const account = { key, subject: 'boss@desk.example', baseUrl: url }
    return { domain, directory: createGoogleWorkspaceDirectory({ account, clock: Date.now }) }
  }

  test('signs in for the administrator it impersonates, with the rights over users and nothing else', async () => {
    const { directory } = workspace()
    await directory.check(PERSON)
    const assertion = new URLSearchParams(sent[0]?.body).get('assertion') ?? ''
    const claims = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({
      iss: 'desk@project.example',
      sub: 'boss@desk.example',
      scope:
        'https://www.googleapis.com/auth/admin.directory.user https://www.googleapis.com/auth/admin.directory.user.security',
    })
    expect(sent[1]?.authorization).toBe('Bearer good')
  })

  test('an account is signed out, its programs shut out, and suspended last', async () => {
    const { domain, directory } = workspace()
    expect(await directory.check(PERSON)).toMatchObject({
      ...{ active: true, accountId: 'ada@desk.example', name: 'Ada Byron' },
      lastUsedAt: new Date('2026-03-01T08:00:00.000Z'),
    })
    expect(await directory.revoke(PERSON)).toEqual({
      wasOpen: true,
      detail: 'Suspended, signed out everywhere, and 2 programs disconnected.',
    })
    expect(writes()).toEqual([
      `POST ${USERS}/7/signOut`,
      `DELETE ${USERS}/7/tokens/mail-program`,
      `DELETE ${USERS}/7/asps/7`,
      `PATCH ${USERS}/7`,
    ])
    expect(domain).toMatchObject({ suspended: true, tokens: [], passwords: [] })
    expect(await directory.check(PERSON)).toMatchObject({ active: false, detail: 'Suspended' })
    expect(await directory.revoke(PERSON)).toMatchObject({ wasOpen: false })
  })

  test('a revocation that stops halfway still looks open', async () => {
    const { domain, directory } = workspace()
    domain.fails = 'DELETE'
    await expect(directory.revoke(PERSON)).rejects.toThrow()
    expect(await directory.check(PERSON)).toMatchObject({ active: true })
  })

  test('the check whether it lets us in needs nobody’s account', async () => {
    const { domain, directory } = workspace()
    expect(await directory.health?.check()).toEqual({
      adapter: 'Google Workspace',
      ok: true,
      detail: 'desk@project.example acts on behalf of boss@desk.example.',
    })
    Object.assign(domain, { fails: 'GET', status: 403 })
    await expect(directory.health?.check()).rejects.toMatchObject({ kind: 'forbidden' })
  })

  test('the impersonated administrator is not closed', async () => {
    const { directory } = workspace()
    const boss = { email: 'boss@desk.example', github: null }
    await expect(directory.rehearse(boss)).rejects.toMatchObject({ kind: 'invalid' })
    await expect(directory.revoke(boss)).rejects.toThrow('Copydesk signs in to')
    expect(writes()).toEqual([])
  })

  test('an address of another domain has no account; a subject without rights is our fault and no answer', async () => {
    const { domain, directory } = workspace()
    expect(await directory.check({ ...PERSON, email: 'gone@desk.example' })).toMatchObject({ active: false })
    Object.assign(domain, { fails: `GET ${USERS}/ada%40`, status: 403 })
    expect(await directory.check(PERSON)).toMatchObject({ active: false, detail: 'No such account' })
    domain.fails = 'GET'
    await expect(directory.check(PERSON)).rejects.toMatchObject({ kind: 'forbidden' })
  })
})

describe('Atlassian', () => {
  const PEOPLE = '/admin/v2/orgs/org-1/directories/-/users'

  function organisation(claimStatus: 'managed' | 'unmanaged') {
    const account = { accountId: 'a:7', claimStatus, accountStatus: 'active', membershipStatus: 'active' }
    const other = { ...account, accountId: 'a:8' }
    const org = { account, isScoped: false, admins: [other] }
    answer = (call, body) => {
      if (call === `POST ${PEOPLE}/search`) {
        const { emails, roleIds } = JSON.parse(body)
        if (roleIds?.includes('atlassian/org-admin')) return { body: { data: org.admins } }
        return {
          body: { data: emails[0] === PERSON.email ? [{ ...account, email: 'Ada@desk.example' }] : [] },
        }
      }
      if (call.endsWith('/lifecycle/disable')) {
        if (org.isScoped) return { status: 403 }
        account.accountStatus = 'inactive'
      } else account.membershipStatus = 'suspended'
      return { status: 204 }
    }
    const baseUrl = `http://127.0.0.1:${server.port}`
    const settings = { orgId: 'org-1', key: 'org-key', directoryId: '-', baseUrl }
    return { org, directory: createAtlassianDirectory(settings) }
  }

  test.each([
    ['managed', 'POST /users/a%3A7/manage/lifecycle/disable', 'Deactivated everywhere at Atlassian.'],
    ['unmanaged', `POST ${PEOPLE}/a%3A7/suspend`, 'Suspended in the organisation.'],
  ] as const)('an account that is %s is closed, and then found closed', async (claim, call, detail) => {
    const { directory } = organisation(claim)
    expect(await directory.check(PERSON)).toMatchObject({ active: true, accountId: 'a:7' })
    expect(await directory.revoke(PERSON)).toEqual({ wasOpen: true, detail })
    expect(calls().at(-1)).toBe(call)
    expect(sent.map(({ authorization }) => authorization)).toEqual(sent.map(() => 'Bearer org-key'))
    expect(await directory.check(PERSON)).toMatchObject({ active: false })
    const before = calls().length
    expect(await directory.revoke(PERSON)).toMatchObject({ wasOpen: false })
    expect(calls().slice(before)).toEqual([`POST ${PEOPLE}/search`])
  })

  test('the last administrator is not closed, and one of two is', async () => {
    const { org, directory } = organisation('managed')
    const [other] = org.admins
    org.admins = [org.account]
    const refusal = { kind: 'invalid', advice: expect.stringContaining('last administrator') }
    await expect(directory.rehearse(PERSON)).rejects.toMatchObject(refusal)
    await expect(directory.revoke(PERSON)).rejects.toMatchObject(refusal)
    expect(await directory.check(PERSON)).toMatchObject({ active: true })
    // Another one who is suspended lets nobody in either.
    const suspended = { ...org.account, accountId: 'a:9', membershipStatus: 'suspended' }
    org.admins = [org.account, suspended]
    await expect(directory.revoke(PERSON)).rejects.toMatchObject(refusal)
    org.admins = [org.account, ...(other ? [other] : [])]
    expect(await directory.revoke(PERSON)).toMatchObject({ wasOpen: true })
  })

  test('the check of its key needs nobody’s account', async () => {
    const { directory } = organisation('managed')
    expect(await directory.health?.check()).toMatchObject({ ok: true })
    answer = () => ({ status: 401 })
    await expect(directory.health?.check()).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  test('a person unknown to the organisation has no account', async () => {
    const { directory } = organisation('managed')
    expect(await directory.check({ ...PERSON, email: 'eve@desk.example' })).toMatchObject({ active: false })
  })

  test('a key with scopes is refused for managed accounts, and people learn what to do', async () => {
    const { org, directory } = organisation('managed')
    org.isScoped = true
    await expect(directory.revoke(PERSON)).rejects.toMatchObject({
      kind: 'forbidden',
      advice: expect.stringContaining('one without scopes'),
    })
    expect(await directory.check(PERSON)).toMatchObject({ active: true })
  })
})
