import { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import type { AtlassianAccount } from './atlassian-settings.ts'
import { everyPage, noteOf } from './every-page.ts'
import { type AccountDirectory, type AccountList, closed, GONE_ALREADY, NO_ACCOUNT } from './port.ts'

const SYSTEM = 'Atlassian'
const SCOPED =
  'Atlassian refuses to close accounts that the organisation manages. Its key must be one without scopes.'

const Account = z.object({
  accountId: z.string(),
  email: z.string().nullish(),
  accountStatus: z.string(),
  membershipStatus: z.string(),
  claimStatus: z.string().nullish(),
  name: z.string().nullish(),
})
const Found = z.object({
  data: z.array(Account),
  links: z.object({ next: z.string().nullish() }).nullish(),
})
const PAGE = 100
const UNSAID = 'Atlassian hides some external accounts’ addresses and doesn’t report last use in its list.'

const OPEN = { accountStatus: ['active'], membershipStatus: ['active'] }
const ADMIN = 'atlassian/org-admin'
const LAST_ADMIN = 'This is the last administrator of the organisation on Atlassian.'

/** An address without an account. */
const NOBODY = 'nobody@copydesk.invalid'

const at = (name: string) => encodeURIComponent(name)

interface AtlassianDeps extends AtlassianAccount {
  fetch?: typeof fetch
  timeoutMs?: number
}

const isOpen = ({ accountStatus, membershipStatus }: z.output<typeof Account>) =>
  accountStatus === 'active' && membershipStatus === 'active'

/** The calls about people of the organisation. */
function callsOf(deps: AtlassianDeps) {
  const { orgId, key, directoryId, baseUrl, ...given } = deps
  const headers = () => ({ authorization: `Bearer ${key}` })
  const client = createVendorClient({ system: SYSTEM, baseUrl, headers, ...given })
  const people = `/admin/v2/orgs/${at(orgId)}/directories/${at(directoryId)}/users`

  const search = (operation: string, json: object) =>
    client.send({
      operation,
      method: 'POST',
      path: `${people}/search`,
      json,
      answer: Found,
      isRepeatable: true,
    })

  /** The accounts of this address: one in each directory. */
  async function findAccounts(email: string) {
    const { data } = await search('look up an account', { emails: [email] })
    return data.filter((found) => (found.email ?? email).toLowerCase() === email)
  }

  const listPage = (cursor: string | undefined) => search('list accounts', { ...OPEN, limit: PAGE, cursor })
  const listAdmins = async () =>
    (await search('list administrators', { ...OPEN, roleIds: [ADMIN], limit: PAGE })).data.filter(isOpen)

  async function close({ accountId, claimStatus }: z.output<typeof Account>): Promise<void> {
    const request = { operation: 'revoke access', method: 'POST' as const, answer: z.unknown() }
    if (claimStatus !== 'managed') {
      await client.send({ ...request, path: `${people}/${at(accountId)}/suspend`, isRepeatable: true })
      return
    }
    const path = `/users/${at(accountId)}/manage/lifecycle/disable`
    const json = { message: 'Closed from Copydesk.' }
    await client.send({ ...request, path, json, isRepeatable: true }).catch((error: unknown) => {
      const isScoped = error instanceof IntegrationError && error.kind === 'forbidden'
      if (!isScoped) throw error
      const { system, operation, kind } = error
      throw new IntegrationError(error.message, { system, operation, kind, advice: SCOPED, cause: error })
    })
  }
  return { findAccounts, listPage, listAdmins, close }
}

/**
 * Open accounts of this address. The last administrator is refused, because then nobody could invite users or
 * close accounts.
 */
async function findToClose({ findAccounts, listAdmins }: ReturnType<typeof callsOf>, email: string) {
  const open = (await findAccounts(email)).filter(isOpen)
  if (open.length === 0) return open
  const ids = new Set(open.map(({ accountId }) => accountId))
  const admins = await listAdmins()
  if (admins.length > 0 && admins.every(({ accountId }) => ids.has(accountId))) {
    const failure = {
      system: SYSTEM,
      operation: 'revoke access',
      kind: 'invalid',
      advice: LAST_ADMIN,
    } as const
    throw new IntegrationError(LAST_ADMIN, failure)
  }
  return open
}

const placeOf = (orgId: string, accountId: string) =>
  `https://admin.atlassian.com/o/${at(orgId)}/users/${at(accountId)}`

/** The next page's mark; some answers have the whole address of the page. */
function cursorOf(next: string | null | undefined): string | undefined {
  if (!next) return undefined
  return /^(?:https?:|\/|\?)/.test(next)
    ? (new URL(next, 'https://api.atlassian.com').searchParams.get('cursor') ?? undefined)
    : next
}

const rightsOf = ({ claimStatus }: z.output<typeof Account>) =>
  claimStatus === 'managed' ? 'Managed account' : 'Account from outside'

async function listAccounts({ listPage }: ReturnType<typeof callsOf>, orgId: string): Promise<AccountList> {
  const { items, cut } = await everyPage(async (cursor: string | undefined) => {
    const { data, links } = await listPage(cursor)
    return { items: data, next: cursorOf(links?.next) }
  })
  const accounts = items.filter(isOpen).map((account) => ({
    accountId: account.accountId,
    email: account.email?.toLowerCase() ?? null,
    name: account.name ?? null,
    url: placeOf(orgId, account.accountId),
    detail: rightsOf(account),
    lastUsedAt: null,
  }))
  return { accounts, note: noteOf(UNSAID, cut) }
}

/** Users of an Atlassian organisation, read with an API key that belongs to no account. */
export function createAtlassianDirectory(deps: AtlassianDeps): AccountDirectory {
  const { orgId } = deps
  const calls = callsOf(deps)
  const { findAccounts, close } = calls
  return {
    operation: 'atlassian',
    operationName: SYSTEM,
    avatar: null,
    health: {
      settings: 'ATLASSIAN_ORG_ID and ATLASSIAN_ORG_KEY',
      async check() {
        await findAccounts(NOBODY)
        return { adapter: SYSTEM, ok: true, detail: `The key reads the people of ${orgId}.` }
      },
    },
    async check({ email }) {
      const accounts = await findAccounts(email)
      const account = accounts.find(isOpen) ?? accounts[0]
      if (!account) return NO_ACCOUNT
      const { accountId } = account
      const url = placeOf(orgId, accountId)
      if (!isOpen(account)) return { active: false, accountId, url, detail: 'Deactivated or suspended' }
      return { active: true, accountId, url, detail: rightsOf(account) }
    },
    list: () => listAccounts(calls, orgId),
    // The API key belongs to no account, so none of them is ours.
    async rehearse({ email }) {
      await findToClose(calls, email)
    },
    async revoke({ email }) {
      const open = await findToClose(calls, email)
      if (open.length === 0) return GONE_ALREADY
      for (const account of open) await close(account)
      const isManaged = open.some(({ claimStatus }) => claimStatus === 'managed')
      return closed(isManaged ? 'Deactivated everywhere at Atlassian.' : 'Suspended in the organisation.')
    },
  }
}
