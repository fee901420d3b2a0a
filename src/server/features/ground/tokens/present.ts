import { PERMISSIONS } from '#shared/access/permissions.ts'
import type { ApiToken, ApiTokens, MadeApiToken } from '#shared/features/ground/tokens/contract.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import type { TokenRow } from './queries.ts'
import type { TokensService } from './service.ts'
import type { MadeToken } from './verbs/create-token.ts'

const momentOf = (moment: Date | null) => moment?.toISOString() ?? null

export function presentToken({ token, isNewAddress, old, creator, assistantHost }: TokenRow): ApiToken {
  const { id, name, start, permissions } = token
  return {
    ...{ id, name, start, assistant_host: assistantHost },
    // A permission may be gone since an update of the server.
    permissions: permissions && PERMISSIONS.filter((permission) => permissions.includes(permission)),
    may_write: token.mayWrite,
    created_at: token.createdAt.toISOString(),
    created_by:
      creator === null || creator.id === token.userId ? null : { id: creator.id, name: fullNameOf(creator) },
    ends_at: token.expiresAt.toISOString(),
    last_used_at: momentOf(token.lastUsedAt),
    last_address: token.lastAddress,
    is_new_address: isNewAddress,
    revoked_at: momentOf(token.revokedAt),
    old: old && { ends_at: old.expiresAt.toISOString(), last_used_at: momentOf(old.lastUsedAt) },
  }
}

export const presentTokens = ({
  rows,
  isAllowed,
  most,
  mostDays,
}: Awaited<ReturnType<TokensService['listOf']>>): ApiTokens => ({
  tokens: rows.map(presentToken),
  ...{ is_allowed: isAllowed, most, most_days: mostDays },
})

export const presentMade = ({ secret, row }: MadeToken): MadeApiToken => ({
  secret,
  token: presentToken(row),
})
