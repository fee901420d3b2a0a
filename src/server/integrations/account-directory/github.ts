import { z } from 'zod'
import type { AdapterHealth } from '../health.ts'
import { IntegrationError } from '../integration-error.ts'
import { createVendorClient, type VendorClient } from '../vendor-client/vendor-client.ts'
import { everyNumberedPage, noteOf } from './every-page.ts'
import {
  findInvitations,
  invitationPath,
  invitationsPage,
  invitedAs,
  listInvitations,
} from './github-invitations.ts'
import type { GithubAccount } from './github-settings.ts'
import { refuseOwnAccount } from './own-account.ts'
import {
  type AccountDirectory,
  type AccountList,
  type ClosedAccount,
  closed,
  type FoundAccount,
  GONE_ALREADY,
  NO_ACCOUNT,
  type SoughtPerson,
} from './port.ts'
import { lackingScopes } from './token-scopes.ts'

const SYSTEM = 'GitHub'
const Membership = z.object({
  state: z.string(),
  role: z.string(),
  user: z.object({ login: z.string() }).nullable(),
})
const Login = z.object({ login: z.string() })
const Logins = z.array(Login)
const Nothing = z.unknown()
const PAGE = 100
const MOST_PAGES = 20

const isKind = (error: unknown, kind: string) => error instanceof IntegrationError && error.kind === kind
const at = (name: string) => encodeURIComponent(name)

const UNSCOPED =
  'The token lacks the scope admin:org, so accounts are found but can’t be closed. Add the scope, or use another GITHUB_TOKEN.'

/** On GitHub only owners can remove people, and a token learns only its own account's ownership. */
const NO_OWNER = 'isn’t an owner of the organisation, so accounts are found but can’t be closed.'
const MANAGED =
  'GitHub does not allow us to do this. If an identity provider manages the organisation (SCIM, enterprise-managed users), remove the person there, or they’ll be added again.'

const OwnMemberships = z.array(
  z.object({ state: z.string(), role: z.string(), organization: z.object({ login: z.string() }) }),
)
const Profile = z.object({ email: z.string().nullish() })

function refuse(operation: string, advice: string): never {
  throw new IntegrationError(advice, { system: SYSTEM, operation, kind: 'invalid', advice })
}

/** A person invited by email has no account yet, so the address replaces the name. */
const isAddress = (name: string) => name.includes('@')

/** GitHub does not find accounts by email: without an account name, only a pending invitation is found. */
const refuseNameless = ({ github }: SoughtPerson): unknown =>
  github ?? refuse('look up an account', 'GitHub needs the account’s name. Enter the code-hosting account.')

const loginOf = ({ github }: SoughtPerson) => (github === null || isAddress(github) ? null : github)

interface OrgDeps {
  client: VendorClient
  org: string
}

const BY_EMAIL = 'Invited by email'
const placeOf = (org: string, login: string) => `https://github.com/orgs/${at(org)}/people?query=${at(login)}`
const pathOf = ({ org }: OrgDeps, login: string) => `/orgs/${at(org)}/memberships/${at(login)}`

/** A person's membership in an organisation; null if there is none. */
const findMembership = (deps: OrgDeps, login: string) =>
  deps.client
    .send({ operation: 'read membership', method: 'GET', path: pathOf(deps, login), answer: Membership })
    .catch((error: unknown) => {
      if (isKind(error, 'not_found')) return null
      throw error
    })

async function isOutside({ client, org }: OrgDeps, login: string): Promise<boolean> {
  const path = `/orgs/${at(org)}/outside_collaborators`
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = { per_page: PAGE, page }
    const found = await client.send({
      operation: 'list collaborators',
      method: 'GET',
      path,
      query,
      answer: Logins,
    })
    if (found.some((each) => each.login.toLowerCase() === login.toLowerCase())) return true
    if (found.length < PAGE) return false
  }
  return false
}

/** If the token may not see the organisation, all of its members look absent. */
async function refuseBlindness({ client, org }: OrgDeps): Promise<void> {
  const path = `/orgs/${at(org)}/members`
  await client.send({
    operation: 'list members',
    method: 'GET',
    path,
    query: { per_page: 1 },
    answer: Logins,
  })
}

