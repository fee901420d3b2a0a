import { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import { createVendorClient, type VendorClient } from '../vendor-client/vendor-client.ts'
import type { GithubAccount } from './github-settings.ts'
import { refuseOwnAccount } from './own-account.ts'
import { type AccountDirectory, NO_ACCOUNT } from './port.ts'

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

const UNNAMED = { ...NO_ACCOUNT, detail: 'The code-hosting account was not said' }

interface OrgParts {
  client: VendorClient
  org: string
}

const pathOf = ({ org }: OrgParts, login: string) => `/orgs/${at(org)}/memberships/${at(login)}`

/** What somebody is of an organisation; null where nothing. */
const findMembership = (parts: OrgParts, login: string) =>
  parts.client
    .send({ operation: 'read membership', method: 'GET', path: pathOf(parts, login), answer: Membership })
    .catch((error: unknown) => {
      if (isKind(error, 'not_found')) return null
      throw error
    })

async function isOutside({ client, org }: OrgParts, login: string): Promise<boolean> {
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

/** The same token may not see the organisation: then everybody looks as if they were not there. */
async function refuseBlindness({ client, org }: OrgParts): Promise<void> {
  const path = `/orgs/${at(org)}/members`
  await client.send({
    operation: 'list members',
    method: 'GET',
    path,
    query: { per_page: 1 },
    answer: Logins,
  })
}

async function refuseLastOwner({ client, org }: OrgParts): Promise<void> {
  const path = `/orgs/${at(org)}/members`
  const query = { role: 'admin', per_page: 2 }
  const owners = await client.send({ operation: 'list owners', method: 'GET', path, query, answer: Logins })
  if (owners.length > 1) return
  const advice = `This is the last owner of ${org} on GitHub.`
  throw new IntegrationError(advice, { system: SYSTEM, operation: 'revoke access', kind: 'invalid', advice })
}

async function remove(parts: OrgParts, login: string): Promise<string> {
  const { client, org } = parts
  const own = await client.send({
    operation: 'read own account',
    method: 'GET',
    path: '/user',
    answer: Login,
  })
  refuseOwnAccount(SYSTEM, own.login.toLowerCase() === login.toLowerCase())
  const membership = await findMembership(parts, login)
  if (membership?.role === 'admin') await refuseLastOwner(parts)
  const request = { operation: 'revoke access', method: 'DELETE' as const, answer: Nothing }
  if (membership) await client.send({ ...request, path: pathOf(parts, login) })
  else if (await isOutside(parts, login))
    await client.send({ ...request, path: `/orgs/${at(org)}/outside_collaborators/${at(login)}` })
  else return 'The account was gone already.'
  return `Removed from ${org}.`
}

interface GithubParts extends GithubAccount {
  fetch?: typeof fetch
  timeoutMs?: number
}

/** The organisations on GitHub, each a system of its own: somebody may be a member of one and not of another. */
export function createGithubDirectories({ token, orgs, baseUrl, ...given }: GithubParts): AccountDirectory[] {
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
    const parts = { client, org }
    return {
      operation: `github-${org.toLowerCase()}`,
      operationName: `GitHub · ${org}`,
      avatar: null,
      async check({ github }) {
        if (github === null) return UNNAMED
        const membership = await findMembership(parts, github)
        const url = `https://github.com/orgs/${at(org)}/people?query=${at(github)}`
        const account = { accountId: github, url }
        if (membership) {
          const { state, role } = membership
          const detail = state === 'pending' ? 'Invited' : role === 'admin' ? 'Owner' : 'Member'
          return { ...account, active: true, detail }
        }
        if (await isOutside(parts, github))
          return { ...account, active: true, detail: 'Outside collaborator' }
        await refuseBlindness(parts)
        return NO_ACCOUNT
      },
      revoke: ({ github }) => (github === null ? Promise.resolve(UNNAMED.detail) : remove(parts, github)),
    }
  })
}
