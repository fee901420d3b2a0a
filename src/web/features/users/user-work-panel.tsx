import { useQuery } from '@tanstack/react-query'
import { MESSAGES } from '#web/features/work/messages.ts'
import { workOfQuery } from '#web/features/work/queries.ts'
import { WorkPanel } from '#web/features/work/work-panel.tsx'

/** The articles of somebody that changed last. */
export function UserWorkPanel({ userId }: { userId: number }) {
  return (
    <WorkPanel
      userId={userId}
      query={useQuery(workOfQuery(userId))}
      words={{ failed: MESSAGES.failed, empty: MESSAGES.empty }}
    />
  )
}
