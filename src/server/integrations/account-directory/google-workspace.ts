import { z } from 'zod'
import { countedIn } from '#shared/format/count.ts'
import { IntegrationError } from '../integration-error.ts'
import { createGoogleSender } from '../vendor-client/google-sender.ts'
import type { TokenOptions } from '../vendor-client/google-token.ts'
import { everyPage } from './every-page.ts'
import type { GoogleWorkspaceAccount } from './google-workspace-settings.ts'
import { refuseOwnAccount } from './own-account.ts'
import { type AccountDirectory, type AccountList, closed, GONE_ALREADY, NO_ACCOUNT } from './port.ts'

const SYSTEM = 'Google Workspace'
const SCOPE =
  'https://www.googleapis.com/auth/admin.directory.user https://www.googleapis.com/auth/admin.directory.user.security'
const AT_ONCE = 4

const User = z.object({
  id: z.string(),
  primaryEmail: z.string(),
  suspended: z.boolean().optional(),
  archived: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
  lastLoginTime: z.string().optional(),
  name: z.object({ fullName: z.string().optional() }).optional(),
})
const Users = z.object({
  users: z.array(User).default([]),
  nextPageToken: z.string().optional(),
})
const FIELDS = 'id,primaryEmail,suspended,archived,isAdmin,lastLoginTime,name/fullName'
const PAGE = 500
const Tokens = z.object({ items: z.array(z.object({ clientId: z.string() })).default([]) })
const Passwords = z.object({ items: z.array(z.object({ codeId: z.number() })).default([]) })
const Nothing = z.unknown()

const at = (name: string) => encodeURIComponent(name)
const pathOf = (name: string) => `/admin/directory/v1/users/${at(name)}`

const isKind = (error: unknown, kind: string) =>
  error instanceof IntegrationError && error.system === SYSTEM && error.kind === kind

interface WorkspaceDeps extends TokenOptions {
  account: GoogleWorkspaceAccount
}

/** Calls about users of the domain. */
function callsOf({ account, ...options }: WorkspaceDeps) {
  const { key, subject, baseUrl } = account
  const service = { system: SYSTEM, baseUrl, key, scope: SCOPE, subject, atOnce: AT_ONCE }
  const send = createGoogleSender(service, options)

  const readUser = (name: string) => {
    const fields = FIELDS
    const request = { operation: 'read user', method: 'GET' as const, query: { fields } }
    return send({ ...request, path: pathOf(name), answer: User })
  }
  /** Null if the domain has no user with this address. For other domains we have no permission. */
  async function findUser(email: string) {
    try {
      return await readUser(email)
    } catch (error) {
      if (isKind(error, 'not_found')) return null
      if (!isKind(error, 'forbidden')) throw error
      // If we may not read our own record, we may read none, and the result is unknown.
      await readUser(subject).catch(() => {
        throw error
      })
      return null
    }
  }
  /** An object that is already deleted is not an error. */
  const remove = (path: string) =>
    send({ operation: 'revoke access', method: 'DELETE', path, answer: Nothing }).catch((error: unknown) => {
      if (!isKind(error, 'not_found')) throw error
    })
  return { send, readUser, findUser, remove, subject }
}

const placeOf = (account: string) => `https://admin.google.com/ac/search?query=${at(account)}`

/** Google reports 1970 for users who have never signed in. */
function usedAt(moment: string | undefined): Date | null {
  const time = Date.parse(moment ?? '')
  return time > 0 ? new Date(time) : null
}

const rightsOf = ({ isAdmin }: z.output<typeof User>) =>
  isAdmin ? 'Super administrator' : 'Member of the domain'

