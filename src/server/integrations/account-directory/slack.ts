import { z } from 'zod'
import { unescapedLine } from '../../markup/plain-text.ts'
import type { AdapterHealth } from '../health.ts'
import { IntegrationError, type IntegrationErrorKind } from '../integration-error.ts'
import { createVendorClient, type VendorClient } from '../vendor-client/vendor-client.ts'
import { everyPage, noteOf } from './every-page.ts'
import { refuseOwnAccount } from './own-account.ts'
import { type AccountDirectory, type AccountList, closed, GONE_ALREADY, NO_ACCOUNT } from './port.ts'
import type { SlackAccount } from './slack-settings.ts'
import { lackingScopes } from './token-scopes.ts'

const SYSTEM = 'Slack'
/** What Slack says in the body of an answer that is no failure to HTTP. */
const KINDS: Readonly<Record<string, IntegrationErrorKind>> = {
  invalid_auth: 'unauthorized',
  not_authed: 'unauthorized',
  token_revoked: 'unauthorized',
  token_expired: 'unauthorized',
  account_inactive: 'unauthorized',
  missing_scope: 'forbidden',
  not_allowed_token_type: 'forbidden',
  no_permission: 'forbidden',
  paid_only: 'payment_required',
  ratelimited: 'rate_limited',
}

const LookUp = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  user: z
    .object({ id: z.string(), deleted: z.boolean().optional(), is_admin: z.boolean().optional() })
    .optional(),
})
const Self = z.object({ ok: z.boolean(), error: z.string().optional(), user_id: z.string().optional() })

const Members = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  members: z
    .array(
      z.object({
        id: z.string(),
        deleted: z.boolean().optional(),
        is_bot: z.boolean().optional(),
        is_admin: z.boolean().optional(),
        is_restricted: z.boolean().optional(),
        real_name: z.string().nullish(),
        profile: z.object({ email: z.string().nullish() }).optional(),
      }),
    )
    .default([]),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
})
const PAGE = 500
/** Slack's own program, which every workspace has. */
const SLACKBOT = 'USLACKBOT'
const UNSAID = 'Slack doesn’t report last use or open invitations.'

/** Slack says with 200 what went wrong. */
function refuseError({ ok, error }: { ok: boolean; error?: string | undefined }, operation: string): void {
  if (ok) return
  const kind = KINDS[error ?? ''] ?? 'invalid'
  throw new IntegrationError(`Slack says ${error}`, {
    system: SYSTEM,
    operation,
    kind,
    vendorCode: error ?? '',
  })
}

/** The people of the workspace, without its programs. */
async function listAccounts(client: VendorClient): Promise<AccountList> {
  const operation = 'list accounts'
  const { items, cut } = await everyPage(async (cursor: string | undefined) => {
    const query = { limit: PAGE, cursor }
    const page = await client.send({ operation, method: 'GET', path: '/users.list', query, answer: Members })
    refuseError(page, operation)
    return { items: page.members, next: page.response_metadata?.next_cursor || undefined }
  })
  const people = items.filter(
    ({ id, deleted, is_bot: isBot }) => deleted !== true && isBot !== true && id !== SLACKBOT,
  )
  return {
    accounts: people.map(({ id, real_name: name, profile, ...rights }) => ({
      accountId: id,
      email: profile?.email?.toLowerCase() ?? null,
      name: name ? unescapedLine(name) : null,
      url: null,
      detail: rights.is_admin ? 'Administrator' : rights.is_restricted ? 'Guest' : 'Member',
      lastUsedAt: null,
    })),
    note: noteOf(UNSAID, cut),
  }
}

const SCOPES = 'x-oauth-scopes'

/** Both tokens are valid; checks their scopes as reported by Slack. */
function healthOf(own: Headers, admin: Headers): AdapterHealth {
  const lacking = [
    ...lackingScopes(own, SCOPES, ['users:read', 'users:read.email']).map(
      (scope) => `${scope} to SLACK_BOT_TOKEN`,
    ),
    ...lackingScopes(admin, SCOPES, ['admin']).map((scope) => `${scope} to SLACK_ADMIN_TOKEN`),
  ]
  const health = { adapter: SYSTEM, ok: true, detail: 'Both tokens are accepted.' }
  if (lacking.length === 0) return health
  return {
    ...health,
    limit: `A scope is missing, so accounts can’t be found or closed: add ${lacking.join(', and ')}.`,
  }
}

const bearer = (secret: string) => () => ({ authorization: `Bearer ${secret}` })

interface SlackDeps extends SlackAccount {
  fetch?: typeof fetch
  timeoutMs?: number
}

/** Whose the two tokens are, and what each may do. */
async function readOwn(client: VendorClient, adminToken: string) {
  const operation = 'read own account'
  const request = { operation, method: 'GET', path: '/auth.test', answer: Self } as const
  const own = await client.sendWithHeaders(request)
  refuseError(own.value, operation)
  const headers = { authorization: `Bearer ${adminToken}` }
  const admin = await client.sendWithHeaders({ ...request, headers })
  refuseError(admin.value, operation)
  return { own, admin }
}

/** The workspace on Slack: looked into with a bot's token, closed over SCIM with an owner's. */
export function createSlackDirectory(deps: SlackDeps): AccountDirectory {
  const { token, adminToken, baseUrl, scimUrl, ...given } = deps
  const client = createVendorClient({ system: SYSTEM, baseUrl, headers: bearer(token), ...given })
  const scim = createVendorClient({ system: SYSTEM, baseUrl: scimUrl, headers: bearer(adminToken), ...given })

  async function findUser(email: string) {
    const operation = 'look up an account'
    const path = '/users.lookupByEmail'
    const found = await client.send({ operation, method: 'GET', path, query: { email }, answer: LookUp })
    // The closed ones are not found either.
    if (found.error === 'users_not_found') return null
    refuseError(found, operation)
    return found.user ?? null
  }
  async function ownIds(): Promise<(string | undefined)[]> {
    const { own, admin } = await readOwn(client, adminToken)
    return [own.value.user_id, admin.value.user_id]
  }
  /** The account, if it is open and may be closed. */
  async function findToClose(email: string) {
    const user = await findUser(email)
    if (user === null || user.deleted === true) return null
    refuseOwnAccount(SYSTEM, (await ownIds()).includes(user.id))
    return user
  }
  return {
    operation: 'slack',
    operationName: SYSTEM,
    avatar: null,
    health: {
      settings: 'SLACK_BOT_TOKEN and SLACK_ADMIN_TOKEN',
      async check() {
        const { own, admin } = await readOwn(client, adminToken)
        return healthOf(own.headers, admin.headers)
      },
    },
    async check({ email }) {
      const user = await findUser(email)
      if (user === null) return NO_ACCOUNT
      const active = user.deleted !== true
      return { active, accountId: user.id, url: null, detail: user.is_admin ? 'Administrator' : 'Member' }
    },
    list: () => listAccounts(client),
    listOwn: async () => (await ownIds()).flatMap((id) => id ?? []),
    async rehearse({ email }) {
      await findToClose(email)
    },
    async revoke({ email }) {
      const user = await findToClose(email)
      if (user === null) return GONE_ALREADY
      const path = `/Users/${encodeURIComponent(user.id)}`
      await scim.send({ operation: 'revoke access', method: 'DELETE', path, answer: z.unknown() })
      return closed('Deactivated, and signed out everywhere.')
    },
  }
}
