import { fullName } from '#shared/format/full-name.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Button } from '#web/ui/input/button.tsx'
import type { ReviewClaim } from './use-review-claim.ts'

/** Another user is already reviewing the article; the user can still go on and decide. */
export function ClaimedNote({ claim: { holder, takeOver } }: { claim: ReviewClaim }) {
  if (!holder) return null
  return (
    <div className="dialog-note">
      <Alert kind="note" title={`${fullName(holder)} is reviewing this article`}>
        You can take over the review. {holder.first_name} will be notified.{' '}
        <Button size="small" onClick={takeOver}>
          Take over
        </Button>
      </Alert>
    </div>
  )
}
