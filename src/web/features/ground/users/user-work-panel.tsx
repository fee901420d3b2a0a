import { useQuery } from '@tanstack/react-query'
import { MESSAGES } from '#web/features/people/work/messages.ts'
import { workOfQuery } from '#web/features/people/work/queries.ts'
import { WorkPanel } from '#web/features/people/work/work-panel.tsx'

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
