import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { FailedJob } from '#shared/features/failed-jobs/contract.ts'

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

/** The task of the job and its subject. */
export function JobCell({ label, about }: Pick<FailedJob, 'label' | 'about'>) {
  return (
    <span className="failed-job">
      {label}
      {about && (
        <span className="meta">
          <About {...about} />
        </span>
      )}
    </span>
  )
}
