import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { keywordQuery } from './queries.ts'

interface Pinned {
  /** The row that the address opens, once it is there and where it is not on the page anyway. */
  pinned: KeywordRow | null
  /** It is still on its way to a list of which nothing has been shown: rows would have to make room for it. */
  isAwaited: boolean
  /** There is no keyword of that number. */
  isMissing: boolean
}

/** The row that the address opens where the page does not have it. */
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
