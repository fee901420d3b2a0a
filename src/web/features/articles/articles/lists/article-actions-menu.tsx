import { Ban, BookOpenText, Check, Pencil, RotateCcw, Send, Trash2, Undo2, X } from 'lucide-react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { type ArticleAction, actionsFor } from '#shared/features/articles/articles/rules.ts'
import type { Claim } from '#shared/features/articles/claims/contract.ts'
import { useUser } from '#web/api/session.ts'
import { Button } from '#web/ui/input/button.tsx'
import { ACTION_LABELS, REVIEW } from '../messages.ts'
import { useMayApprove } from '../use-may-approve.ts'
import { ClaimBadge } from './claim-badge.tsx'

/** Submitting requires a check of the whole article, so only the article dialog offers it. */
export type RowAction = Exclude<ArticleAction, 'submit'>

const ICONS = {
  approve: Check,
  return: Undo2,
  reject: X,
  edit: Pencil,
  resubmit: Send,
  cancel: Ban,
  delete: Trash2,
  submit: RotateCcw,
} as const

const TONES: Readonly<Partial<Record<ArticleAction, string>>> = {
  approve: 'good',
  return: 'warn',
  reject: 'bad',
  cancel: 'bad',
  delete: 'bad',
}

interface ArticleActionsMenuProps {
  article: Article
  /** The claim of another user who is reviewing the article. */
  claim?: Claim | undefined
  onAction: (action: RowAction, article: Article) => void
}

/** Requesters edit; a validator who opens a requested article reviews it. */
const labelOf = (action: RowAction, { status }: Article) =>
  action === 'edit' && status === 'requested' ? REVIEW : ACTION_LABELS[action]

/** The actions that the user may take on the article in its current status. */
export function ArticleActionsMenu({ article, claim, onAction }: ArticleActionsMenuProps) {
  const user = useUser()
  const mayApprove = useMayApprove()
  if (!user) return null
  const actions = actionsFor(user, { status: article.status, userId: article.user_id }).filter(
    (action): action is RowAction => action !== 'submit' && (action !== 'approve' || mayApprove(article)),
  )
  if (actions.length === 0) return <span className="quiet">Waiting for QA</span>
  if (claim) {
    const isReview = actions.includes('approve') || actions.includes('return')
    return (
      <div className="article-actions cluster align-stretch gap-4">
        <ClaimBadge claim={claim} />
        {isReview && (
          <Button
            size="small"
            type="text"
            aria-label={`Take over the review of “${article.title}”`}
            onClick={() => onAction('edit', article)}
          >
            Take over
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="article-actions cluster align-stretch gap-4">
      {actions.map((action, index) => {
        const label = labelOf(action, article)
        const Icon = label === REVIEW ? BookOpenText : ICONS[action]
        return (
          <Button
            key={action}
            size="small"
            type={index === 0 ? 'default' : 'text'}
            className={`tone-${TONES[action] ?? 'plain'}`}
            title={label}
            aria-label={`${label} “${article.title}”`}
            icon={<Icon size={14} />}
            onClick={() => onAction(action, article)}
          >
            {action === 'edit' && index > 0 ? null : label}
          </Button>
        )
      })}
    </div>
  )
}
