import { useQuery } from '@tanstack/react-query'
import type { Stat } from '#shared/features/market/share-of-voice/contract.ts'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { AnchoredCard } from '#web/ui/overlay/anchored-card.tsx'
import { statQuery } from '../share-of-voice/queries.ts'
import { StatCard } from '../share-of-voice/stat-card.tsx'
import { FAILURES } from './messages.ts'
import type { ChosenDay } from './result-cell.tsx'

function StatDetails({ id, onCompare }: { id: number; onCompare: (stat: Stat) => void }) {
  const { data, error, refetch } = useQuery(statQuery(id))
  if (data) return <StatCard stat={data} onCompare={() => onCompare(data)} />
  if (error) return <Failed title={FAILURES.stat} message={error.message} onRetry={() => void refetch()} />
  return <Skeleton lines={3} />
}

interface ResultStoriesProps {
  chosen: ChosenDay
  onClose: () => void
  onCompare: (stat: Stat) => void
}

/** The stories that held a keyword on a day. */
export function ResultStoriesCard({ chosen, onClose, onCompare }: ResultStoriesProps) {
  return (
    <AnchoredCard title={chosen.words} anchor={chosen.anchor} onClose={onClose}>
      <div className="result-stories stack gap-16">
        {chosen.stats.map(({ stat_id: id }) => (
          <StatDetails
            key={id}
            id={id}
            onCompare={(stat) => {
              onClose()
              chosen.anchor.focus()
              onCompare(stat)
            }}
          />
        ))}
      </div>
    </AnchoredCard>
  )
}
