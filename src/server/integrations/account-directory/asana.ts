import { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import type { AsanaAccount } from '../task-board/asana-settings.ts'
import { createVendorClient, type VendorClient } from '../vendor-client/vendor-client.ts'
import { everyPage, noteOf } from './every-page.ts'
import { refuseOwnAccount } from './own-account.ts'
import { type AccountDirectory, type AccountList, closed, GONE_ALREADY, NO_ACCOUNT } from './port.ts'

const SYSTEM = 'Asana'
const User = z.object({ data: z.object({ gid: z.string(), email: z.string().nullish() }) })
const Memberships = z.object({
  data: z.array(
    z.object({
      is_active: z.boolean().nullish(),
      is_admin: z.boolean().nullish(),
      workspace: z.object({ gid: z.string() }),
    }),
  ),
})
const Members = z.object({
  data: z.array(
    z.object({
      is_active: z.boolean().nullish(),
      is_admin: z.boolean().nullish(),
      is_guest: z.boolean().nullish(),
      user: z.object({ gid: z.string(), name: z.string().nullish() }),
    }),
  ),
  next_page: z.object({ offset: z.string() }).nullish(),
})
const People = z.object({
  data: z.array(z.object({ gid: z.string(), email: z.string().nullish() })),
  next_page: z.object({ offset: z.string() }).nullish(),
})
const PAGE = 100
const UNSAID = 'Asana doesn’t report last use.'
const UNADDRESSED = 'Asana doesn’t report all email addresses in a workspace this large.'
const UNABLE =
  'The token’s account isn’t an administrator of the workspace, so it can’t remove anyone. Use an administrator’s token.'
const at = (part: string) => encodeURIComponent(part)

/**
 * Everybody in the workspace including guests. Addresses are only in the list of users, not in memberships.
 */
async function listAccounts(client: VendorClient, workspaceGid: string): Promise<AccountList> {
  const list = { operation: 'list accounts', method: 'GET' as const }
  const workspace = `/workspaces/${at(workspaceGid)}`
  const members = await everyPage(async (offset: string | undefined) => {
    const path = `${workspace}/workspace_memberships`
    const query = { limit: PAGE, offset, opt_fields: 'is_active,is_admin,is_guest,user.name' }
    const page = await client.send({ ...list, path, query, answer: Members })
    return { items: page.data, next: page.next_page?.offset }
  })
  const people = await everyPage(async (offset: string | undefined) => {
    const query = { offset, opt_fields: 'email' }
    const page = await client.send({ ...list, path: `${workspace}/users`, query, answer: People })
    return { items: page.data, next: page.next_page?.offset }
  })
  const emails = new Map(people.items.map(({ gid, email }) => [gid, email?.toLowerCase() ?? null]))
  const open = members.items.filter(({ is_active: isActive }) => isActive !== false)
  return {
    accounts: open.map(({ user, is_admin: isAdmin, is_guest: isGuest }) => ({
      accountId: user.gid,
      email: emails.get(user.gid) ?? null,
      name: user.name ?? null,
      url: null,
      detail: isAdmin ? 'Administrator of the workspace' : isGuest ? 'Guest' : 'Member of the workspace',
      lastUsedAt: null,
    })),
    note: noteOf(UNSAID, open.some(({ user }) => !emails.has(user.gid)) ? UNADDRESSED : null, members.cut),
  }
}

interface AsanaDirectoryDeps extends Pick<AsanaAccount, 'token' | 'workspaceGid' | 'baseUrl'> {
  fetch?: typeof fetch
  timeoutMs?: number
}

/** The calls about members of the workspace. */
function callsOf(deps: AsanaDirectoryDeps) {
  const { token, workspaceGid, baseUrl, ...given } = deps
  const headers = () => ({ authorization: `Bearer ${token}` })
  const client = createVendorClient({ system: SYSTEM, baseUrl, headers, ...given })
  const readUser = (name: string) =>
    client.send({
      operation: 'read user',
      method: 'GET',
      path: `/users/${at(name)}`,
      query: { opt_fields: 'email' },
      answer: User,
    })
  const findUser = (email: string) =>
    readUser(email).catch((error: unknown) => {
      if (error instanceof IntegrationError && error.kind === 'not_found') return null
      throw error
    })
  async function isMember(gid: string): Promise<boolean> {
    const memberships = await client.send({
      operation: 'list memberships',
      method: 'GET',
      path: `/users/${at(gid)}/workspace_memberships`,
      query: { limit: 100, opt_fields: 'is_active,workspace' },
      answer: Memberships,
    })
    return memberships.data.some(
      ({ workspace, is_active: isActive }) => workspace.gid === workspaceGid && isActive !== false,
    )
  }
  /** Whether the token's owner may remove users from the workspace. */
  async function readOwnRights() {
    const { gid } = (await readUser('me')).data
    const memberships = await client.send({
      operation: 'read own rights',
      method: 'GET',
      path: `/users/${at(gid)}/workspace_memberships`,
      query: { limit: 100, opt_fields: 'is_active,is_admin,workspace' },
      answer: Memberships,
    })
    return memberships.data.find(({ workspace }) => workspace.gid === workspaceGid)
  }
  /** Id of the removable member; null if there is none. */
  async function findToClose(email: string): Promise<string | null> {
    const [user, own] = await Promise.all([findUser(email), readUser('me')])
    if (user === null) return null
    const { gid } = user.data
    refuseOwnAccount(SYSTEM, gid === own.data.gid)
    return (await isMember(gid)) ? gid : null
  }
  return { client, readUser, findUser, isMember, findToClose, readOwnRights }
}

/** The workspace of Copydesk's boards. Removing users requires an administrator's token. */
export function createAsanaDirectory(deps: AsanaDirectoryDeps): AccountDirectory {
  const { workspaceGid } = deps
  const { client, readUser, findUser, isMember, findToClose, readOwnRights } = callsOf(deps)
  return {
    operation: 'asana',
    operationName: SYSTEM,
    avatar: null,
    health: {
      settings: 'ASANA_TOKEN and ASANA_WORKSPACE_GID',
      async check() {
        const own = await readOwnRights()
        if (own === undefined)
          return {
            adapter: SYSTEM,
            ok: false,
            detail: 'The token’s account isn’t a member of the workspace.',
          }
        const health = { adapter: SYSTEM, ok: true, detail: 'The token sees the people of the workspace.' }
        return own.is_admin === true ? health : { ...health, limit: UNABLE }
      },
    },
    async check({ email }) {
      const user = await findUser(email)
      if (user === null) return NO_ACCOUNT
      const { gid } = user.data
      const active = await isMember(gid)
      return { active, accountId: gid, url: null, detail: active ? 'Member of the workspace' : 'No member' }
    },
    list: () => listAccounts(client, workspaceGid),
    listOwn: async () => [(await readUser('me')).data.gid],
    async rehearse({ email }) {
      await findToClose(email)
    },
    async revoke({ email }) {
      const gid = await findToClose(email)
      if (gid === null) return GONE_ALREADY
      await client.send({
        operation: 'revoke access',
        method: 'POST',
        path: `/workspaces/${at(workspaceGid)}/removeUser`,
        json: { data: { user: gid } },
        answer: z.unknown(),
        isRepeatable: true,
      })
      return closed('Removed from the workspace; open tasks keep their assignee.')
    },
  }
}
