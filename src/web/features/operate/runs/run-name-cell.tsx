import type { RunRow } from '#shared/features/operate/runs/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { useFollow } from '#web/ui/hooks/use-follow.ts'

function SubjectLink({ label, path }: { label: string; path: string }) {
  return (
    <a href={path} onClick={useFollow(path)}>
      {label}
    </a>
  )
}

/** What the run does; below, its subject and the user who started it. */
export function RunNameCell({ label, about, started_by: by, failed }: RunRow) {
  const failedJobs = about === null && failed > 1 && countedIn(failed, 'failed job')
  return (
    <span className="run-lines">
      <span className="run-name medium">{label}</span>
      <span className="meta">
        {about?.path ? <SubjectLink label={about.label} path={about.path} /> : about?.label}
        {failedJobs}
        {by !== null && `${about || failedJobs ? ', s' : 'S'}tarted by ${by}`}
      </span>
    </span>
  )
}
