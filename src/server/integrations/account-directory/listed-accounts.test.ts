import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import { createAsanaDirectory } from './asana.ts'
import { createAtlassianDirectory } from './atlassian.ts'
import { everyPage } from './every-page.ts'
import { createGithubDirectories } from './github.ts'
import { createGoogleWorkspaceDirectory } from './google-workspace.ts'
import { createSlackDirectory } from './slack.ts'
import { createWordPressDirectory } from './wordpress.ts'

let server: WebServer
let answer: (path: string, query: URLSearchParams, body: string) => { status?: number; body: unknown }
beforeEach(async () => {
  server = await startWebServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://vendor.example')
      const { status = 200, body } = answer(url.pathname, url.searchParams, Buffer.concat(chunks).toString())
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
})
afterEach(() => server.close())

const baseUrl = () => `http://127.0.0.1:${server.port}`

test('GitHub names owners, members, people from outside and those invited, page after page', async () => {
  const people = Array.from({ length: 100 }, (_, at) => ({ login: `member${at}` }))
  answer = (path, query) => {
    if (path.endsWith('/outside_collaborators')) return { body: [{ login: 'freelance' }] }
    if (path.endsWith('/invitations'))
      return {
        body: [
          { id: 1, login: 'newcomer', email: null },
          { id: 2, login: null, email: 'New@desk.example' },
        ],
      }
    if (query.get('role') === 'admin') return { body: [{ login: 'boss' }] }
    return { body: query.get('page') === '1' ? people : [{ login: 'last' }] }
  }
  const [directory] = createGithubDirectories({ token: 't', orgs: ['acme'], baseUrl: baseUrl() })
  const list = await directory?.list()
  expect(list?.accounts).toHaveLength(105)
  expect(list?.accounts.map(({ accountId }) => accountId)).toEqual(
    expect.arrayContaining(['boss', 'member0', 'last', 'freelance', 'newcomer']),
  )
  expect(list?.accounts.at(-1)).toMatchObject({
    accountId: 'new@desk.example',
    email: 'new@desk.example',
    detail: 'Invited by email',
  })
  expect(list?.note).toContain('neither email addresses nor last use')
})

test('Slack lists people, but neither its programs nor closed accounts', async () => {
  answer = (_path, query) =>
    query.get('cursor') === null
      ? {
          body: {
            ok: true,
            members: [
              { id: 'U1', real_name: 'Ada &amp; Bo', profile: { email: 'Ada@desk.example' } },
              { id: 'U2', is_bot: true, profile: {} },
              { id: 'USLACKBOT', profile: {} },
            ],
            response_metadata: { next_cursor: 'more' },
          },
        }
      : {
          body: {
            ok: true,
            members: [
              { id: 'U3', deleted: true, profile: {} },
              { id: 'U4', is_restricted: true },
            ],
            response_metadata: { next_cursor: '' },
          },
        }
  const directory = createSlackDirectory({
    token: 't',
    adminToken: 'a',
    baseUrl: baseUrl(),
    scimUrl: baseUrl(),
  })
  expect((await directory.list()).accounts).toMatchObject([
    { accountId: 'U1', email: 'ada@desk.example', name: 'Ada & Bo', detail: 'Member' },
    { accountId: 'U4', email: null, detail: 'Guest' },
  ])
  answer = () => ({ body: { ok: false, error: 'missing_scope' } })
  await expect(directory.list()).rejects.toMatchObject({ kind: 'forbidden' })
})

