import type { UseQueryResult } from '@tanstack/react-query'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { mayOpen, SCREENS } from '#shared/access/screens.ts'
import type { Site } from '#shared/features/ground/sites/contract.ts'
import type { WorkPiece } from '#shared/features/people/work/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { useUser, visitorOf } from '#web/api/session.ts'
import { ArticleBadge } from '#web/features/articles/articles/article-badge.tsx'
import { ArticleLink } from '#web/features/articles/articles/article-link.tsx'
import { EVENT_LABELS } from '#web/features/articles/articles/messages.ts'
import { UpdateNote } from '#web/features/articles/revisions/update-note.tsx'
import { sitesQuery } from '#web/features/ground/sites/queries.ts'
import { SiteLogosBadge } from '#web/features/ground/sites/site-badge.tsx'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'

/** `Dana Okafor returned` */
function lastOf({ last }: WorkPiece): string {
  if (last === null) return '-'
  const verb =
    (Object.hasOwn(EVENT_LABELS, last.action) ? EVENT_LABELS[last.action] : undefined) ?? last.action
  return `${last.user ? fullName(last.user) : 'Copydesk'} ${verb}`
}

const columnsWith = (sites: readonly Site[]): readonly TableColumn<WorkPiece>[] => [
  {
    key: 'title',
    title: 'Article',
    place: 'name',
    required: true,
    render: ({ article_id: id, title, site_id: siteId, revises }) => (
      <span className="work-title row gap-4 medium break-words">
        <SiteLogosBadge sites={sites.filter(({ site_id }) => site_id === siteId)} />
        <span>
          <ArticleLink id={id}>{title}</ArticleLink>
          <UpdateNote article={{ revises }} />
        </span>
      </span>
    ),
  },
  {
    key: 'status',
    title: 'Status',
    place: 'note',
    required: true,
    render: ({ status }) => <ArticleBadge status={status} />,
  },
  {
    key: 'last',
    title: 'Last',
    place: 'foot',
    required: true,
    render: (piece) => <span className="work-last">{lastOf(piece)}</span>,
  },
  {
    key: 'since',
    title: 'Changed',
    place: 'state',
    required: true,
    numeric: true,
    render: ({ last, updated_at: updated }) => <RelativeTime moment={last?.created_at ?? updated} />,
  },
]

interface WorkPanelProps {
  /** The user whose work it is. */
  userId: number
  query: UseQueryResult<{ nodes: readonly WorkPiece[] } | null>
  words: { failed: string; empty: string }
}

/** A user's most recently changed articles, each with its latest event. */
export function WorkPanel({ userId, query, words }: WorkPanelProps) {
  const navigate = useNavigate()
  const { data: sites } = useQuery(sitesQuery)
  const columns = useMemo(() => columnsWith(sites ?? []), [sites])
  const mayList = mayOpen(SCREENS.articles.access, visitorOf(useUser()))
  return (
    <DataTable
      name="work"
      label="Work"
      columns={columns}
      rows={query.data?.nodes}
      rowKey={({ article_id }) => article_id}
      query={query}
      failTitle={words.failed}
      empty={{ text: words.empty }}
      onOpen={({ article_id: id }) => void navigate({ to: SCREENS.article.path, params: { id: String(id) } })}
      toolbar={
        <div className="cluster align-baseline gap-10 row-gap-4 fill">
          <h2>Work</h2>
          <span className="meta">what changed last</span>
          {mayList && (
            <Link className="push" to={SCREENS.articles.path} search={{ users: [userId] }}>
              All articles
            </Link>
          )}
        </div>
      }
    />
  )
}
