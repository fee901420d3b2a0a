import type { Claim } from '#shared/features/articles/claims/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { Avatar } from '#web/ui/cells/person.tsx'

/** The user who is reviewing an article. */
export function ClaimBadge({ claim }: { claim: Claim }) {
  return (
    <span className="claim inline-row gap-6" title={fullName(claim.user)}>
      <Avatar person={claim.user} />
      <span className="ellipsis">{claim.user.first_name} is reviewing</span>
    </span>
  )
}