async function refuseLastOwner({ client, org }: OrgDeps): Promise<void> {
  const path = `/orgs/${at(org)}/members`
  const query = { role: 'admin', per_page: 2 }
  const owners = await client.send({ operation: 'list owners', method: 'GET', path, query, answer: Logins })
  if (owners.length <= 1) refuse('revoke access', `This is the last owner of ${org} on GitHub.`)
}

const OWN = { operation: 'read own account', method: 'GET', path: '/user', answer: Login } as const
const readOwn = ({ client }: OrgDeps) => client.send(OWN)

/** Whether the token's own account owns the organisation; null if GitHub does not show that. */
async function isOwner({ client, org }: OrgDeps): Promise<boolean | null> {
  const request = {
    operation: 'list own organisations',
    method: 'GET',
    path: '/user/memberships/orgs',
  } as const
  try {
    const { items } = await everyNumberedPage(PAGE, (page) =>
      client.send({ ...request, query: { state: 'active', per_page: PAGE, page }, answer: OwnMemberships }),
    )
    return items.some(
      ({ role, organization: { login } }) => role === 'admin' && login.toLowerCase() === org.toLowerCase(),
    )
  } catch (error) {
    if (isKind(error, 'forbidden') || isKind(error, 'not_found')) return null
    throw error
  }
}

/** Whether the token can see members, and may remove them as far as GitHub shows. */
async function healthOf(deps: OrgDeps): Promise<AdapterHealth> {
  const { client, org } = deps
  const { value, headers } = await client.sendWithHeaders(OWN)
  await refuseBlindness(deps)
  const health = { adapter: SYSTEM, ok: true, detail: `${value.login} sees the members of ${org}.` }
  if (lackingScopes(headers, 'x-oauth-scopes', ['admin:org']).length > 0)
    return { ...health, limit: UNSCOPED }
  return (await isOwner(deps)) === false ? { ...health, limit: `${value.login} ${NO_OWNER}` } : health
}

interface WayIn {
  path: string
  /** Result text after closing it. */
  closed: string
}

/** The removable account of this name; null if the organisation has none. */
async function findAccountToRemove(deps: OrgDeps, login: string): Promise<WayIn | null> {
  const { org } = deps
  const own = await readOwn(deps)
  refuseOwnAccount(SYSTEM, own.login.toLowerCase() === login.toLowerCase())
  const membership = await findMembership(deps, login)
  if (membership?.role === 'admin') await refuseLastOwner(deps)
  const said = `${login} was removed from ${org}.`
  if (membership) return { path: pathOf(deps, login), closed: said }
  if (!(await isOutside(deps, login))) return null
  return { path: `/orgs/${at(org)}/outside_collaborators/${at(login)}`, closed: said }
}

/** A person's ways into the organisation: the account, and invitations to their address. Both are closed. */
async function findWaysIn(deps: OrgDeps, person: SoughtPerson): Promise<WayIn[]> {
  const { org } = deps
  const { email } = person
  const login = loginOf(person)
  const account = login === null ? null : await findAccountToRemove(deps, login)
  // Removing an invited account cancels its invitation.
  const invitations = (await findInvitations(deps, email)).filter(
    (each) => login === null || each.login?.toLowerCase() !== login.toLowerCase(),
  )
  const ways = [
    ...(account === null ? [] : [account]),
    ...invitations.map((each) => ({
      path: invitationPath(org, each),
      closed: `The invitation of ${email} to ${org} was canceled.`,
    })),
  ]
  if (ways.length > 0) return ways
  refuseNameless(person)
  await refuseBlindness(deps)
  return []
}

async function remove(deps: OrgDeps, person: SoughtPerson): Promise<ClosedAccount> {
  const ways = await findWaysIn(deps, person)
  if (ways.length === 0) return GONE_ALREADY
  const operation = 'revoke access'
  for (const { path } of ways)
    await deps.client.send({ operation, method: 'DELETE', path, answer: Nothing }).catch((error: unknown) => {
      if (!(error instanceof IntegrationError) || error.kind !== 'forbidden') throw error
      const { system, kind, status } = error
      const failure = { system, kind, operation, advice: MANAGED, cause: error }
      throw new IntegrationError(error.message, status === undefined ? failure : { ...failure, status })
    })
  return closed(ways.map((way) => way.closed).join(' '))
}

