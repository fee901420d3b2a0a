import type { ContentRow } from '#shared/features/posts/content-tracker/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { daysBetween } from '#shared/format/day.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { CLICKS_UNKNOWN, clicksWords } from './messages.ts'

/** Search data is three days late; older data than this is stale. */
const FRESH_DAYS = 7

/** The clicks from search, with their age if stale; a dash if unknown. */
export function ClicksCell({ row: { clicks, clicks_until: clicksUntil } }: { row: ContentRow }) {
  const today = useToday()
  if (clicks === null || clicksUntil === null)
    return (
      <span className="quiet" title={CLICKS_UNKNOWN}>
        –
      </span>
    )
  const age = daysBetween(clicksUntil, today)
  return (
    <span className="two-lines">
      <span className="tabular" title={clicksWords(clicksUntil, today)}>
        {counted(clicks)}
      </span>
      {age > FRESH_DAYS && <span className="meta nowrap">{countedIn(age, 'day')} old</span>}
    </span>
  )
}
