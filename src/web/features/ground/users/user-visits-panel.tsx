import { useMemo } from 'react'
import { plusDays } from '#shared/format/day.ts'
import { VisitDaysPanel } from '#web/features/people/user-activity/visit-days-panel.tsx'
import { useToday } from '#web/ui/hooks/use-day.ts'

/** Enough days to distinguish days off from working days. */
const SHOWN_DAYS = 90

/** A user's visits per day. */
export function UserVisitsPanel({ userId }: { userId: number }) {
  const today = useToday()
  const question = useMemo(
    () => ({ userId, role: undefined, startDate: plusDays(today, 1 - SHOWN_DAYS), endDate: undefined }),
    [userId, today],
  )
  return <VisitDaysPanel question={question} />
}
