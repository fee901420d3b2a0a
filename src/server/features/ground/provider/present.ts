import type {
  ConnectedAccount,
  OwnIdentity,
  UserIdentity,
} from '#shared/features/ground/provider/contract.ts'
import type { ProviderService } from './service.ts'

type Found = Awaited<ReturnType<ProviderService['readOwn']>>

const identityOf = ({ identity }: Found): ConnectedAccount | null =>
  identity
    ? {
        email: identity.email,
        connected_at: identity.linkedAt.toISOString(),
        last_used_at: identity.lastUsedAt?.toISOString() ?? null,
      }
    : null

export const presentIdentity = (found: Found): OwnIdentity => ({
  identity: identityOf(found),
  can_disconnect: found.canDisconnect,
  has_password: found.hasPassword,
  is_password_limited: found.isLimited,
})

export const presentUserIdentity = (found: Found): UserIdentity => ({
  identity: identityOf(found),
  can_disconnect: found.canDisconnect,
  is_password_limited: found.isLimited,
  is_role_from_provider: found.isRoleFromProvider,
})
