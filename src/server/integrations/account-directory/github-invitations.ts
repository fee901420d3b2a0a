import { z } from 'zod'
import { IntegrationError } from '../integration-error.ts'
import type { VendorClient } from '../vendor-client/vendor-client.ts'
import { everyNumberedPage } from './every-page.ts'

const Invitation = z.object({ id: z.number(), login: z.string().nullish(), email: z.string().nullish() })
const Invitations = z.array(Invitation)
export type Invitation = z.output<typeof Invitation>

const PAGE = 100
const UNSEEN =
  'This token can’t see open invitations on GitHub, which people could still accept. Use an owner’s token with the scope admin:org.'

interface Organisation {
  client: VendorClient
  org: string
}

const pathOf = (org: string) => `/orgs/${encodeURIComponent(org)}/invitations`

/**
 * The open invitations of an organisation. GitHub knows an invited person without an account by the address
 * alone.
 */
export const listInvitations = ({ client, org }: Organisation) =>
  everyNumberedPage(PAGE, (page) =>
    client.send({
      operation: 'list invitations',
      method: 'GET',
      path: pathOf(org),
      query: { per_page: PAGE, page },
      answer: Invitations,
    }),
  )

/** The open invitations that were sent to an address in lower case. */
export async function findInvitations(deps: Organisation, email: string): Promise<Invitation[]> {
  const { items } = await listInvitations(deps).catch((error: unknown) => {
    const isUnseen =
      error instanceof IntegrationError && (error.kind === 'forbidden' || error.kind === 'not_found')
    if (!isUnseen) throw error
    const { system, operation, kind } = error
    throw new IntegrationError(error.message, { system, operation, kind, advice: UNSEEN, cause: error })
  })
  return items.filter((each) => each.email?.toLowerCase() === email)
}

/** What an invitation is called in our lists: by the account if it has one, else by its address. */
export const invitedAs = ({ login, email }: Invitation): string | null =>
  login || email?.toLowerCase() || null

export const invitationPath = (org: string, { id }: Invitation) => `${pathOf(org)}/${id}`

/** Where an owner sees the open invitations. */
export const invitationsPage = (org: string) =>
  `https://github.com/orgs/${encodeURIComponent(org)}/people/pending_invitations`
