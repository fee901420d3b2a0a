import type { OwnIdentity } from '#shared/features/ground/provider/contract.ts'
import type { ProviderService } from './service.ts'

export const presentIdentity = ({
  identity,
  hasPassword,
  canDisconnect,
}: Awaited<ReturnType<ProviderService['readOwn']>>): OwnIdentity => ({
  identity: identity
    ? {
        email: identity.email,
        connected_at: identity.linkedAt.toISOString(),
        last_used_at: identity.lastUsedAt?.toISOString() ?? null,
      }
    : null,
  can_disconnect: canDisconnect,
  has_password: hasPassword,
})