/** All users of the domain who can sign in. */
async function listAccounts({ send }: ReturnType<typeof callsOf>): Promise<AccountList> {
  const fields = `nextPageToken,users(${FIELDS})`
  const { items, cut } = await everyPage(async (pageToken: string | undefined) => {
    const query = { customer: 'my_customer', maxResults: PAGE, pageToken, fields }
    const path = '/admin/directory/v1/users'
    const operation = 'list accounts'
    const page = await send({ operation, method: 'GET', path, query, answer: Users })
    // The impersonated administrator is a user too, so an empty domain is not a valid answer.
    if (pageToken === undefined && page.users.length === 0) {
      const failure = { system: SYSTEM, operation, kind: 'bad_response' } as const
      throw new IntegrationError(`${SYSTEM} returned no users to list accounts`, failure)
    }
    return { items: page.users, next: page.nextPageToken }
  })
  return {
    accounts: items.filter(isOpen).map((user) => ({
      accountId: user.primaryEmail,
      email: user.primaryEmail.toLowerCase(),
      name: user.name?.fullName ?? null,
      url: placeOf(user.primaryEmail),
      detail: rightsOf(user),
      lastUsedAt: usedAt(user.lastLoginTime),
    })),
    note: cut,
  }
}

const isOpen = ({ suspended, archived }: z.output<typeof User>) => suspended !== true && archived !== true

const healthOf = ({ key }: GoogleWorkspaceAccount, readSubject: () => Promise<z.output<typeof User>>) => ({
  settings: 'GOOGLE_ADMIN_SUBJECT and GOOGLE_SERVICE_ACCOUNT_JSON',
  async check() {
    const detail = `${key.client_email} acts on behalf of ${(await readSubject()).primaryEmail}.`
    return { adapter: SYSTEM, ok: true, detail }
  },
})

/** The users of a Google Workspace domain, read by a service account that impersonates an administrator. */
export function createGoogleWorkspaceDirectory(deps: WorkspaceDeps): AccountDirectory {
  const calls = callsOf(deps)
  const { send, readUser, findUser, remove, subject } = calls

  /** The account, if it is open and may be closed. */
  async function findToClose(email: string) {
    const user = await findUser(email)
    if (user === null || !isOpen(user)) return null
    refuseOwnAccount(SYSTEM, user.id === (await readUser(subject)).id)
    return user
  }
  const list = <Read>(path: string, answer: z.ZodType<Read>) =>
    send({ operation: 'list ways in', method: 'GET', path, answer })

  return {
    operation: 'google-workspace',
    operationName: SYSTEM,
    avatar: null,
    health: healthOf(deps.account, () => readUser(subject)),
    async check({ email }) {
      const user = await findUser(email)
      if (user === null) return NO_ACCOUNT
      const { primaryEmail: accountId } = user
      const of = {
        ...{ accountId, url: placeOf(accountId), name: user.name?.fullName ?? null },
        lastUsedAt: usedAt(user.lastLoginTime),
      }
      if (!isOpen(user)) return { ...of, active: false, detail: 'Suspended' }
      return { ...of, active: true, detail: rightsOf(user) }
    },
    list: () => listAccounts(calls),
    listOwn: async () => [(await readUser(subject)).primaryEmail],
    async rehearse({ email }) {
      await findToClose(email)
    },
    async revoke({ email }) {
      const user = await findToClose(email)
      if (user === null) return GONE_ALREADY
      const path = pathOf(user.id)
      const change = { operation: 'revoke access', answer: Nothing }
      await send({ ...change, method: 'POST', path: `${path}/signOut`, isRepeatable: true })
      const tokens = await list(`${path}/tokens`, Tokens)
      const passwords = await list(`${path}/asps`, Passwords)
      for (const { clientId } of tokens.items) await remove(`${path}/tokens/${at(clientId)}`)
      for (const { codeId } of passwords.items) await remove(`${path}/asps/${codeId}`)
      // Suspend last, so that an interrupted revocation still looks open.
      await send({ ...change, method: 'PATCH', path, json: { suspended: true } })
      const ways = tokens.items.length + passwords.items.length
      return closed(
        ways === 0
          ? 'Suspended, and signed out everywhere.'
          : `Suspended, signed out everywhere, and ${countedIn(ways, 'program')} disconnected.`,
      )
    },
  }
}
