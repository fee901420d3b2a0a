import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import { failedWords } from './messages.ts'
import { failedJobsQuery } from './queries.ts'

/** A note about failed background jobs, for users who can retry them. */
export function FailedJobsNote() {
  const isAllowed = mayOpen(SCREENS.failedJobs.access, visitorOf(useUser()))
  const { data } = useQuery({ ...failedJobsQuery(1), enabled: isAllowed })
  if (!data || data.total === 0) return null
  return (
    <p className="failed-jobs-note" role="status">
      {failedWords(data.total)} <Link to={SCREENS.failedJobs.path}>Show and retry</Link>
    </p>
  )
}
