import type { ConnectedAccount } from '#shared/features/ground/provider/contract.ts'
import { MomentDay, RelativeTime } from '#web/ui/cells/moment.tsx'

/** An account at the provider: its email, and since when it is connected. */
export function IdentityNote({ identity }: { identity: ConnectedAccount }) {
  const { email, connected_at: connectedAt, last_used_at: lastUsedAt } = identity
  return (
    <>
      {email !== null && `${email} · `}connected <MomentDay moment={connectedAt} />
      {lastUsedAt && (
        <>
          {' · last used '}
          <RelativeTime moment={lastUsedAt} />
        </>
      )}
    </>
  )
}
