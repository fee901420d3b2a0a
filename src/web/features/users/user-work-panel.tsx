import { useQuery } from '@tanstack/react-query'
import { MESSAGES } from '#web/features/work/messages.ts'
import { workOfQuery } from '#web/features/work/queries.ts'
import { WorkPanel } from '#web/features/work/work-panel.tsx'

/** A user's most recently changed articles. */
export function UserWorkPanel({ userId }: { userId: number }) {
  return (
    <WorkPanel
      userId={userId}
      query={useQuery(workOfQuery(userId))}
      words={{ failed: MESSAGES.failed, empty: MESSAGES.empty }}
    />
  )
}
