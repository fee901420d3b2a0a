import { useQuery } from '@tanstack/react-query'
import type { KeywordRow } from '#shared/features/keywords/contract.ts'
import { keywordQuery } from './queries.ts'

/** The row that the address opens, once it is there and where it is not on the page anyway. */
export function usePinned(
  id: number | undefined,
  rows: readonly KeywordRow[] | undefined,
): KeywordRow | null {
  const isElsewhere =
    id !== undefined && rows !== undefined && !rows.some(({ keyword_id }) => keyword_id === id)
  const { data } = useQuery({ ...keywordQuery(id ?? 0), enabled: isElsewhere })
  return (isElsewhere && data) || null
}
