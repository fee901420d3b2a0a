import { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import type { AtlassianAccount } from './atlassian-settings.ts'
import { type AccountDirectory, closed, GONE_ALREADY, NO_ACCOUNT } from './port.ts'

const SYSTEM = 'Atlassian'
const SCOPED =
  'Atlassian refuses to close accounts that the organisation manages. Its key must be one without scopes.'

const Account = z.object({
  accountId: z.string(),
  email: z.string().nullish(),
  accountStatus: z.string(),
  membershipStatus: z.string(),
  claimStatus: z.string().nullish(),
})
const Found = z.object({ data: z.array(Account) })

/** An address that nobody has. */
const NOBODY = 'nobody@copydesk.invalid'

const at = (name: string) => encodeURIComponent(name)

interface AtlassianParts extends AtlassianAccount {
  fetch?: typeof fetch
  timeoutMs?: number
}

const isOpen = ({ accountStatus, membershipStatus }: z.output<typeof Account>) =>
  accountStatus === 'active' && membershipStatus === 'active'

/** The calls about people of the organisation. */
function callsOf(parts: AtlassianParts) {
  const { orgId, key, directoryId, baseUrl, ...given } = parts
  const headers = () => ({ authorization: `Bearer ${key}` })
  const client = createVendorClient({ system: SYSTEM, baseUrl, headers, ...given })
  const people = `/admin/v2/orgs/${at(orgId)}/directories/${at(directoryId)}/users`

  /** The accounts of this address: one in each directory. */
  async function findAccounts(email: string) {
    const { data } = await client.send({
      operation: 'look up an account',
      method: 'POST',
      path: `${people}/search`,
      json: { emails: [email] },
      answer: Found,
      isRepeatable: true,
    })
    return data.filter((found) => (found.email ?? email).toLowerCase() === email)
  }

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
  return { findAccounts, close }
}

/** The people of an organisation on Atlassian, with a key that is nobody's account. */
export function createAtlassianDirectory(parts: AtlassianParts): AccountDirectory {
  const { orgId } = parts
  const { findAccounts, close } = callsOf(parts)
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
      const { accountId, claimStatus } = account
      const url = `https://admin.atlassian.com/o/${at(orgId)}/users/${at(accountId)}`
      if (!isOpen(account)) return { active: false, accountId, url, detail: 'Deactivated or suspended' }
      const detail = claimStatus === 'managed' ? 'Managed account' : 'Account from outside'
      return { active: true, accountId, url, detail }
    },
    // The key is nobody's account: none of them is ours.
    async rehearse({ email }) {
      await findAccounts(email)
    },
    async revoke({ email }) {
      const open = (await findAccounts(email)).filter(isOpen)
      if (open.length === 0) return GONE_ALREADY
      for (const account of open) await close(account)
      const isManaged = open.some(({ claimStatus }) => claimStatus === 'managed')
      return closed(isManaged ? 'Deactivated everywhere at Atlassian.' : 'Suspended in the organisation.')
    },
  }
}