/** A person's account, or else their pending invitation; null if there is neither. */
async function findOpen(deps: OrgDeps, person: SoughtPerson): Promise<FoundAccount | null> {
  const { org } = deps
  const login = loginOf(person)
  if (login !== null) {
    const account = { active: true, accountId: login, url: placeOf(org, login) }
    const membership = await findMembership(deps, login)
    if (membership) {
      const { state, role } = membership
      const detail = state === 'pending' ? 'Invited' : role === 'admin' ? 'Owner' : 'Member'
      return { ...account, detail }
    }
    if (await isOutside(deps, login)) return { ...account, detail: 'Outside collaborator' }
  }
  const [invitation] = await findInvitations(deps, person.email)
  if (!invitation) return null
  return { active: true, accountId: invitedAs(invitation), url: invitationsPage(org), detail: BY_EMAIL }
}

/** The public email of an account; most have none. */
async function emailOf({ client }: OrgDeps, login: string): Promise<string | null> {
  if (isAddress(login)) return login.toLowerCase()
  const path = `/users/${at(login)}`
  const found = await client
    .send({ operation: 'read profile', method: 'GET', path, answer: Profile })
    .catch((error: unknown) => {
      if (isKind(error, 'not_found')) return null
      throw error
    })
  return found?.email?.toLowerCase() ?? null
}

const UNSAID =
  'GitHub reports neither email addresses nor last use. Owners are known only from earlier lookups.'

/** Owners, members, outside collaborators and invited people, by name or email. */
async function listAccounts({ client, org }: OrgDeps): Promise<AccountList> {
  const read = <Item>(path: string, answer: z.ZodType<Item[]>, more: Record<string, string> = {}) =>
    everyNumberedPage(PAGE, (page) =>
      client.send({
        operation: 'list accounts',
        method: 'GET',
        path: `/orgs/${at(org)}/${path}`,
        query: { ...more, per_page: PAGE, page },
        answer,
      }),
    )
  const owners = await read('members', Logins, { role: 'admin' })
  const members = await read('members', Logins, { role: 'member' })
  const outside = await read('outside_collaborators', Logins)
  const invited = await listInvitations({ client, org })
  const unsaid = { name: null, lastUsedAt: null }
  const accountsOf = (found: readonly { login: string }[], detail: string) =>
    found.map(({ login }) => ({
      ...unsaid,
      ...{ accountId: login, email: null, url: placeOf(org, login), detail },
    }))
  const invitedAccounts = invited.items.flatMap((each) => {
    const accountId = invitedAs(each)
    if (accountId === null) return []
    const [url, detail] = each.login
      ? [placeOf(org, each.login), 'Invited']
      : [invitationsPage(org), BY_EMAIL]
    return [{ ...unsaid, accountId, email: each.email?.toLowerCase() ?? null, url, detail }]
  })
  return {
    accounts: [
      ...accountsOf(owners.items, 'Owner'),
      ...accountsOf(members.items, 'Member'),
      ...accountsOf(outside.items, 'Outside collaborator'),
      ...invitedAccounts,
    ],
    note: noteOf(UNSAID, owners.cut, members.cut, outside.cut, invited.cut),
  }
}

interface GithubDeps extends GithubAccount {
  fetch?: typeof fetch
  timeoutMs?: number
}

/** The organisations on GitHub. Each is a separate system, because a person may be a member of only some. */
export function createGithubDirectories({ token, orgs, baseUrl, ...given }: GithubDeps): AccountDirectory[] {
  const client = createVendorClient({
    system: SYSTEM,
    baseUrl,
    headers: () => ({
      authorization: `Bearer ${token}`,
      accept: 'application/vnd.github+json, application/json;q=0.9',
      'x-github-api-version': '2022-11-28',
    }),
    ...given,
  })
  return orgs.map((org) => {
    const deps = { client, org }
    return {
      operation: `github-${org.toLowerCase()}`,
      operationName: `GitHub · ${org}`,
      avatar: null,
      health: {
        settings: 'GITHUB_TOKEN and GITHUB_ORGS',
        check: () => healthOf(deps),
      },
      emailOf: (login) => emailOf(deps, login),
      async check(person) {
        const open = await findOpen(deps, person)
        if (open !== null) return open
        refuseNameless(person)
        await refuseBlindness(deps)
        return { ...NO_ACCOUNT, accountId: loginOf(person) }
      },
      list: () => listAccounts(deps),
      listOwn: async () => [(await readOwn(deps)).login],
      async rehearse(person) {
        await findWaysIn(deps, person)
      },
      revoke: (person) => remove(deps, person),
    }
  })
}
