import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startVendorMock, type VendorMock, vendorContracts } from '../../testing/vendor-mock.ts'
import { createAsanaDirectory } from './asana.ts'
import { createGithubDirectories } from './github.ts'
import type { AccountDirectory } from './port.ts'
import { createSlackDirectory } from './slack.ts'

const PERSON = { email: 'ada@desk.example', github: 'octo-ada' }
const MOCKED = 20_000

/** The requests so far, without what stands after the question mark. */
const asked = ({ sent }: VendorMock) => sent.map(({ method, path }) => `${method} ${path.split('?')[0]}`)

describe.skipIf(vendorContracts === null)('what we ask of GitHub is what its document allows', () => {
  let mock: VendorMock
  let directory: AccountDirectory | undefined
  beforeAll(async () => {
    mock = await startVendorMock('github.openapi.json')
    const settings = { token: 't', orgs: ['acme'], baseUrl: mock.url, fetch: mock.fetch, timeoutMs: MOCKED }
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

  test('a member is removed, after our own account was compared', async () => {
    await directory?.revoke(PERSON).catch(() => undefined)
    expect(asked(mock).slice(0, 2)).toEqual(['GET /user', 'GET /orgs/acme/memberships/octo-ada'])
  })
})

describe.skipIf(vendorContracts === null)('what we ask of Asana is what its document allows', () => {
  let mock: VendorMock
  let directory: AccountDirectory
  beforeAll(async () => {
    mock = await startVendorMock('asana.openapi.json')
    const settings = {
      token: 't',
      workspaceGid: '111',
      baseUrl: mock.url,
      fetch: mock.fetch,
      timeoutMs: MOCKED,
    }
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
