import { Diamond } from 'lucide-react'
import type { Annotation, Stat } from '#shared/features/market/share-of-voice/contract.ts'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { ANNOTATION_LABELS, effectOf, happened, notTracked } from './messages.ts'
import { StatBadge } from './stat-badge.tsx'

function Marker({ annotation }: { annotation: Annotation }) {
  const { kind } = annotation
  const words = [happened(annotation), effectOf(annotation)].filter((part) => part !== null).join('. ')
  return (
    <span className="day-marker inline-row" title={words}>
      <Diamond size={8} fill="currentColor" aria-hidden="true" />
      <span className="day-marker-word ellipsis" aria-hidden="true">
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
  /** The day on which tracking started; null if the keyword is not tracked. */
  since: string | null
  /** The day's data is still loading. */
  isComing: boolean
  stats: readonly Stat[]
  annotations: readonly Annotation[]
  onCompare: ((stat: Stat) => void) | undefined
}

/** A day with the publisher that held the keyword, or without data. */
export function DayCell(props: DayCellProps) {
  const { day, month, today, since, isComing, stats, annotations, onCompare } = props
  const isOther = !day.startsWith(month)
  const isEmpty = !isComing && stats.length === 0 && !isOther && day < today
  const isAsked = since !== null && day >= since
  const unknown = isEmpty ? (isAsked ? 'no-data' : 'not-tracked') : null
  const classes = ['day', isOther && 'other', unknown, day > today && 'future', day === today && 'today']
  return (
    <td className={classes.filter(Boolean).join(' ')}>
      <div className="day-head row align-stretch between gap-4">
        <CalendarDay day={day}>{Number(day.slice(8))}</CalendarDay>
        {!isOther &&
          annotations.map((each) => (
            <Marker key={`${each.kind}${each.article?.article_id}`} annotation={each} />
          ))}
      </div>
      {unknown && (
        <span className="day-words wide-only">{unknown === 'no-data' ? 'no data' : notTracked(since)}</span>
      )}
      {!isOther && stats.map((stat) => <StatBadge key={stat.stat_id} stat={stat} onCompare={onCompare} />)}
    </td>
  )
}
