import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { FileX } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { Id } from '#shared/http/fields.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { DeadEnd } from '#web/features/ground/system/dead-end-card.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page.tsx'
import { ARTICLE_MISSING, FAILURES } from '../messages.ts'
import { openArticleQuery } from '../queries.ts'
import { ArticlePanel } from './article-panel.tsx'

/** One article, to read and act on. */
export function ArticleScreen() {
  const params = useParams({ strict: false })
  const id = Id.safeParse(params.id).data
  // Always refetched on opening: a decision must not be based on cached data.
  const query = useQuery({ ...openArticleQuery(id ?? 0), enabled: id !== undefined, staleTime: 0 })
  const { data, error, refetch, isFetchedAfterMount: isFresh } = query
  const isMissing =
    id === undefined || data === null || (error !== null && 'status' in error && error.status === 404)
  useFailureNotice(data || isMissing ? null : error, FAILURES.read)
  if (data) return <ArticlePanel key={data.article_id} article={data} isFresh={isFresh} />
  return (
    <Page title={SCREENS.article.title}>
      {isMissing ? (
        <DeadEnd
          icon={<FileX size={20} aria-hidden="true" />}
          title={`No article ${params.id ?? ''} here`}
          text="This article doesn’t exist, or it’s another user’s draft."
          ways={['articles', 'pendingArticles']}
        />
      ) : error ? (
        <Failed title={ARTICLE_MISSING} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </Page>
  )
}
