import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import type { Stat, WinnerRow } from '#shared/features/share-of-voice/contract.ts'
import { Failed } from '#web/ui/failed.tsx'
import { PopupCard } from '#web/ui/popup-card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { statQuery } from '../share-of-voice/queries.ts'
import { StatCard } from '../share-of-voice/stat-card.tsx'
import { FAILURES } from './messages.ts'

type DayStat = WinnerRow['stats'][number]

function StatDetails({ id, onCompare }: { id: number; onCompare: (stat: Stat) => void }) {
  const { data, error, refetch } = useQuery(statQuery(id))
  if (data) return <StatCard stat={data} onCompare={() => onCompare(data)} />
  if (error) return <Failed title={FAILURES.stat} message={error.message} onRetry={() => void refetch()} />
  return <Skeleton lines={3} />
}

interface ResultCellProps {
  keyword: string
  day: string
  stats: readonly DayStat[]
  onCompare: (stat: Stat) => void
}

/** A day of a keyword: won, lost or unknown; opens what the stories said. */
export function ResultCell({ keyword, day, stats, onCompare }: ResultCellProps) {
  if (stats.length === 0) {
    return (
      <span className="result no-data" role="img" aria-label={`${day}: no data`} title={`${day}: no data`} />
    )
  }
  const isWon = stats.some(({ is_winning: isWinning }) => isWinning)
  const Glyph = isWon ? Check : X
  const words = `${keyword}, ${day}: ${isWon ? 'won' : 'lost'}`
  return (
    <PopupCard
      title={words}
      opener={(props) => (
        <button type="button" className={isWon ? 'result won' : 'result lost'} aria-label={words} {...props}>
          <Glyph size={12} strokeWidth={2.5} aria-hidden="true" />
        </button>
      )}
    >
      {(close) => (
        <div className="result-stories">
          {stats.map(({ stat_id: id }) => (
            <StatDetails
              key={id}
              id={id}
              onCompare={(stat) => {
                close()
                onCompare(stat)
              }}
            />
          ))}
        </div>
      )}
    </PopupCard>
  )
}
