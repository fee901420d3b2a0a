import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { keywordQuery } from './queries.ts'

interface Pinned {
  /** The row that the address opens, once loaded, unless it is on the page anyway. */
  pinned: KeywordRow | null
  /** It is still loading and the list has not been shown yet: rows would have to move for it. */
  isAwaited: boolean
  /** No keyword has this id. */
  isMissing: boolean
}

/** Loads the row that the address opens if the page does not have it. */
export function usePinnedKeyword(id: number | undefined, rows: readonly KeywordRow[] | undefined): Pinned {
  const isElsewhere =
    id !== undefined && rows !== undefined && !rows.some(({ keyword_id }) => keyword_id === id)
  const { data, isPending, error } = useQuery({ ...keywordQuery(id ?? 0), enabled: isElsewhere })
  const wasShown = useRef(false)
  const isAwaited = isElsewhere && isPending && !wasShown.current
  if (rows !== undefined && !isAwaited) wasShown.current = true
  const isMissing = isElsewhere && error instanceof ApiError && error.status === 404
  return { pinned: (isElsewhere && data) || null, isAwaited, isMissing }
}
