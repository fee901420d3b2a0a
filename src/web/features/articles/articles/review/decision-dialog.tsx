import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { mayDo } from '#shared/features/articles/articles/rules.ts'
import { useUser } from '#web/api/session.ts'
import { articleQuery } from '../queries.ts'
import type { Decision } from '../search.ts'
import { useMayApprove } from '../use-may-approve.ts'
import { CommentDialog } from './comment-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

interface DecisionDialogProps {
  decision: Decision
  articleId: number
  /** The article's row, if it is on the page. */
  row: Article | undefined
  onClose: () => void
}

/** The dialog of the decision in the address; it closes at once if the user may not make that decision. */
export function DecisionDialog({ decision, articleId, row, onClose }: DecisionDialogProps) {
  const { data, error } = useQuery({ ...articleQuery(articleId), enabled: row === undefined })
  const user = useUser()
  const mayApprove = useMayApprove()
  // An open dialog stays open when the article's status changes: closing it would lose typed text.
  const opened = useRef<Article>(undefined)
  const known = row ?? data
  const isAllowed =
    known &&
    user &&
    mayDo(user, decision, { status: known.status, userId: known.user_id }) &&
    (decision !== 'approve' || mayApprove(known))
  if (isAllowed) opened.current ??= known
  const article = opened.current
  const isRefused = !article && (Boolean(error) || data === null || (known !== undefined && !isAllowed))
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (isRefused) close.current()
  }, [isRefused])

  if (!article) return null
  return decision === 'return' || decision === 'reject' ? (
    <ReasonDialog article={article} command={decision} onClose={onClose} />
  ) : (
    <CommentDialog article={article} action={decision} onClose={onClose} />
  )
}
