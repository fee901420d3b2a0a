import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { FileX } from 'lucide-react'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import type { Task } from '#shared/features/articles/board/contract.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import { ArticleLink } from '#web/features/articles/articles/article-link.tsx'
import { ArticleCard } from '#web/features/articles/articles/details/article-card.tsx'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { PriorityBadge } from '#web/ui/cells/priority-badge.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page.tsx'
import { LinkedText } from '#web/ui/text/linked-text.tsx'
import { MESSAGES } from './messages.ts'
import { taskQuery } from './queries.ts'
import { TaskCommentsPanel } from './task-comments-panel.tsx'
import { TaskFields } from './task-fields.tsx'

const useMayRead = () => mayOpen(SCREENS.article.access, visitorOf(useUser()))

function Ways({ task }: { task: Task }) {
  const mayRead = useMayRead()
  return (
    <>
      <Link to={SCREENS.board.path} params={{ gid: task.board.gid }} className="btn">
        {task.board.name} board
      </Link>
      {task.article_id !== null && mayRead && (
        <Link to={SCREENS.article.path} params={{ id: String(task.article_id) }} className="btn btn-primary">
          Open the article
        </Link>
      )}
    </>
  )
}

function TaskHead({ task }: { task: Task }) {
  return (
    <div className="task-head">
      <h2>{task.name}</h2>
      <p className="task-marks cluster gap-8 row-gap-4">
        <StatusBadge label={task.section} tone="note" />
        {task.completed && <StatusBadge label="Completed" tone="good" />}
        {task.priority !== null && <PriorityBadge priority={task.priority} />}
        <span className="quiet">
          {task.board.name} · changed <RelativeTime moment={task.modified_at} />
        </span>
      </p>
    </div>
  )
}

/**
 * A link to an article in a task's notes, written without a host because the public address is not
 * configured.
 */
const OWN_ARTICLE = /(?<=^|\s)(\/articles\?article=\d{1,9})(?=\s|$)/

/** A task's text, with its addresses as links. */
function TaskText({ text }: { text: string }) {
  return text.split(OWN_ARTICLE).map((part, index) =>
    OWN_ARTICLE.test(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no identity and never move
      <ArticleLink key={index} id={Number(part.split('=')[1])}>
        {part}
      </ArticleLink>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same
      <LinkedText key={index} text={part} />
    ),
  )
}

function TaskDetails({ task }: { task: Task }) {
  const mayRead = useMayRead()
  return (
    <>
      <TaskHead task={task} />
      <div className="split-columns">
        <div>
          <section className="sheet side-panel" aria-label="Status">
            <TaskFields task={task} />
          </section>
          <section className="sheet side-panel" aria-labelledby="task-notes-title">
            <h2 id="task-notes-title">Notes</h2>
            {task.notes === '' ? (
              <p className="quiet">{MESSAGES.noNotes}</p>
            ) : (
              <p className="task-text words">
                <TaskText text={task.notes} />
              </p>
            )}
          </section>
          <TaskCommentsPanel task={task} />
        </div>
        <div>{task.article_id !== null && mayRead && <ArticleCard id={task.article_id} />}</div>
      </div>
    </>
  )
}

/** The placeholder of a task: its header and the two columns. */
const AWAITED = (
  <div className="split-columns">
    <div className="sheet">
      <Skeleton lines={8} />
    </div>
    <div className="sheet">
      <Skeleton lines={6} label="Loading the article" />
    </div>
  </div>
)

/** One task of the built-in task board. */
export function TaskScreen() {
  const { gid = '' }: { gid?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(taskQuery(gid))
  return (
    <Page title={SCREENS.boardTask.title} actions={data && <Ways task={data} />}>
      {data ? (
        <TaskDetails task={data} />
      ) : data === null ? (
        <DeadEnd
          icon={<FileX size={20} aria-hidden="true" />}
          title={MESSAGES.noTask}
          text={MESSAGES.lookForTask}
          ways={['tools', 'articles']}
        />
      ) : error ? (
        <div className="sheet">
          <Failed title={MESSAGES.readTask} message={error.message} onRetry={() => void refetch()} />
        </div>
      ) : (
        AWAITED
      )}
    </Page>
  )
}
