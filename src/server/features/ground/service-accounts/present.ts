import { ROLES } from '#shared/access/roles.ts'
import type { ServiceAccount } from '#shared/features/ground/service-accounts/contract.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import type { ServiceAccountRow } from './queries.ts'

const momentOf = (moment: Date | null) => moment?.toISOString() ?? null

export function presentServiceAccount(row: ServiceAccountRow): ServiceAccount {
  const { user, purpose, owner, creator } = row
  const { id, roleId, active, version } = user
  return {
    ...{ id, active, purpose, version },
    name: user.firstName,
    role_id: roleId,
    role: { id: roleId, description: ROLES[roleId].description },
    owner: { id: owner.id, name: fullNameOf(owner), active: owner.active },
    created_at: user.createdAt.toISOString(),
    created_by: creator && { id: creator.id, name: fullNameOf(creator) },
    tokens: row.working ?? 0,
    next_end_at: momentOf(row.nextEndAt),
    last_used_at: momentOf(row.lastUsedAt),
    last_address: row.lastAddress,
  }
}
