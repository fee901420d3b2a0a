import { useMemo } from 'react'
import type { ColumnChoice } from '#web/ui/hooks/use-column-choice.ts'
import { type Room, useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import { asksWhatMoved, KEYWORD_COLUMNS, type KeywordColumn, type KeywordsSearch } from './search.ts'

const of = (...columns: readonly KeywordColumn[]) => columns

/** The default columns if there is room for all. The others are shown if they are asked for. */
const WHOLE = of(
  ...(['keyword', 'sites', 'tags', 'is_tracked', 'articleStatus'] as const),
  ...(['last_result', 'week', 'winning_percentage'] as const),
)
const LEFT_OUT = { wide: of(), medium: of('tags'), tight: of('tags', 'week') }

/** A card of two lines: the name and its days, the current holder and our share of wins. */
const PHONE = of('keyword', 'week', 'last_result', 'winning_percentage')
const MOVED = of(
  'keyword',
  'sites',
  'articleStatus',
  'last_result',
  'moved',
  'week',
  'winning_percentage',
  'comments',
)
const MOVED_TIGHT = MOVED.filter((column) => column !== 'articleStatus' && column !== 'comments')

function usualIn(room: Room, isMoved: boolean): readonly KeywordColumn[] {
  if (room === 'phone') return PHONE
  if (isMoved) return room === 'tight' ? MOVED_TIGHT : MOVED
  return WHOLE.filter((column) => !LEFT_OUT[room].includes(column))
}

/**
 * The columns in the address. Default columns are left out of it, so that a link fits every window: they
 * depend on the available width.
 */
export function useColumnsInAddress(
  search: KeywordsSearch,
  change: (patch: Partial<KeywordsSearch>) => void,
): ColumnChoice {
  const { columns } = search
  const room = useContentWidth()
  const isMoved = asksWhatMoved(search)
  const usual = useMemo(() => usualIn(room, isMoved), [room, isMoved])
  return useMemo(() => {
    const chosen = columns ?? usual
    const isShown = (key: string) =>
      key === 'actions' || key === 'keyword' || chosen.some((column) => column === key)
    return {
      isShown,
      leftOut: columns === undefined && room !== 'phone' && !isMoved ? LEFT_OUT[room] : [],
      toggle(key) {
        const next = KEYWORD_COLUMNS.filter((column) => isShown(column) !== (column === key))
        const isUsual = next.length === usual.length && next.every((column) => usual.includes(column))
        change({ columns: isUsual ? undefined : next })
      },
      reset: () => change({ columns: undefined }),
    }
  }, [columns, usual, room, isMoved, change])
}
