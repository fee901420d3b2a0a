import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { placeQuery } from '../queries.ts'

export interface ReviewQueue {
  position: number | null
  total: number
  after: number | null
  /** Opens the next article that waits. */
  goOn: (() => void) | undefined
  /**
   * The same after a decision, with which everything that was typed has been sent: behind the last one the one before
   * it, and where nothing waits any more the list.
   */
  goOnDecided: () => void
  goBack: (() => void) | undefined
}

/**
 * The articles that wait for this person, as far as the one that they read is concerned. Its neighbours stay what they
 * were when it was opened: once it is decided it has none any more.
 */
export function useQueue(articleId: number): ReviewQueue {
  const mayOpen = useMay('PendingArticles')
  const { data } = useQuery({ ...placeQuery(articleId), enabled: mayOpen })
  const navigate = useNavigate()
  const opened = useRef<typeof data>(undefined)
  if (data && (data.position !== null || opened.current === undefined)) opened.current = data
  const { before = null, after = null } = opened.current ?? {}
  const open = useCallback(
    (id: number | null, ignoreBlocker = false) =>
      id === null
        ? navigate({ to: SCREENS.pendingArticles.path, ignoreBlocker })
        : navigate({ to: SCREENS.article.path, params: { id: String(id) }, ignoreBlocker }),
    [navigate],
  )
  return {
    position: data?.position ?? null,
    total: data?.total ?? 0,
    after,
    goOn: after === null ? undefined : () => void open(after),
    goOnDecided: () => void open(after ?? before, true),
    goBack: before === null ? undefined : () => void open(before),
  }
}
