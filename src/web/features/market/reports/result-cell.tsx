import { Check, X } from 'lucide-react'
import type { WinnerRow } from '#shared/features/market/share-of-voice/contract.ts'
import { PASSES_OVER_SECOND } from '#web/ui/hooks/opener.ts'
import { gridCell } from '#web/ui/input/use-grid-keys.ts'
import { notTracked } from '../share-of-voice/messages.ts'

export type DayStat = WinnerRow['stats'][number]

/** A keyword's day whose stories are shown. */
export interface ChosenDay {
  keywordId: number
  day: string
  words: string
  stats: readonly DayStat[]
  anchor: HTMLElement
}

interface ResultCellProps {
  row: Pick<WinnerRow, 'keyword_id' | 'keyword' | 'tracked_since'>
  day: string
  stats: readonly DayStat[]
  /** Its position in the grid. */
  at: { row: number; column: number }
  isOpen: boolean
  onOpen: (chosen: ChosenDay) => void
}

/** A keyword's day: won, lost or unknown; opens the day's stories. */
export function ResultCell({ row, day, stats, at, isOpen, onOpen }: ResultCellProps) {
  const place = gridCell(at.row, at.column)
  if (stats.length === 0) {
    const { tracked_since: since } = row
    const isAsked = since === null || day >= since
    const words = `${day}: ${isAsked ? 'no data' : notTracked(since)}`
    const look = isAsked ? 'result no-data' : 'result not-tracked'
    return <span className={look} role="img" aria-label={words} title={words} {...place} />
  }
  const isWon = stats.some(({ is_winning: isWinning }) => isWinning)
  const Glyph = isWon ? Check : X
  const words = `${row.keyword}, ${day}: ${isWon ? 'won' : 'lost'}`
  return (
    <button
      type="button"
      className={isWon ? 'result won' : 'result lost'}
      aria-label={words}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      {...PASSES_OVER_SECOND}
      onClick={({ currentTarget: anchor }) =>
        onOpen({ keywordId: row.keyword_id, day, words, stats, anchor })
      }
      {...place}
    >
      <Glyph size={12} strokeWidth={2.5} aria-hidden="true" />
    </button>
  )
}
