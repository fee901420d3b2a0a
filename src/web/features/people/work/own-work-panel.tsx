import { useQuery } from '@tanstack/react-query'
import { FactsList } from './facts-list.tsx'
import { MESSAGES } from './messages.ts'
import { ownWorkQuery } from './queries.ts'
import { WorkPanel } from './work-panel.tsx'

/** The numbers of the user's articles by status. */
export function OwnFactsPanel({ userId }: { userId: number }) {
  const { data, error } = useQuery(ownWorkQuery)
  // The panel below shows the error with a retry button.
  return error && !data ? null : <FactsList userId={userId} statuses={data?.statuses} />
}

/** The user's most recently changed articles. */
export function OwnWorkPanel({ userId }: { userId: number }) {
  return (
    <WorkPanel
      userId={userId}
      query={useQuery(ownWorkQuery)}
      words={{ failed: MESSAGES.ownFailed, empty: MESSAGES.ownEmpty }}
    />
  )
}
