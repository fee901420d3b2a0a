import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type SearchConsoleServer, startSearchConsole } from '../../testing/search-console.ts'
import { useVendorMock, type VendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import { createAsanaDirectory } from './asana.ts'
import { createGithubDirectories } from './github.ts'
import { createGoogleWorkspaceDirectory } from './google-workspace.ts'
import type { AccountDirectory } from './port.ts'
import { createSlackDirectory } from './slack.ts'
import { createWordPressDirectory } from './wordpress.ts'

const PERSON = { email: 'ada@desk.example', github: 'octo-ada' }
const MOCKED = 20_000

/**
 * The mock validates requests against the document. Its example answers are the same for everybody, so calls
 * with this ending get another answer.
 */
const answering =
  (mock: VendorMock, end: string, body: unknown): typeof fetch =>
  async (input, init) => {
    const response = await mock.fetch(input, init)
    return new URL(String(input)).pathname.endsWith(end) ? Response.json(body) : response
  }

/** The requests so far, without their query strings. */
const asked = ({ sent }: VendorMock) => sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`)

describe.skipIf(vendorContracts === null)('our calls to GitHub match its document', () => {
  const mock = useVendorMock('github.openapi.json')
  let directory: AccountDirectory | undefined
  beforeAll(async () => {
    const owners = answering(mock, '/members', [{ login: 'one' }, { login: 'other' }])
    const settings = { token: 't', orgs: ['acme'], baseUrl: mock.url, fetch: owners, timeoutMs: MOCKED }
    directory = createGithubDirectories(settings)[0]
  })

  test('a membership is looked up by the account’s name', async () => {
    expect(await directory?.check(PERSON)).toMatchObject({ active: true, accountId: 'octo-ada' })
    expect(asked(mock)).toEqual(['GET /orgs/acme/memberships/octo-ada'])
  })

  test('the owner of an account is looked up by its name', async () => {
    await directory?.emailOf?.('octo-ada')
    expect(asked(mock)).toEqual(['GET /users/octo-ada'])
  })

  test('a member is removed, after our own account and the other owners were looked up', async () => {
    expect(await directory?.revoke(PERSON)).toMatchObject({ wasOpen: true })
    expect(asked(mock)).toEqual([
      'GET /user',
      'GET /orgs/acme/memberships/octo-ada',
      'GET /orgs/acme/members',
      'GET /orgs/acme/invitations',
      'DELETE /orgs/acme/memberships/octo-ada',
    ])
  })

  test('an invitation by email is canceled by its number', async () => {
    const invited = [{ id: 77, login: null, email: 'ada@desk.example' }]
    const fetch = answering(mock, '/invitations', invited)
    const [own] = createGithubDirectories({
      token: 't',
      orgs: ['acme'],
      baseUrl: mock.url,
      fetch,
      timeoutMs: MOCKED,
    })
    await own?.revoke({ ...PERSON, github: null })
    expect(asked(mock)).toEqual(['GET /orgs/acme/invitations', 'DELETE /orgs/acme/invitations/77'])
  })

  test('owners, members, people from outside and those invited are listed', async () => {
    const { accounts, note } = (await directory?.list()) ?? {}
    expect(asked(mock)).toEqual([
      'GET /orgs/acme/members',
      'GET /orgs/acme/members',
      'GET /orgs/acme/outside_collaborators',
      'GET /orgs/acme/invitations',
    ])
    expect(mock.sent.slice(0, 2).map(({ path }) => /role=(\w+)/.exec(path)?.[1])).toEqual(['admin', 'member'])
    expect(accounts?.map(({ detail }) => detail)).toEqual(
      expect.arrayContaining(['Owner', 'Member', 'Outside collaborator', 'Invited']),
    )
    expect(note).toContain('neither email addresses nor last use')
  })
})

describe.skipIf(vendorContracts === null)('our calls to Asana match its document', () => {
  const mock = useVendorMock('asana.openapi.json')
  let directory: AccountDirectory
  beforeAll(async () => {
    const own = answering(mock, '/users/me', { data: { gid: '999' } })
    const membership = { is_active: true, workspace: { gid: '111' } }
    const member = answering({ ...mock, fetch: own }, '/workspace_memberships', { data: [membership] })
    const settings = { token: 't', workspaceGid: '111', baseUrl: mock.url, fetch: member, timeoutMs: MOCKED }
    directory = createAsanaDirectory(settings)
  })

  test('an account is looked up by its email, and its memberships by its number', async () => {
    expect(await directory.check(PERSON)).toMatchObject({ accountId: expect.any(String) })
    expect(asked(mock)).toEqual([
      'GET /users/ada%40desk.example',
      expect.stringMatching(/^GET \/users\/\w+\/workspace_memberships$/),
    ])
  })

  test('a user is taken out of the workspace, after a check against our own account', async () => {
    await directory.revoke(PERSON)
    expect(asked(mock)).toContain('GET /users/me')
    expect(asked(mock).at(-1)).toBe('POST /workspaces/111/removeUser')
  })

  test('the members of the workspace are listed a page at a time', async () => {
    const memberships = '/workspaces/111/workspace_memberships'
    const member = { is_active: true, is_guest: true, user: { gid: '7', name: 'Ada' } }
    const paged: typeof fetch = async (input, init) => {
      const response = await mock.fetch(input, init)
      const { pathname } = new URL(String(input))
      if (!response.ok) return response
      if (pathname.endsWith('/users'))
        return Response.json({ data: [{ gid: '7', email: 'Ada@desk.example' }] })
      const next = asked(mock).length === 1 ? { offset: 'second' } : null
      return Response.json({ data: [member], next_page: next })
    }
    const settings = { token: 't', workspaceGid: '111', baseUrl: mock.url, fetch: paged, timeoutMs: MOCKED }
    const { accounts } = await createAsanaDirectory(settings).list()
    expect(accounts).toHaveLength(2)
    expect(accounts[0]).toMatchObject({ email: 'ada@desk.example', detail: 'Guest' })
    expect(asked(mock)).toEqual([`GET ${memberships}`, `GET ${memberships}`, 'GET /workspaces/111/users'])
    expect(mock.sent[1]?.path).toContain('offset=second')
  })

  test('the document’s example of a member is understood', async () => {
    const settings = { token: 't', workspaceGid: '111', baseUrl: mock.url, timeoutMs: MOCKED }
    // The document's example says of every page that there is another one.
    const once: typeof fetch = async (input, init) => {
      const whole = Object(await (await mock.fetch(input, init)).json())
      return Response.json({ ...whole, next_page: null })
    }
    const { accounts } = await createAsanaDirectory({ ...settings, fetch: once }).list()
    expect(accounts).not.toHaveLength(0)
    expect(accounts[0]).toMatchObject({ accountId: expect.any(String), name: expect.any(String) })
  })
})

describe.skipIf(vendorContracts === null)('our calls to Slack match its document', () => {
  const mock = useVendorMock('slack.swagger2.json')
  let directory: AccountDirectory
  // The document wants the token as a parameter as well, which nobody sends.
  const withToken: typeof fetch = (input, init) => {
    const url = new URL(String(input))
    url.searchParams.set('token', 't')
    return mock.fetch(url, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), token: 't' },
    })
  }
  beforeAll(async () => {
    const settings = { token: 't', adminToken: 'a', baseUrl: mock.url, scimUrl: mock.url }
    directory = createSlackDirectory({ ...settings, fetch: withToken, timeoutMs: MOCKED })
  })

  test('an account is looked up by its email', async () => {
    expect(await directory.check(PERSON)).toMatchObject({ accountId: expect.any(String) })
    expect(asked(mock)).toEqual(['GET /users.lookupByEmail'])
  })

  test('the people of the workspace are listed, as the document describes them', async () => {
    // The document's example says of every page that there is another one.
    const settings = { token: 't', adminToken: 'a', baseUrl: mock.url, scimUrl: mock.url, timeoutMs: MOCKED }
    const lastPage: typeof fetch = async (input, init) => {
      const response = await withToken(input, init)
      if (asked(mock).length < 2) return response
      return Response.json({ ...Object(await response.json()), response_metadata: { next_cursor: '' } })
    }
    const { accounts } = await createSlackDirectory({ ...settings, fetch: lastPage }).list()
    expect(asked(mock)).toEqual(['GET /users.list', 'GET /users.list'])
    expect(mock.sent[1]?.path).toContain('cursor=')
    expect(accounts).not.toHaveLength(0)
    expect(accounts[0]).toMatchObject({ accountId: expect.any(String), detail: expect.any(String) })
  })
})

describe.skipIf(vendorContracts === null)('our calls to Google Workspace match its document', () => {
  const mock = useVendorMock('derived/google-admin-directory.v1.swagger2.json')
  let signIn: SearchConsoleServer
  beforeAll(async () => {
    signIn = await startSearchConsole()
  })
  afterAll(() => signIn.close())

  test('a user is looked up, signed out, and suspended after their other credentials are revoked', async () => {
    const user = (id: string) => Response.json({ id, primaryEmail: 'ada@desk.example', suspended: false })
    const items = (path: string) =>
      path.endsWith('/tokens') ? [{ clientId: 'program' }] : [{ codeId: 7, name: 'phone' }]
    const directory = createGoogleWorkspaceDirectory({
      account: { key: signIn.account.key, subject: 'boss@desk.example', baseUrl: mock.url },
      clock: Date.now,
      timeoutMs: MOCKED,
      // The sign-in is not in the document; of the answers only what we go by is ours.
      async fetch(input, init) {
        if (String(input).startsWith(signIn.url)) return fetch(input, init)
        const response = await mock.fetch(input, init)
        const { pathname } = new URL(String(input))
        if (!response.ok || init?.method !== 'GET') return response
        if (/\/(tokens|asps)$/.test(pathname)) return Response.json({ items: items(pathname) })
        return user(pathname.includes('boss') ? '1' : '7')
      },
    })
    expect(await directory.revoke(PERSON)).toMatchObject({ wasOpen: true })
    const users = '/admin/directory/v1/users'
    expect(asked(mock)).toEqual([
      `GET ${users}/ada%40desk.example`,
      `GET ${users}/boss%40desk.example`,
      `POST ${users}/7/signOut`,
      `GET ${users}/7/tokens`,
      `GET ${users}/7/asps`,
      `DELETE ${users}/7/tokens/program`,
      `DELETE ${users}/7/asps/7`,
      `PATCH ${users}/7`,
    ])
  })

  test('everybody of the domain is listed a page at a time, with when they signed in last', async () => {
    const ada = { id: '7', primaryEmail: 'Ada@desk.example', lastLoginTime: '2026-10-01T08:00:00.000Z' }
    const gone = { id: '8', primaryEmail: 'gone@desk.example', suspended: true }
    const directory = createGoogleWorkspaceDirectory({
      account: { key: signIn.account.key, subject: 'boss@desk.example', baseUrl: mock.url },
      clock: Date.now,
      timeoutMs: MOCKED,
      async fetch(input, init) {
        if (String(input).startsWith(signIn.url)) return fetch(input, init)
        const response = await mock.fetch(input, init)
        if (!response.ok) return response
        const isFirst = mock.sent.length === 1
        return Response.json(isFirst ? { users: [ada], nextPageToken: 'second' } : { users: [gone] })
      },
    })
    const { accounts } = await directory.list()
    expect(accounts).toMatchObject([
      { email: 'ada@desk.example', lastUsedAt: new Date('2026-10-01T08:00:00.000Z') },
    ])
    expect(asked(mock)).toEqual(Array.from({ length: 2 }, () => 'GET /admin/directory/v1/users'))
    expect(mock.sent[1]?.path).toContain('pageToken=second')
  })
})

const WordPressRoute = z.object({
  endpoints: z.array(
    z.object({
      methods: z.array(z.string()),
      args: z.record(
        z.string(),
        z.object({
          enum: z.array(z.string()).optional(),
          minimum: z.number().optional(),
          maximum: z.number().optional(),
        }),
      ),
    }),
  ),
})
/** What every route of WordPress takes. */
const EVERYWHERE = new Set(['_fields', '_embed', '_method', '_envelope'])

describe.skipIf(vendorContracts === null)('our calls to WordPress match its own description', () => {
  const read = (name: string) => readFile(join(vendorContracts ?? '', 'wordpress', name), 'utf8')

  test('the users of a site are listed with the parameters of its route, and its example is understood', async () => {
    const route = WordPressRoute.parse(JSON.parse(await read('users.options.json')))
    const args = route.endpoints.find(({ methods }) => methods.includes('GET'))?.args ?? {}
    const example = await read('users-edit.example.json')
    const sent: URLSearchParams[] = []
    const directory = createWordPressDirectory({
      account: { baseUrl: 'https://blog.example', user: 'desk', appPassword: 'p' },
      site: { code: 'aa', displayName: 'Blog', logoUrl: '' },
      async fetch(input) {
        const { searchParams, pathname } = new URL(String(input))
        expect(pathname).toBe('/wp-json/wp/v2/users')
        sent.push(searchParams)
        return new Response(example, { headers: { 'content-type': 'application/json' } })
      },
    })
    const { accounts } = await directory.list()
    expect(accounts[0]).toMatchObject({
      accountId: '1',
      email: 'admin@example.test',
      detail: 'administrator',
    })
    expect(sent).toHaveLength(1)
    for (const [name, value] of sent[0] ?? []) {
      if (EVERYWHERE.has(name)) continue
      const taken = args[name]
      expect(taken, name).toBeDefined()
      if (taken?.enum) expect(taken.enum).toContain(value)
      if (taken?.maximum !== undefined) expect(Number(value)).toBeLessThanOrEqual(taken.maximum)
    }
  })
})
