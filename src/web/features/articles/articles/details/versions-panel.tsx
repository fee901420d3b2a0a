import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ArticleVersion } from '#shared/features/articles/article-versions/contract.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { versionsQuery } from '#web/features/articles/article-versions/queries.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { ChangesList } from '../changes-list.tsx'

function Version({ version, isFirst }: { version: ArticleVersion; isFirst: boolean }) {
  const { user, created_at, changes } = version
  return (
    <li>
      <div className="meta">
        <b>{user ? fullName(user) : 'Copydesk'}</b> {isFirst ? 'wrote it' : 'saved'}{' '}
        <Moment moment={created_at} />
      </div>
      {changes.length > 0 ? (
        <ChangesList changes={changes} />
      ) : (
        !isFirst && <p className="quiet">No changes.</p>
      )}
    </li>
  )
}

/** The saved versions with user, time and changes; loaded only when opened, older ones on demand. */
export function VersionsPanel({ article }: { article: Pick<Article, 'article_id' | 'version'> }) {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...versionsQuery(article.article_id, article.version),
    enabled: isOpen,
  })
  return (
    <details className="versions" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="semibold">Versions</summary>
      {error && !data ? (
        <Failed title="Couldn’t load the versions" message={error.message} onRetry={() => void refetch()} />
      ) : !data ? (
        isOpen && <Skeleton lines={3} />
      ) : (
        <ol>
          {data.map((version, index) => (
            <Version
              key={version.version}
              version={version}
              isFirst={!hasNextPage && index === data.length - 1}
            />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      )}
      {error && data && (
        <Alert kind="bad" title="Couldn’t load older versions">
          {error.message}
        </Alert>
      )}
    </details>
  )
}