test('Google Workspace gives each account’s last use, and nothing for users who never signed in', async () => {
  const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const user = (name: string, more: object = {}) => ({
    id: name,
    primaryEmail: `${name}@desk.example`,
    ...more,
  })
  answer = (path, query) => {
    if (path === '/token') return { body: { access_token: 'good', expires_in: 3600 } }
    return query.get('pageToken') === null
      ? {
          body: {
            users: [user('ada', { lastLoginTime: '2026-03-01T08:00:00.000Z', name: { fullName: 'Ada' } })],
            nextPageToken: 'two',
          },
        }
      : {
          body: {
            users: [
              user('new', { lastLoginTime: '1970-01-01T00:00:00.000Z' }),
              user('gone', { suspended: true }),
            ],
          },
        }
  }
  const key = {
    client_email: 'desk@project.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    token_uri: `${baseUrl()}/token`,
  }
  const account = { key, subject: 'boss@desk.example', baseUrl: baseUrl() }
  const directory = createGoogleWorkspaceDirectory({ account, clock: Date.now })
  expect((await directory.list()).accounts).toMatchObject([
    { email: 'ada@desk.example', name: 'Ada', lastUsedAt: new Date('2026-03-01T08:00:00.000Z') },
    { email: 'new@desk.example', lastUsedAt: null },
  ])
})

test('Asana lists the members of the workspace, guests as well, with the addresses in its list of people', async () => {
  answer = (path, query) =>
    path.endsWith('/users')
      ? { body: { data: [{ gid: '1', email: 'ADA@desk.example' }] } }
      : query.get('offset') === null
        ? {
            body: {
              data: [{ is_active: true, is_admin: true, user: { gid: '1', name: 'Ada' } }],
              next_page: { offset: 'two' },
            },
          }
        : {
            body: {
              data: [
                { is_active: false, user: { gid: '2' } },
                { is_active: true, is_guest: true, user: { gid: '3' } },
              ],
              next_page: null,
            },
          }
  const directory = createAsanaDirectory({ token: 't', workspaceGid: '111', baseUrl: baseUrl() })
  const { accounts, note } = await directory.list()
  expect(accounts).toMatchObject([
    { accountId: '1', email: 'ada@desk.example', detail: 'Administrator of the workspace' },
    { accountId: '3', email: null, detail: 'Guest' },
  ])
  expect(note).toContain('doesn’t report all email addresses')
})

test('Atlassian lists active users, with a mark or an address for the next page', async () => {
  const account = (accountId: string, status = 'active') => ({
    accountId,
    accountStatus: status,
    membershipStatus: 'active',
    claimStatus: 'managed',
  })
  const pages: Record<string, object> = {
    first: { data: [account('1')], links: { next: 'second' } },
    second: { data: [account('2')], links: { next: 'https://api.atlassian.com/admin/v2/x?cursor=third' } },
    third: { data: [account('3', 'closed')] },
  }
  answer = (_path, _query, body) => ({ body: pages[JSON.parse(body).cursor ?? 'first'] })
  const directory = createAtlassianDirectory({ orgId: 'o', key: 'k', directoryId: '-', baseUrl: baseUrl() })
  expect((await directory.list()).accounts.map(({ accountId }) => accountId)).toEqual(['1', '2'])
})

test('WordPress lists users with a role, and a full last page is no fault', async () => {
  const user = (id: number, roles = ['editor']) => ({
    id,
    email: `U${id}@desk.example`,
    roles,
    name: `User &amp; ${id}`,
  })
  answer = (_path, query) =>
    query.get('page') === '1'
      ? { body: Array.from({ length: 100 }, (_, at) => user(at + 1, at === 0 ? [] : ['editor'])) }
      : { status: 400, body: { code: 'rest_user_invalid_page_number' } }
  const directory = createWordPressDirectory({
    account: { baseUrl: baseUrl(), user: 'desk', appPassword: 'p' },
    site: { code: 'hs', displayName: 'Hearthside', logoUrl: '' },
  } as Parameters<typeof createWordPressDirectory>[0])
  const { accounts } = await directory.list()
  expect(accounts).toHaveLength(99)
  expect(accounts[0]).toMatchObject({ accountId: '2', name: 'User & 2', detail: 'editor' })
})

test('a list without an end is cut, and says so', async () => {
  const { items, cut } = await everyPage(async (from: number | undefined) => ({
    items: Array.from({ length: 1000 }, () => from),
    next: (from ?? 0) + 1,
  }))
  expect([items.length, cut]).toEqual([10_000, 'Only the first 10,000 accounts were read.'])
})
