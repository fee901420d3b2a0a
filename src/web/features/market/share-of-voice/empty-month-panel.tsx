import { weeksOf } from '#shared/features/market/share-of-voice/rules.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useToday } from '#web/ui/hooks/use-day.ts'

declare module 'react' {
  interface CSSProperties {
    '--weeks'?: number
    '--weeks-to-come'?: number
  }
}

/** The placeholder of a month, with its final height so that the content below does not move. */
export function EmptyMonthPanel({ month }: { month?: string }) {
  const today = useToday()
  const shown = month ?? today.slice(0, 7)
  const weeks = weeksOf(shown)
  const toCome = weeks.filter((week) => week.every((day) => day > today || !day.startsWith(shown))).length
  return (
    <div className="month-place" style={{ '--weeks': weeks.length - toCome, '--weeks-to-come': toCome }}>
      <Skeleton lines={8} />
    </div>
  )
}
