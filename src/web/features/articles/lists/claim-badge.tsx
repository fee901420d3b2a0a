import type { Claim } from '#shared/features/claims/contract.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** Who reviews an article at the moment. */
export function ClaimBadge({ claim }: { claim: Claim }) {
  const { first_name: firstName, last_name: lastName } = claim.user
  return (
    <span className="claim" title={`${firstName} ${lastName}`}>
      <Avatar firstName={firstName} lastName={lastName} />
      <span className="ellipsis">{firstName} is reviewing</span>
    </span>
  )
}
