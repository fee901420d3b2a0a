import { SquareCheckBig } from 'lucide-react'
import { Button } from '#web/ui/input/button.tsx'
import { AIM_LABELS, progressWords } from './messages.ts'
import type { ProposalStanding, SearchTasks } from './use-search-tasks.ts'

interface SearchTaskNoteProps extends ProposalStanding {
  /** The title of its post. */
  title: string
  onRetry: () => void
}

/** The state of a proposal: a link to its task, that it is in progress, or why it failed. */
export function SearchTaskNote({ task, error, title, onRetry }: SearchTaskNoteProps) {
  if (task?.state === 'pending' && error === null)
    return (
      <span className="search-task inline-row gap-6 meta" role="status">
        <span className="spinner" aria-hidden="true" /> Creating the task …
      </span>
    )
  if (task?.state === 'done' && task.url !== null)
    return (
      <a
        className="search-task inline-row gap-6"
        aria-label={`Task about ${title}: ${AIM_LABELS[task.aim]}`}
        href={task.url}
        target="_blank"
        rel="noopener noreferrer"
        title={task.by === null ? undefined : `Requested by ${task.by}`}
      >
        <SquareCheckBig size={14} aria-hidden="true" />
        Task: {AIM_LABELS[task.aim]}
      </a>
    )
  const reason = error ?? task?.error ?? null
  if (reason === null) return null
  const isGone = error === null && task?.state === 'gone'
  return (
    <span className="search-task-failed stack gap-4" role="alert">
      <span>{reason}</span>
      <Button
        size="small"
        aria-label={`${isGone ? 'Recreate' : 'Retry'} task about ${title}`}
        onClick={onRetry}
      >
        {isGone ? 'Recreate' : 'Try again'}
      </Button>
    </span>
  )
}

/** The progress of the tasks requested here. */
export const TaskProgressNote = ({ progress }: Pick<SearchTasks, 'progress'>) => (
  <span className="meta" role="status">
    {progress === null ? '' : progressWords(progress)}
  </span>
)
