import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { failedWords } from './messages.ts'
import { failedCountQuery } from './queries.ts'

/** A note about failed background jobs, for users who can retry them. */
export function FailedJobsNote() {
  const { data: failed } = useQuery({ ...failedCountQuery, enabled: useMay('ManageUsers') })
  if (!failed) return null
  return (
    <p className="failed-jobs-note" role="status">
      {failedWords(failed)}{' '}
      <Link to={SCREENS.runs.path} search={{ show: 'attention' }}>
        Show and retry
      </Link>
    </p>
  )
}
