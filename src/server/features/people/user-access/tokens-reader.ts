import { ROLES } from '#shared/access/roles.ts'
import { countedIn } from '#shared/format/count.ts'
import { forbidden } from '../../../errors.ts'
import {
  type AccountDirectory,
  closed,
  GONE_ALREADY,
  NO_ACCOUNT,
} from '../../../integrations/account-directory/port.ts'
import type { Caller } from '../../../security/actor.ts'
import type { UserAccessDeps } from './deps.ts'
import { listTokensInUse, type TokenInUse } from './queries.ts'

export const API_OPERATION = 'copydesk-api'

/** Unique, and recognizable in a list of tokens. */
const nameOf = ({ id, name, start }: TokenInUse) => `${name} (${start}…, no. ${id})`

function detailOf({ permissions, mayWrite, roleId, isService, ownerName }: TokenInUse): string {
  const rights =
    permissions === null ? ROLES[roleId].description : countedIn(permissions.length, 'permission')
  const owner = isService ? [`service account of ${ownerName}`] : []
  return [rights, mayWrite ? 'may change things' : 'read-only', ...owner].join(' · ')
}

/** The API tokens that work, as one of the systems of an access review. Without an actor it is read-only. */
export function tokenDirectory(
  { db, clock, tokens }: Pick<UserAccessDeps, 'db' | 'clock' | 'tokens'>,
  actor: Caller | null,
): AccountDirectory {
  const findToken = async (name: string | null) =>
    (await listTokensInUse(db, clock())).find((token) => nameOf(token) === name)
  const urlOf = ({ userId }: TokenInUse) => `/users/${userId}`
  return {
    operation: API_OPERATION,
    operationName: 'Copydesk API',
    avatar: '/favicon.svg',
    // Tokens are told apart by their names; whose they are is in the list.
    emailOf: async () => null,
    async check({ github: name }) {
      const token = await findToken(name)
      if (!token) return NO_ACCOUNT
      const { holderName, lastUsedAt } = token
      const of = { url: urlOf(token), detail: detailOf(token), name: holderName, lastUsedAt }
      return { active: true, accountId: nameOf(token), ...of }
    },
    async list() {
      const accounts = (await listTokensInUse(db, clock())).map((token) => ({
        accountId: nameOf(token),
        email: token.username,
        name: token.holderName,
        url: urlOf(token),
        detail: detailOf(token),
        lastUsedAt: token.lastUsedAt,
      }))
      return { accounts, note: null }
    },
    rehearse: async () => {},
    async revoke({ github: name }) {
      if (actor?.kind !== 'person') throw forbidden()
      const token = await findToken(name)
      if (!token) return GONE_ALREADY
      await tokens.revokeOf(actor, token.userId, token.id)
      return closed('The token was revoked.')
    },
  }
}
