import { useMemo } from 'react'
import { plusDays } from '#shared/format/day.ts'
import { VisitDaysPanel } from '#web/features/user-activity/visit-days-panel.tsx'
import { useToday } from '#web/ui/use-day.ts'

/** So much of the past tells days off from days at work. */
const SHOWN_DAYS = 90

/** On which days somebody was at the desk, and how much. */
export function UserVisitsPanel({ userId }: { userId: number }) {
  const today = useToday()
  const question = useMemo(
    () => ({ userId, role: undefined, startDate: plusDays(today, 1 - SHOWN_DAYS), endDate: undefined }),
    [userId, today],
  )
  return <VisitDaysPanel question={question} />
}
