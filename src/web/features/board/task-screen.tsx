import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Task } from '#shared/features/board/contract.ts'
import { useMay } from '#web/api/session.ts'
import { ArticleLink } from '#web/features/articles/article-link.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { CommentsPanel } from './comments-panel.tsx'
import { MESSAGES } from './messages.ts'
import { taskQuery } from './queries.ts'
import { TaskFields } from './task-fields.tsx'

function Ways({ task }: { task: Task }) {
  const mayOpenArticle = useMay('ManageArticles')
  return (
    <>
      {task.article_id !== null && mayOpenArticle && (
        <ArticleLink id={task.article_id} className="btn">
          Open the article
        </ArticleLink>
      )}
      <Link to="/board/$gid" params={{ gid: task.board.gid }} className="btn">
        {task.board.name} board
      </Link>
    </>
  )
}

function TaskDetails({ task }: { task: Task }) {
  return (
    <>
      <div className="sheet task-part">
        <h2>{task.name}</h2>
        <TaskFields task={task} />
      </div>
      <section className="sheet task-part">
        <h2>Notes</h2>
        {task.notes === '' ? (
          <p className="quiet">{MESSAGES.noNotes}</p>
        ) : (
          <p className="task-text">
            <LinkedText text={task.notes} />
          </p>
        )}
      </section>
      <CommentsPanel task={task} />
    </>
  )
}

/** One task of the built-in task board. */
export function TaskScreen() {
  const { gid = '' }: { gid?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(taskQuery(gid))
  return (
    <Page title="Task" narrow actions={data && <Ways task={data} />}>
      {data ? (
        <TaskDetails task={data} />
      ) : data === null ? (
        <Empty text={MESSAGES.noTask} />
      ) : error ? (
        <Failed title={MESSAGES.readTask} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  )
}
