import type { Opportunity } from '#shared/features/keywords/opportunities/contract.ts'
import { daysBetween, dayWords } from '#shared/format/day.ts'
import { useToday } from '#web/ui/hooks/use-day.ts'
import { inTime, monthAndYear } from './messages.ts'

/** A date closer than this leaves hardly any time to start, in days. */
const SOON_DAYS = 28

/** The publish-by date, the time left, and the existing plan. */
export function PublishCell({ row: { publish_by: by, planned } }: { row: Opportunity }) {
  const today = useToday()
  const [plan] = planned
  const plannedWords = plan && `planned for ${monthAndYear(plan.month)}`
  if (by === null)
    return plannedWords === undefined ? (
      <span className="quiet" title="Not seasonal, so there’s no date">
        -
      </span>
    ) : (
      <span className="meta">{plannedWords}</span>
    )
  const days = daysBetween(today, by.date)
  return (
    <span className="two-lines publish-by nowrap">
      {by.missed === null ? (
        <strong className={days < SOON_DAYS ? 'soon' : ''}>by {dayWords(by.date, today)}</strong>
      ) : (
        <span
          className="quiet"
          title={`The season has started: too late for the ${dayWords(by.missed, today)} peak`}
        >
          in season
        </span>
      )}
      <span className="meta">
        {plannedWords ?? (by.missed === null ? inTime(days) : `next by ${dayWords(by.date, today)}`)}
      </span>
    </span>
  )
}
