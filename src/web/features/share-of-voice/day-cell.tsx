import { Diamond } from 'lucide-react'
import type { Annotation, Stat } from '#shared/features/share-of-voice/contract.ts'
import { Day } from '#web/ui/cells/moment.tsx'
import { ANNOTATION_LABELS, effectOf, happened } from './messages.ts'
import { StatBadge } from './stat-badge.tsx'

function Marker({ annotation }: { annotation: Annotation }) {
  const { kind } = annotation
  const words = [happened(annotation), effectOf(annotation)].filter((part) => part !== null).join('. ')
  return (
    <span className="day-marker" title={words}>
      <Diamond size={8} fill="currentColor" aria-hidden="true" />
      <span className="day-marker-word" aria-hidden="true">
        {ANNOTATION_LABELS[kind]}
      </span>
      <span className="visually-hidden">{words}</span>
    </span>
  )
}

interface DayCellProps {
  day: string
  month: string
  today: string
  /** The first day on which something could have been collected. */
  since: string
  /** What was collected is still being asked for. */
  isComing: boolean
  stats: readonly Stat[]
  annotations: readonly Annotation[]
  onCompare: ((stat: Stat) => void) | undefined
}

/** A day: who held the keyword, or that nobody knows. */
export function DayCell(props: DayCellProps) {
  const { day, month, today, since, isComing, stats, annotations, onCompare } = props
  const isOther = !day.startsWith(month)
  const isUnknown = !isComing && stats.length === 0 && !isOther && day >= since && day < today
  const classes = [
    'day',
    isOther && 'other',
    isUnknown && 'no-data',
    day > today && 'future',
    day === today && 'today',
  ]
  return (
    <td className={classes.filter(Boolean).join(' ')}>
      <div className="day-head">
        <Day day={day}>{Number(day.slice(8))}</Day>
        {!isOther &&
          annotations.map((each) => (
            <Marker key={`${each.kind}${each.article?.article_id}`} annotation={each} />
          ))}
      </div>
      {isUnknown && <span className="day-words">no data</span>}
      {!isOther && stats.map((stat) => <StatBadge key={stat.stat_id} stat={stat} onCompare={onCompare} />)}
    </td>
  )
}
