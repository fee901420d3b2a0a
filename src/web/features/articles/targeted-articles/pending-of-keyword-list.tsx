import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ArticleRow } from '#shared/features/articles/articles/contract.ts'
import { defaultTitle } from '#shared/features/articles/articles/rules.ts'
import type { Site } from '#shared/features/ground/sites/contract.ts'
import type { KeywordRow } from '#shared/features/keywords/keywords/contract.ts'
import { useMay } from '#web/api/session.ts'
import { ArticleLink } from '#web/features/articles/articles/article-link.tsx'
import { UpdateNote } from '#web/features/articles/revisions/update-note.tsx'
import { SiteBadge } from '#web/features/ground/sites/site-badge.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { useConfirm } from '#web/ui/overlay/confirm.ts'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { ArticleBadge } from '../articles/article-badge.tsx'
import { ADD_ANOTHER, FAILURES } from './messages.ts'
import { pendingOfKeywordQuery, useTargets } from './queries.ts'

interface SiteRowProps {
  site: Site
  articles: readonly ArticleRow[]
  row: KeywordRow
}

function SiteRow({ site, articles, row }: SiteRowProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const mayCreate = useMay('CreateArticle')
  const confirm = useConfirm()
  const { draft } = useTargets(row.keyword_id)
  const add = async () => {
    setFailure(null)
    const isRepeated = articles.length > 0
    if (isRepeated && !(await confirm({ title: ADD_ANOTHER, okText: 'Yes', cancelText: 'No' }))) return
    draft.mutate(
      { siteId: site.site_id, title: defaultTitle(row.keyword) },
      { onError: (error) => setFailure(error.message) },
    )
  }
  return (
    <li className="pending-site">
      <SiteBadge site={site} />
      <ul className="pending-site-articles hide-empty">
        {articles.map((article) => (
          <li key={article.article_id}>
            <ArticleLink id={article.article_id}>{article.title}</ArticleLink>{' '}
            <ArticleBadge status={article.status} />
            <UpdateNote article={article} />
          </li>
        ))}
      </ul>
      {failure !== null && (
        <span role="alert" className="pending-site-failure">
          <StatusBadge label={FAILURES.save} tone="bad" /> {failure}
        </span>
      )}
      {mayCreate && (
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden="true" />}
          aria-label={`New article for ${site.display_name}`}
          loading={draft.isPending}
          onClick={() => void add()}
        >
          New
        </Button>
      )}
    </li>
  )
}

/** For each site, the keyword's articles in progress, with a button to request another. */
export function PendingOfKeywordList({ row }: { row: KeywordRow }) {
  const sites = useQuery(sitesQuery)
  const pending = useQuery(pendingOfKeywordQuery(row.keyword_id))
  const failed = sites.error ?? pending.error
  const retry = () => {
    if (sites.error) void sites.refetch()
    if (pending.error) void pending.refetch()
  }
  if (failed && !(sites.data && pending.data)) {
    return <Failed title={FAILURES.list} message={failed.message} onRetry={retry} />
  }
  if (!sites.data || !pending.data) return <Skeleton lines={5} />
  const own = new Set(row.sites.map(({ site_id }) => site_id))
  const articlesOf = (siteId: number) =>
    (pending.data?.nodes ?? []).filter(({ site }) => site.site_id === siteId)
  // The keyword's own sites come first.
  const listed = [...sites.data].sort(
    (one, other) => Number(own.has(other.site_id)) - Number(own.has(one.site_id)),
  )
  return (
    <ul>
      {listed.map((site) => (
        <SiteRow key={site.site_id} site={site} articles={articlesOf(site.site_id)} row={row} />
      ))}
    </ul>
  )
}
