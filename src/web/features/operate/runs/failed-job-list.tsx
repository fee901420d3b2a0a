import { Link } from '@tanstack/react-router'
import { RotateCw } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { FailedJob } from '#shared/features/operate/failed-jobs/contract.ts'
import { useMay } from '#web/api/session.ts'
import { NearMoment } from '#web/ui/cells/moment.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useRetryJob } from './queries.ts'

/** A link to the subject of the job; plain text if it has no page. */
function About({ noun, id, label }: NonNullable<FailedJob['about']>) {
  if (noun === 'user')
    return (
      <Link to={SCREENS.userDetails.path} params={{ id }}>
        {label}
      </Link>
    )
  if (noun === 'article')
    return (
      <Link to={SCREENS.article.path} params={{ id }}>
        {label}
      </Link>
    )
  if (noun === 'task')
    return (
      <Link to={SCREENS.boardTask.path} params={{ gid: id }}>
        {label}
      </Link>
    )
  return label
}

/** Failed jobs with their subjects and reasons. Holders of ManageUsers can try each of them again. */
export function FailedJobList({ jobs }: { jobs: readonly FailedJob[] }) {
  const mayRetry = useMay('ManageUsers')
  const { mutate, isPending, variables } = useRetryJob()
  return (
    <ul className="run-jobs">
      {jobs.map(({ id, label, about, error, tried_at: at }) => (
        <li key={id}>
          <span>
            {about ? <About {...about} /> : label}
            <span className="meta block">
              <NearMoment moment={at} /> {error}
            </span>
          </span>
          {mayRetry && (
            <Button
              size="small"
              aria-label={`Try again: ${label}${about ? `, ${about.label}` : ''}`}
              icon={<RotateCw size={14} aria-hidden="true" />}
              loading={isPending && variables === id}
              onClick={() => mutate(id)}
            >
              Try again
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
