import { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import type { AsanaAccount } from '../task-board/asana-settings.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import { refuseOwnAccount } from './own-account.ts'
import { type AccountDirectory, closed, GONE_ALREADY, NO_ACCOUNT } from './port.ts'

const SYSTEM = 'Asana'
const User = z.object({ data: z.object({ gid: z.string(), email: z.string().nullish() }) })
const Memberships = z.object({
  data: z.array(z.object({ is_active: z.boolean().nullish(), workspace: z.object({ gid: z.string() }) })),
})
const at = (part: string) => encodeURIComponent(part)

interface AsanaDirectoryParts extends Pick<AsanaAccount, 'token' | 'workspaceGid' | 'baseUrl'> {
  fetch?: typeof fetch
  timeoutMs?: number
}

/** The calls about members of the workspace. */
function callsOf(parts: AsanaDirectoryParts) {
  const { token, workspaceGid, baseUrl, ...given } = parts
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
  /** The number of the member who may be taken out; null where there is none. */
  async function findToClose(email: string): Promise<string | null> {
    const [user, own] = await Promise.all([findUser(email), readUser('me')])
    if (user === null) return null
    const { gid } = user.data
    refuseOwnAccount(SYSTEM, gid === own.data.gid)
    return (await isMember(gid)) ? gid : null
  }
  return { client, findUser, isMember, findToClose }
}

/** The workspace whose boards Copydesk works on; its token must be an administrator's to take anybody out. */
export function createAsanaDirectory(parts: AsanaDirectoryParts): AccountDirectory {
  const { workspaceGid } = parts
  const { client, findUser, isMember, findToClose } = callsOf(parts)
  return {
    operation: 'asana',
    operationName: SYSTEM,
    avatar: null,
    async check({ email }) {
      const user = await findUser(email)
      if (user === null) return NO_ACCOUNT
      const { gid } = user.data
      const active = await isMember(gid)
      return { active, accountId: gid, url: null, detail: active ? 'Member of the workspace' : 'No member' }
    },
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
