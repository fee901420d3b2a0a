import { Link } from '@tanstack/react-router'
import { Check, Download, Printer } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { AccessReview } from '#shared/features/people/access-reviews/contract.ts'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { finishQuestion } from './messages.ts'
import { useReviewStep } from './queries.ts'

interface ReviewActionsProps {
  review: AccessReview
  isPrinting: boolean
  onExport: () => void
  onPrint: () => void
}

/** The actions on a whole review. */
export function ReviewActions({ review, isPrinting, onExport, onPrint }: ReviewActionsProps) {
  const confirm = useConfirm()
  const finish = useReviewStep(review.review_id, 'finish')
  const press = async () => {
    if (await confirm(finishQuestion(review))) finish.mutate()
  }
  const isOpen = review.ended_at === null
  const isDecided = review.undecided === 0 && review.systems.every(({ state }) => state !== 'waiting')
  return (
    <>
      <Link to={SCREENS.userAccess.path} activeOptions={{ exact: true }} className="btn">
        User Access
      </Link>
      <Button icon={<Download size={16} aria-hidden="true" />} onClick={onExport}>
        Export CSV
      </Button>
      <Button icon={<Printer size={16} aria-hidden="true" />} loading={isPrinting} onClick={onPrint}>
        Print
      </Button>
      {isOpen && (
        <Button
          type="primary"
          icon={<Check size={16} aria-hidden="true" />}
          disabled={!isDecided}
          title={isDecided ? undefined : 'Available once every account is kept or revoked.'}
          loading={finish.isPending}
          onClick={() => void press()}
        >
          Finish review
        </Button>
      )}
    </>
  )
}
