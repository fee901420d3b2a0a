import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import { Failed } from '#web/ui/failed.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { versionsQuery } from '../article-versions/queries.ts'
import { ChangesList } from './changes-list.tsx'

/** Every save with who and when, and what it changed; read only when somebody opens it. */
export function VersionsPanel({ article }: { article: Pick<Article, 'article_id' | 'version'> }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    ...versionsQuery(article.article_id, article.version),
    enabled: isOpen,
  })
  return (
    <details className="versions" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Versions</summary>
      {error && !data ? (
        <Failed title="Could not get the versions" message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        isOpen && <Skeleton lines={3} />
      ) : (
        <ol>
          {data.map(({ version, user, created_at, changes }, index) => (
            <li key={version}>
              <div className="meta">
                <b>{user ? `${user.first_name} ${user.last_name}` : 'Copydesk'}</b>{' '}
                {index === data.length - 1 ? 'wrote it' : 'saved'} <RelativeTime moment={created_at} />
              </div>
              {changes.length > 0 ? (
                <ChangesList changes={changes} />
              ) : (
                index < data.length - 1 && <p className="quiet">Nothing was changed.</p>
              )}
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
