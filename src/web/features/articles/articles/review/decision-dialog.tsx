import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { openArticleQuery } from '../queries.ts'
import type { Decision } from '../search.ts'
import { CommentDialog } from './comment-dialog.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useReview } from './use-review.ts'
import { isRefusal } from './use-words.ts'

interface DecisionDialogProps {
  decision: Decision
  articleId: number
  /** The article's row, if it is on the page. */
  row: Article | undefined
  onClose: () => void
}

/** The dialog of the decision in the address; it closes at once if the user may not make that decision. */
export function DecisionDialog({ decision, articleId, row, onClose }: DecisionDialogProps) {
  // Always refetched on opening: a decision must not be based on cached data.
  const query = useQuery({ ...openArticleQuery(articleId), staleTime: 0 })
  const { data, error, isFetchedAfterMount: isFresh } = query
  const article = data ?? row ?? null
  const review = useReview({ article, isFresh, shownVersion: row?.version, onDone: onClose })
  // An open dialog stays open when the article's status changes: closing it would lose typed text.
  const isOpen = useRef(false)
  if (review.may(decision)) isOpen.current = true
  const isRefused = !isOpen.current && (error !== null || data === null || article !== null)
  const id = article?.article_id
  const latest = useRef({ onClose, review })
  latest.current = { onClose, review }
  useEffect(() => {
    if (isRefused) latest.current.onClose()
    else if (id !== undefined && isRefusal(decision)) latest.current.review.words.startRefusal(decision)
  }, [isRefused, id, decision])

  if (!isOpen.current || article === null) return null
  const props = { article, review, onClose }
  return isRefusal(decision) ? (
    <ReasonDialog {...props} command={decision} />
  ) : (
    <CommentDialog {...props} action={decision} />
  )
}
