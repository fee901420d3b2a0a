import type { ReviewedAccount } from '#shared/features/people/access-reviews/contract.ts'
import { DECISION_WORDS } from '#shared/features/people/access-reviews/rules.ts'
import { useUser } from '#web/api/session.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import {
  accountWords,
  COPYDESKS_OWN,
  closedQuestion,
  confirmLeftQuestion,
  DECISION_LOOKS,
  NOT_REVOCABLE,
  nameOf,
  OWN_ACCOUNT,
  revokeQuestion,
} from './messages.ts'
import { useDecide, useRevoke } from './queries.ts'

interface DecisionCellProps {
  reviewId: number
  account: ReviewedAccount
  /** The review is in progress. */
  isOpen: boolean
}

function Decided({ reviewId, account, isOpen }: DecisionCellProps) {
  const { decision, decided_by: by, decided_at: at, outcome, reviewed_account_id: id } = account
  const decide = useDecide(reviewId)
  if (decision === null) return null
  const mayUndo = isOpen && at !== null && (decision === 'keep' || decision === 'closed')
  return (
    <span className="review-decided">
      <span>
        <StatusBadge label={DECISION_WORDS[decision]} tone={DECISION_LOOKS[decision]} />
        {mayUndo && (
          <Button
            type="link"
            size="small"
            loading={decide.isPending}
            aria-label={`Undo the decision about ${nameOf(account)}`}
            onClick={() =>
              decide.mutate({ ids: [id], decision: 'undecided', seen: { decision, decided_at: at } })
            }
          >
            Undo
          </Button>
        )}
      </span>
      <span className="meta">
        {by}
        {at !== null && (
          <>
            {', '}
            <RelativeTime moment={at} />
          </>
        )}
        {outcome !== '' && ` · ${outcome}`}
      </span>
    </span>
  )
}

/** Buttons to keep or revoke; after the decision, its user and time. */
export function DecisionCell({ reviewId, account, isOpen }: DecisionCellProps) {
  const {
    reviewed_account_id: id,
    decision,
    outcome,
    is_own: isOwn,
    is_revocable: isRevocable,
    email,
  } = account
  const confirm = useConfirm()
  const decide = useDecide(reviewId)
  const revoke = useRevoke(reviewId)
  const isTheirs = useUser()?.username.toLowerCase() === email
  const reason = isOwn ? COPYDESKS_OWN : isTheirs ? OWN_ACCOUNT : isRevocable ? undefined : NOT_REVOCABLE
  if (decision !== null || !isOpen) return <Decided reviewId={reviewId} account={account} isOpen={isOpen} />
  const close = async () => {
    if (isRevocable && (await confirm(revokeQuestion(account)))) revoke.mutate(id)
    if (!isRevocable && (await confirm(closedQuestion(account))))
      decide.mutate({ ids: [id], decision: 'closed' })
  }
  const keep = async () => {
    const question = confirmLeftQuestion([account])
    if (question === null || (await confirm(question))) decide.mutate({ ids: [id], decision: 'keep' })
  }
  const about = accountWords(account)
  return (
    <span className="review-decided">
      <span className="review-choices">
        <Button
          size="small"
          aria-label={`Keep ${about}`}
          loading={decide.isPending}
          disabled={revoke.isPending}
          onClick={() => void keep()}
        >
          Keep
        </Button>
        <Button
          size="small"
          danger={isRevocable}
          aria-label={isRevocable ? `Revoke ${about}` : `Mark ${about} as closed`}
          title={reason}
          disabled={isOwn || isTheirs || decide.isPending}
          loading={revoke.isPending}
          onClick={() => void close()}
        >
          {isRevocable ? 'Revoke' : 'Closed there'}
        </Button>
      </span>
      {outcome !== '' && <span className="meta access-error">{outcome}</span>}
    </span>
  )
}
