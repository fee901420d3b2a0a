import { useQuery } from '@tanstack/react-query'
import { FactsList } from './facts-list.tsx'
import { MESSAGES } from './messages.ts'
import { ownWorkQuery } from './queries.ts'
import { WorkPanel } from './work-panel.tsx'

/** How many of one's articles stand where. */
export function OwnFactsPanel({ userId }: { userId: number }) {
  const { data, error } = useQuery(ownWorkQuery)
  // What cannot be read says so below, with the way to try again.
  return error && !data ? null : <FactsList userId={userId} statuses={data?.statuses} />
}

/** One's articles that changed last. */
export function OwnWorkPanel({ userId }: { userId: number }) {
  return (
    <WorkPanel
      userId={userId}
      query={useQuery(ownWorkQuery)}
      words={{ failed: MESSAGES.ownFailed, empty: MESSAGES.ownEmpty }}
    />
  )
}
