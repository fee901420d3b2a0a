import { useMemo } from 'react'
import type { ColumnChoice } from '#web/ui/use-column-choice.ts'
import { NARROW, useMedia } from '#web/ui/use-media.ts'
import { KEYWORD_COLUMNS, type KeywordColumn, type KeywordsSearch } from './search.ts'

/** What a phone shows of a row unless the address says otherwise; the rest is in its dialog. */
const NARROW_COLUMNS: readonly KeywordColumn[] = [
  'keyword',
  'sites',
  'articleStatus',
  'winning_percentage',
  'comments',
]

/** Which columns the address asks for. The usual ones need not stand in it, so that a link fits every window. */
export function useColumnsInAddress(
  columns: KeywordsSearch['columns'],
  change: (patch: Partial<KeywordsSearch>) => void,
): ColumnChoice {
  const usual = useMedia(NARROW) ? NARROW_COLUMNS : KEYWORD_COLUMNS
  return useMemo(() => {
    const chosen = columns ?? usual
    const isShown = (key: string) =>
      key === 'actions' || key === 'keyword' || chosen.some((column) => column === key)
    return {
      isShown,
      toggle(key) {
        const next = KEYWORD_COLUMNS.filter((column) => isShown(column) !== (column === key))
        const isUsual = next.length === usual.length && next.every((column) => usual.includes(column))
        change({ columns: isUsual ? undefined : next })
      },
      reset: () => change({ columns: undefined }),
    }
  }, [columns, usual, change])
}
