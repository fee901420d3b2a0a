import type { OwnFactors } from '#shared/features/ground/factors/contract.ts'
import type { FactorsService } from './service.ts'

const momentOf = (moment: Date | null) => moment?.toISOString() ?? null

export function presentFactors({
  passkeys,
  passkeysFault,
  totp,
  recovery,
  passwordChangedAt,
  isRequired,
}: Awaited<ReturnType<FactorsService['readFactors']>>): OwnFactors {
  return {
    passkeys: passkeys.map(({ id, name, isBackedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      is_synced: isBackedUp,
      created_at: createdAt.toISOString(),
      last_used_at: momentOf(lastUsedAt),
    })),
    passkeys_fault: passkeysFault,
    totp: totp && {
      created_at: totp.confirmedAt.toISOString(),
      last_used_at: momentOf(totp.lastUsedAt),
      is_readable: totp.isReadable,
    },
    recovery: recovery && {
      created_at: recovery.createdAt.toISOString(),
      left: recovery.left,
      of: recovery.of,
    },
    password_changed_at: momentOf(passwordChangedAt),
    ...(isRequired ? { is_required: true as const } : {}),
  }
}
