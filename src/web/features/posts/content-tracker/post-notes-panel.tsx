import type { UseQueryResult } from '@tanstack/react-query'
import type { ContentRow, TaskRow } from '#shared/features/posts/content-tracker/contract.ts'
import { MakeTaskNote } from '#web/features/posts/search-tasks/make-task-note.tsx'
import { NotLoadedNote } from '#web/ui/feedback/not-loaded-note.tsx'
import { LinkedText } from '#web/ui/text/linked-text.tsx'
import { NO_NOTES, NO_TASK, NOT_LOADED } from './messages.ts'

interface PostNotesPanelProps {
  row: Pick<ContentRow, 'SITE' | 'POST_ID' | 'POST_TITLE'>
  task: TaskRow | undefined
  query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>
}

/** The notes of the post's task; if there is none, a button to create one. */
export function PostNotesPanel({ row, task, query }: PostNotesPanelProps) {
  if (query.isPending)
    return (
      <div className="tracker-bars skeleton" role="status" aria-label="Loading">
        <span />
        <span />
      </div>
    )
  // While it is unknown whether a task exists, a second one must not be created.
  if (query.error) return <NotLoadedNote what={NOT_LOADED} query={query} />
  if (task?.notice && task.url === null) return <p className="quiet">{task.notice}</p>
  if (!task || task.url === null)
    return (
      <MakeTaskNote post={{ site: row.SITE, postId: row.POST_ID }} title={row.POST_TITLE} none={NO_TASK} />
    )
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
