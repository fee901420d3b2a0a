import { afterEach, beforeEach, expect, it } from 'vitest'
import { type SearchConsoleServer, startSearchConsole } from '../../testing/search-console.ts'
import {
  patienceWith,
  startVendorStub,
  type VendorFault,
  type VendorStub,
} from '../../testing/vendor-stub.ts'
import { createAsanaDirectory } from './asana.ts'
import { createAtlassianDirectory } from './atlassian.ts'
import { createGithubDirectories } from './github.ts'
import { createGoogleWorkspaceDirectory } from './google-workspace.ts'
import type { AccountDirectory } from './port.ts'
import { createSlackDirectory } from './slack.ts'
import { createWordPressDirectory } from './wordpress.ts'

const PERSON = { email: 'ada@desk.example', github: 'octo-ada' }
const SITE = { code: 'hs', displayName: 'Hearthside', logoUrl: '/images/hs.svg' }

let vendor: VendorStub
/** Signs service accounts of Google in, while what they ask for fails. */
let google: SearchConsoleServer
beforeEach(async () => {
  vendor = await startVendorStub(() => undefined)
  google = await startSearchConsole()
})
afterEach(async () => {
  await vendor.close()
  await google.close()
})

const SYSTEMS: Readonly<Record<string, (timeoutMs: number) => AccountDirectory | undefined>> = {
  GitHub: (timeoutMs) =>
    createGithubDirectories({ token: 't', orgs: ['acme'], baseUrl: vendor.url, timeoutMs })[0],
  Slack: (timeoutMs) =>
    createSlackDirectory({
      token: 't',
      adminToken: 'a',
      baseUrl: vendor.url,
      scimUrl: `${vendor.url}/scim`,
      timeoutMs,
    }),
  'Google Workspace': (timeoutMs) => {
    const account = { key: google.account.key, subject: 'boss@desk.example', baseUrl: vendor.url }
    const clock = () => performance.now()
    return createGoogleWorkspaceDirectory({ account, clock, fetch: google.unhurried, timeoutMs })
  },
  Asana: (timeoutMs) =>
    createAsanaDirectory({ token: 't', workspaceGid: '111', baseUrl: vendor.url, timeoutMs }),
  Atlassian: (timeoutMs) =>
    createAtlassianDirectory({ orgId: 'o', key: 'k', directoryId: '-', baseUrl: vendor.url, timeoutMs }),
  WordPress: (timeoutMs) =>
    createWordPressDirectory({
      account: { baseUrl: vendor.url, user: 'desk', appPassword: 'words' },
      site: SITE,
      timeoutMs,
    }),
}

const FAULTS: readonly (readonly [VendorFault, object])[] = [
  ['hang', { kind: 'timeout' }],
  ['unauthorized', { kind: 'unauthorized' }],
  ['spent', { kind: 'payment_required' }],
  ['forbidden', { kind: 'forbidden' }],
  ['throttled', { kind: 'rate_limited', retryAfterMs: 60_000 }],
  ['broken', { kind: 'unavailable' }],
  ['cut', { kind: 'unavailable' }],
  ['html', { kind: 'bad_response', advice: expect.stringContaining('web page') }],
  ['wrong', { kind: 'bad_response' }],
  ['huge', { kind: 'bad_response' }],
]

/**
 * All calls to a directory. After a fault, each must report it rather than that the person has no account.
 */
const ASKED: Readonly<
  Record<string, (directory: AccountDirectory | undefined) => Promise<unknown> | undefined>
> = {
  'whether it lets us in': (directory) => directory?.health?.check(),
  'for an account': (directory) => directory?.check(PERSON),
  'for all accounts': (directory) => directory?.list(),
  'what a revocation would do': (directory) => directory?.rehearse(PERSON),
  'to revoke': (directory) => directory?.revoke(PERSON),
}

it.each(FAULTS)(
  'a system that fails (%s) reports nobody’s account, and closes nothing',
  async (fault, failure) => {
    vendor.fail(fault)
    const asking = Object.entries(SYSTEMS).flatMap(([system, create]) =>
      Object.entries(ASKED).map(async ([what, ask]) => {
        const asked = ask(create(patienceWith(fault)))
        await expect(asked, `${system}, asked ${what}`).rejects.toMatchObject({ system, ...failure })
      }),
    )
    await Promise.all(asking)
    const writes = vendor.questions.filter(
      ({ method, path }) => method !== 'GET' && !path.endsWith('/users/search'),
    )
    expect(writes).toEqual([])
  },
)
