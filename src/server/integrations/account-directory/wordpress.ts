import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { countedIn } from '#shared/format/count.ts'
import { unescapedLine } from '../../markup/plain-text.ts'
import type { AdapterHealth } from '../health.ts'
import { IntegrationError } from '../integration-error.ts'
import type { WordPressAccount } from '../publishing-site/wordpress-settings.ts'
import { createVendorClient, type VendorClient } from '../vendor-client/vendor-client.ts'
import { everyNumberedPage, noteOf } from './every-page.ts'
import { refuseOwnAccount } from './own-account.ts'
import { type AccountDirectory, type AccountList, closed, GONE_ALREADY, NO_ACCOUNT } from './port.ts'

const SYSTEM = 'WordPress'
const User = z.object({ id: z.number(), email: z.string(), roles: z.array(z.string()) })
const Users = z.array(User.extend({ name: z.string().nullish() }))
const UNSAID = 'WordPress doesn’t report last use. Accounts without a role are left out.'
const Self = z.object({ id: z.number() })
const Rights = z.object({ name: z.string(), capabilities: z.record(z.string(), z.unknown()) })
const Anything = z.unknown()
const MOST = 100
const PASSWORD_BYTES = 30

interface WordPressDirectoryDeps {
  account: WordPressAccount
  site: { code: string; displayName: string; logoUrl: string }
  fetch?: typeof fetch
  timeoutMs?: number
}

/** The calls about accounts of a site. */
function callsOf(client: VendorClient) {
  /** The search also matches parts of addresses; only an exact match counts. */
  async function findUser(email: string) {
    const query = { context: 'edit', search: email, per_page: MOST, _fields: 'id,email,roles' }
    const request = { operation: 'look up an account', method: 'GET' as const, path: '/users', query }
    const found = await client.send({ ...request, answer: z.array(User) })
    return found.find((each) => each.email.toLowerCase() === email) ?? null
  }
  const passwordsOf = (id: number) => `/users/${id}/application-passwords`
  const listPasswords = (id: number) =>
    client.send({
      operation: 'list application passwords',
      method: 'GET',
      path: passwordsOf(id),
      query: { _fields: 'uuid' },
      answer: z.array(Anything),
    })
  const change = (id: number, json: object) =>
    client.send({
      operation: 'revoke access',
      method: 'POST',
      path: `/users/${id}`,
      json,
      answer: Anything,
      isRepeatable: true,
    })
  const readOwnId = async () => {
    const request = { operation: 'read own account', method: 'GET' as const, path: '/users/me' }
    return (await client.send({ ...request, query: { _fields: 'id' }, answer: Self })).id
  }
  const readOwnRights = () => {
    const request = { operation: 'read own rights', method: 'GET' as const, path: '/users/me' }
    return client.send({
      ...request,
      query: { context: 'edit', _fields: 'name,capabilities' },
      answer: Rights,
    })
  }
  return { findUser, listPasswords, passwordsOf, change, readOwnId, readOwnRights }
}

const placeOf = (baseUrl: string, id: number) => `${baseUrl}/wp-admin/user-edit.php?user_id=${id}`

async function listAccounts(client: VendorClient, baseUrl: string): Promise<AccountList> {
  const { items, cut } = await everyNumberedPage(MOST, async (page) => {
    const query = { context: 'edit', per_page: MOST, page, orderby: 'id', _fields: 'id,email,roles,name' }
    const request = { operation: 'list accounts', method: 'GET' as const, path: '/users', query }
    // WordPress refuses the page after a full last one instead of returning an empty page.
    return client.send({ ...request, answer: Users }).catch((error: unknown) => {
      if (page > 1 && error instanceof IntegrationError && error.kind === 'invalid') return []
      throw error
    })
  })
  return {
    accounts: items
      .filter(({ roles }) => roles.length > 0)
      .map(({ id, email, roles, name }) => ({
        accountId: String(id),
        email: email.toLowerCase(),
        name: name ? unescapedLine(name) : null,
        url: placeOf(baseUrl, id),
        detail: roles.join(', '),
        lastUsedAt: null,
      })),
    note: noteOf(UNSAID, cut),
  }
}

/** Without all of these, accounts are not seen with their addresses, or not closed. */
const NEEDED = ['list_users', 'edit_users', 'promote_users']

/** Whether the account sees and closes others; one that is enough for posts is not. */
async function healthOf(readOwnRights: () => Promise<z.output<typeof Rights>>): Promise<AdapterHealth> {
  const { name: stored, capabilities } = await readOwnRights()
  const name = unescapedLine(stored)
  const health = { adapter: SYSTEM, ok: true, detail: `Signed in as ${name}.` }
  if (NEEDED.every((right) => capabilities[right] === true)) return health
  return {
    ...health,
    limit: `${name} isn’t an administrator there, so accounts can’t be found or closed. Set an administrator in WP_SITES.`,
  }
}

/** The people who may write at a site; the account of WP_SITES must be an administrator's to see their addresses. */
export function createWordPressDirectory(deps: WordPressDirectoryDeps): AccountDirectory {
  const { account, site, ...given } = deps
  const { baseUrl, user, appPassword } = account
  const credentials = Buffer.from(`${user}:${appPassword}`).toString('base64')
  const client = createVendorClient({
    system: SYSTEM,
    baseUrl: `${baseUrl}/wp-json/wp/v2`,
    headers: () => ({ authorization: `Basic ${credentials}` }),
    ...given,
  })
  const { findUser, listPasswords, passwordsOf, change, readOwnId, readOwnRights } = callsOf(client)
  /** The account to close; null if it gives no access. */
  async function findToClose(email: string) {
    const found = await findUser(email)
    if (found === null) return null
    refuseOwnAccount(`WordPress of ${site.displayName}`, (await readOwnId()) === found.id)
    const isOpen = found.roles.length > 0 || (await listPasswords(found.id)).length > 0
    return isOpen ? found : null
  }
  return {
    operation: `wordpress-${site.code}`,
    operationName: `WordPress · ${site.displayName}`,
    avatar: site.logoUrl,
    health: { settings: `the entry ${site.code} of WP_SITES`, check: () => healthOf(readOwnRights) },
    async check({ email }) {
      const found = await findUser(email)
      if (found === null) return NO_ACCOUNT
      // Without a role an application password still lets in.
      const passwords = (await listPasswords(found.id)).length
      const detail = [
        found.roles.join(', ') || 'Without a role',
        ...(passwords > 0 ? [countedIn(passwords, 'application password')] : []),
      ].join('; ')
      const url = placeOf(baseUrl, found.id)
      const active = found.roles.length > 0 || passwords > 0
      return { active, accountId: String(found.id), url, detail }
    },
    list: () => listAccounts(client, baseUrl),
    listOwn: async () => [String(await readOwnId())],
    async rehearse({ email }) {
      await findToClose(email)
    },
    async revoke({ email }) {
      const found = await findToClose(email)
      if (found === null) return GONE_ALREADY
      // Without a role, both kinds of passwords still work. The account's own password is changed first,
      // which ends every session, so that nobody can create an application password meanwhile. The role is
      // removed last, so that an interrupted revocation still looks active.
      await change(found.id, { password: randomBytes(PASSWORD_BYTES).toString('base64url') })
      const path = passwordsOf(found.id)
      await client.send({ operation: 'revoke access', method: 'DELETE', path, answer: Anything })
      await change(found.id, { roles: [] })
      return closed('Without a role, application passwords or a known password; nothing they wrote is gone.')
    },
  }
}
