import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import type { Stat } from '#shared/features/market/share-of-voice/contract.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { MonthPanel } from './month-panel.tsx'
import type { CalendarPlace } from './use-calendar-place.ts'
import { YearPanel } from './year-panel.tsx'

interface CalendarPanelProps {
  row: KeywordRow
  place: CalendarPlace
  onShow: (shown: string) => void
  onCompare?: ((stat: Stat) => void) | undefined
}

/** The share-of-voice calendar of one keyword: a month with its days, or a year with its months. */
export function CalendarPanel({
  row,
  place: { shown, isYear, name },
  onShow,
  onCompare,
}: CalendarPanelProps) {
  const today = useToday()
  if (isYear) return <YearPanel keywordId={row.keyword_id} year={shown} today={today} onMonth={onShow} />
  return <MonthPanel keywordId={row.keyword_id} month={shown} monthName={name} {...{ today, onCompare }} />
}
