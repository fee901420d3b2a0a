import type { Article } from '#shared/features/articles/articles/contract.ts'
import { NewTabMark } from '#web/ui/text/new-tab-mark.tsx'
import { PENDING } from './messages.ts'
import { PostIdCell } from './post-id-cell.tsx'
import { PostNote } from './post-note.tsx'
import { RenewalNote } from './renewal-note.tsx'
import { RetryNote } from './retry-note.tsx'

/** Part of an article's details: its task and its post. */
export function CopiesList({ article }: { article: Article }) {
  const { asana_url: task, asana_section: section, mirrors } = article
  const postMirror = mirrors.find(({ target }) => target === 'post')
  return (
    <>
      <dt>Task</dt>
      <dd>
        {task ? (
          <a href={task} target="_blank" rel="noopener noreferrer" className="with-icon">
            {section?.name ?? 'Open the task'}
            <NewTabMark />
          </a>
        ) : (
          <span className="quiet">{PENDING}</span>
        )}
      </dd>
      <dt>Post id</dt>
      <dd>
        <PostIdCell article={article} mirror={postMirror} />
        <RetryNote article={article} mirror={postMirror} />
        <PostNote article={article} />
        <RenewalNote article={article} />
      </dd>
    </>
  )
}
