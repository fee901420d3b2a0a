import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { daysBetween } from '#shared/format/day.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'

/** The class of a day, by its letter. */
const LOOKS: Readonly<Record<string, string>> = { w: 'held', l: 'lost' }

interface DaysBadgeProps {
  row: Pick<KeywordRow, 'history' | 'last_result'>
  count: number
}

/** A keyword's latest days, newest on the right: held by ours, by others, or without data. */
export function DaysBadge({ row: { history, last_result: result }, count }: DaysBadgeProps) {
  const today = useToday()
  const ago = result ? daysBetween(result.day, today) : 0
  const days = Array.from({ length: count }, (_, index) => history[count - 1 - index - ago] ?? '-')
  const held = days.filter((day) => day === 'w').length
  const known = days.filter((day) => day !== '-').length
  return (
    <span
      className={
        count > 7
          ? 'days-strip inline-row align-stretch gap-2 long'
          : 'days-strip inline-row align-stretch gap-2'
      }
      role="img"
      aria-label={known === 0 ? `no data in ${count} days` : `held on ${held} of ${known} days`}
    >
      {days.map((day, index) => (
        // A day's position is its identity.
        // biome-ignore lint/suspicious/noArrayIndexKey: as many as before, in their order
        <i key={index} className={LOOKS[day] ?? 'no-data'} />
      ))}
    </span>
  )
}
