import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type SearchConsoleServer, startSearchConsole } from '../../testing/search-console.ts'
import { startVendorMock, type VendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import { createAsanaDirectory } from './asana.ts'
import { createGithubDirectories } from './github.ts'
import { createGoogleWorkspaceDirectory } from './google-workspace.ts'
import type { AccountDirectory } from './port.ts'
import { createSlackDirectory } from './slack.ts'

const PERSON = { email: 'ada@desk.example', github: 'octo-ada' }
const MOCKED = 20_000

/**
 * What the document allows is asked of the mock; in the place of its example, which is the same for everybody, another
 * answer is given to a call that ends so.
 */
const answering =
  (mock: VendorMock, end: string, body: unknown): typeof fetch =>
  async (input, init) => {
    const response = await mock.fetch(input, init)
    return new URL(String(input)).pathname.endsWith(end) ? Response.json(body) : response
  }

/** The requests so far, without what stands after the question mark. */
const asked = ({ sent }: VendorMock) => sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`)

describe.skipIf(vendorContracts === null)('what we ask of GitHub is what its document allows', () => {
  let mock: VendorMock
  let directory: AccountDirectory | undefined
  beforeAll(async () => {
    mock = await startVendorMock('github.openapi.json')
    const owners = answering(mock, '/members', [{ login: 'one' }, { login: 'other' }])
    const settings = { token: 't', orgs: ['acme'], baseUrl: mock.url, fetch: owners, timeoutMs: MOCKED }
    directory = createGithubDirectories(settings)[0]
  })
  afterAll(() => mock.close())
  beforeEach(() => {
    mock.sent.length = 0
  })

  test('a membership is looked up by the account’s name', async () => {
    expect(await directory?.check(PERSON)).toMatchObject({ active: true, accountId: 'octo-ada' })
    expect(asked(mock)).toEqual(['GET /orgs/acme/memberships/octo-ada'])
  })

  test('whose an account is, is looked up by its name', async () => {
    mock.sent.length = 0
    await directory?.emailOf?.('octo-ada')
    expect(asked(mock)).toEqual(['GET /users/octo-ada'])
  })

  test('a member is removed, after our own account and the other owners were looked up', async () => {
    expect(await directory?.revoke(PERSON)).toMatchObject({ wasOpen: true })
    expect(asked(mock)).toEqual([
      'GET /user',
      'GET /orgs/acme/memberships/octo-ada',
      'GET /orgs/acme/members',
      'DELETE /orgs/acme/memberships/octo-ada',
    ])
  })
})

describe.skipIf(vendorContracts === null)('what we ask of Asana is what its document allows', () => {
  let mock: VendorMock
  let directory: AccountDirectory
  beforeAll(async () => {
    mock = await startVendorMock('asana.openapi.json')
    const own = answering(mock, '/users/me', { data: { gid: '999' } })
    const membership = { is_active: true, workspace: { gid: '111' } }
    const member = answering({ ...mock, fetch: own }, '/workspace_memberships', { data: [membership] })
    const settings = { token: 't', workspaceGid: '111', baseUrl: mock.url, fetch: member, timeoutMs: MOCKED }
    directory = createAsanaDirectory(settings)
  })
  afterAll(() => mock.close())

  test('an account is looked up by its email, and its memberships by its number', async () => {
    expect(await directory.check(PERSON)).toMatchObject({ accountId: expect.any(String) })
    expect(asked(mock)).toEqual([
      'GET /users/ada%40desk.example',
      expect.stringMatching(/^GET \/users\/\w+\/workspace_memberships$/),
    ])
  })

  test('somebody is taken out of the workspace, after our own account was compared', async () => {
    mock.sent.length = 0
    await directory.revoke(PERSON)
    expect(asked(mock)).toContain('GET /users/me')
    expect(asked(mock).at(-1)).toBe('POST /workspaces/111/removeUser')
  })
})

describe.skipIf(vendorContracts === null)('what we ask of Slack is what its document allows', () => {
  let mock: VendorMock
  let directory: AccountDirectory
  beforeAll(async () => {
    mock = await startVendorMock('slack.swagger2.json')
    // The document wants the token as a parameter as well, which nobody sends.
    const withToken: typeof fetch = (input, init) => {
      const url = new URL(String(input))
      url.searchParams.set('token', 't')
      return mock.fetch(url, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), token: 't' },
      })
    }
    const settings = { token: 't', adminToken: 'a', baseUrl: mock.url, scimUrl: mock.url }
    directory = createSlackDirectory({ ...settings, fetch: withToken, timeoutMs: MOCKED })
  })
  afterAll(() => mock.close())

  test('an account is looked up by its email', async () => {
    expect(await directory.check(PERSON)).toMatchObject({ accountId: expect.any(String) })
    expect(asked(mock)).toEqual(['GET /users.lookupByEmail'])
  })
})

describe.skipIf(vendorContracts === null)(
  'what we ask of Google Workspace is what its document allows',
  () => {
    let mock: VendorMock
    let signIn: SearchConsoleServer
    beforeAll(async () => {
      mock = await startVendorMock('derived/google-admin-directory.v1.swagger2.json')
      signIn = await startSearchConsole()
    })
    afterAll(async () => {
      await mock.close()
      await signIn.close()
    })

    test('somebody is looked up, signed out, and suspended after what else lets in is gone', async () => {
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
  },
)
