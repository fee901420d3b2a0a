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
import { type ListedToken, listTokens } from './queries.ts'

export const API_OPERATION = 'copydesk-api'

/**
 * Begins with what the holder of the token could not choose. The number is that of the first token of its rotations,
 * because the holder can rotate a token and remove the old one before the review is decided.
 */
const nameOf = ({ firstId, name, start }: ListedToken) => `no. ${firstId}, ${start}… “${name}”`
const numberIn = (name: string) => Number(/^no\. (\d+),/.exec(name)?.[1])
const startIn = (name: string | null) => /^no\. \d+, (\S+)… “/.exec(name ?? '')?.[1]

/**
 * The working token with this name, and those that replaced it since it was listed. Reviews of the previous release
 * have the token's own number in the name, and its servers rotate without noting the first token.
 */
function lineOf(tokens: readonly ListedToken[], name: string): ListedToken[] {
  const number = numberIn(name)
  const listed = tokens.find(
    ({ id, firstId, start }) => start === startIn(name) && [id, firstId].includes(number),
  )
  const ids = new Set([listed?.firstId ?? number])
  for (const { id, firstId, rotatedFrom } of tokens)
    if (ids.has(firstId) || (rotatedFrom !== null && ids.has(rotatedFrom))) ids.add(id)
  return tokens.filter(({ id, works }) => works && ids.has(id) && id >= (listed?.id ?? 0))
}

function detailOf({ permissions, mayWrite, roleId, isService, holderName }: ListedToken): string {
  const rights =
    permissions === null ? ROLES[roleId].description : countedIn(permissions.length, 'permission')
  const account = isService ? [`service account ${holderName}`] : []
  return [rights, mayWrite ? 'may change things' : 'read-only', ...account].join(' · ')
}

/** The API tokens that work, as one of the systems of an access review. Without an actor it is read-only. */
export function tokenDirectory(
  { db, clock, tokens }: Pick<UserAccessDeps, 'db' | 'clock' | 'tokens'>,
  actor: Caller | null,
): AccountDirectory {
  const findLine = async (name: string | null) =>
    name === null ? [] : lineOf(await listTokens(db, clock()), name)
  const urlOf = ({ userId }: ListedToken) => `/users/${userId}`
  return {
    operation: API_OPERATION,
    operationName: 'Copydesk API',
    avatar: '/favicon.svg',
    // Tokens differ by name; the list shows their owners.
    emailOf: async () => null,
    async check({ github: name }) {
      const token = (await findLine(name)).at(-1)
      if (!token) return NO_ACCOUNT
      const { holderName, lastUsedAt } = token
      const of = { url: urlOf(token), detail: detailOf(token), name: holderName, lastUsedAt }
      return { active: true, accountId: name, ...of }
    },
    async list() {
      const working = (await listTokens(db, clock())).filter(({ works }) => works)
      const accounts = working.map((token) => ({
        accountId: nameOf(token),
        email: token.username,
        name: token.holderName,
        url: urlOf(token),
        detail: detailOf(token),
        lastUsedAt: token.lastUsedAt,
        ...(token.ownerId === null ? {} : { ownerId: token.ownerId }),
      }))
      return { accounts, note: null }
    },
    rehearse: async () => {},
    async revoke({ github: name }) {
      if (actor?.kind !== 'person') throw forbidden()
      const line = await findLine(name)
      if (line.length === 0) return GONE_ALREADY
      for (const { userId, id } of line) await tokens.revokeOf(actor, userId, id)
      const later = line.filter(({ start }) => start !== startIn(name)).map(({ id }) => `no. ${id}`)
      const more =
        later.length > 0
          ? ` So ${later.length === 1 ? 'was' : 'were'} ${later.join(', ')}, which replaced it.`
          : ''
      return closed(`The token was revoked.${more}`)
    },
  }
}
