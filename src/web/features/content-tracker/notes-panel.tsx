import type { TaskRow } from '#shared/features/content-tracker/contract.ts'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { NO_NOTES, NO_TASK } from './messages.ts'

/** What the task of a post says. */
export function NotesPanel({ task, isPending }: { task: TaskRow | undefined; isPending: boolean }) {
  if (isPending)
    return (
      <div className="tracker-bars skeleton" role="status" aria-label="Loading">
        <span />
        <span />
      </div>
    )
  if (!task || task.url === null) return <p className="quiet">{task?.notice ?? NO_TASK}</p>
  return (
    <div className="tracker-notes">
      {task.notice && <p className="meta">{task.notice}</p>}
      {task.notes ? (
        <p className="words">
          <LinkedText text={task.notes} />
        </p>
      ) : (
        !task.notice && <p className="quiet">{NO_NOTES}</p>
      )}
    </div>
  )
}
