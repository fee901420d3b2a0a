import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ArticleRow } from '#shared/features/articles/articles/contract.ts'
import { isKnownStatus } from '#shared/features/articles/articles/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { UpdateNote } from '#web/features/articles/revisions/update-note.tsx'
import { sitesQuery } from '#web/features/ground/sites/queries.ts'
import { SiteBadge } from '#web/features/ground/sites/site-badge.tsx'
import { UserBadge } from '#web/features/ground/users/user-badge.tsx'
import { Moment } from '#web/ui/cells/moment.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { isFiltered } from '#web/ui/list/filters.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { patched } from '#web/ui/patched.ts'
import { ArticleBadge } from '../article-badge.tsx'
import { ArticleLink } from '../article-link.tsx'
import { EMPTY_FILTERED, EMPTY_HISTORY, FAILURES } from '../messages.ts'
import { PostIdCell } from '../post-id-cell.tsx'
import { historyQuery, statusesQuery } from '../queries.ts'
import { HISTORY_FILTERS, HistorySearch } from '../search.ts'
import { HistoryFilters } from './history-filters.tsx'

interface HistoryTableProps {
  search: HistorySearch
  onChange: (patch: Partial<HistorySearch>) => void
}

function MoreCell({ article_id, title }: Pick<ArticleRow, 'article_id' | 'title'>) {
  return (
    <Link
      from={SCREENS.articles.path}
      to="."
      search={patched<HistorySearch>({ article: article_id })}
      resetScroll={false}
      aria-label={`See more about ${title}`}
    >
      See more
    </Link>
  )
}

/** The chosen statuses as a filter; choosing none is no filter. */
function statusesOf(chosen: readonly string[]): Pick<HistorySearch, 'status'> {
  const status = chosen.filter(isKnownStatus)
  return { status: status.length > 0 ? status : undefined }
}

/** Another filter or another order starts from the first page. */
type Change = (patch: Partial<HistorySearch>) => void

function useColumns(search: HistorySearch, change: Change): TableColumn<ArticleRow>[] {
  const sites = useQuery(sitesQuery)
  const statuses = useQuery(statusesQuery)
  useFailureNotice(sites.error, FAILURES.sites)
  useFailureNotice(statuses.error, FAILURES.statuses)
  return useMemo(
    () => [
      {
        key: 'title',
        title: 'Title',
        place: 'name',
        sortable: true,
        required: true,
        render: (article) => (
          <span className="title-cell">
            <ArticleLink id={article.article_id}>{article.title}</ArticleLink>
            <UpdateNote article={article} />
          </span>
        ),
      },
      {
        key: 'site',
        title: 'Site',
        place: 'note',
        sortable: true,
        filter: {
          options: (sites.data ?? []).map(({ site_id, display_name }) => ({
            value: String(site_id),
            label: display_name,
          })),
          value: (search.site ?? []).map(String),
          onChange: (ids) => change({ site: ids.length > 0 ? ids.map(Number) : undefined }),
        },
        render: ({ site }) => <SiteBadge site={site} />,
      },
      {
        key: 'user',
        title: 'Requested by',
        place: 'foot',
        sortable: true,
        render: ({ user }) => <UserBadge user={user} />,
      },
      {
        key: 'created_at',
        title: 'Requested at',
        place: 'figure',
        sortable: true,
        render: (article) => <Moment moment={article.created_at} />,
      },
      {
        key: 'status',
        title: 'Status',
        place: 'state',
        sortable: true,
        filter: {
          options: statuses.data ?? [],
          value: search.status ?? [],
          onChange: (chosen) => change(statusesOf(chosen)),
        },
        render: ({ status }) => <ArticleBadge status={status} />,
      },
      {
        key: 'post',
        title: 'Post id',
        labelled: true,
        hidden: true,
        render: (article) => <PostIdCell article={article} />,
      },
      {
        key: 'more',
        title: 'Details',
        place: 'actions',
        required: true,
        render: ({ article_id, title }) => <MoreCell article_id={article_id} title={title} />,
      },
    ],
    [sites.data, statuses.data, search.site, search.status, change],
  )
}

const HISTORY: ListOf<ArticleRow, HistorySearch> = {
  name: 'articles-history',
  label: 'Articles History',
  address: HistorySearch,
  filters: keysOf(HISTORY_FILTERS),
  size: PAGE_SIZE,
  rowKey: (row) => row.article_id,
  failTitle: FAILURES.history,
  empty: EMPTY_HISTORY,
  unmatched: { text: EMPTY_FILTERED, clear: 'Show all articles' },
}

/** All requested articles with the address's filters, order and page. */
export function HistoryTable({ search, onChange }: HistoryTableProps) {
  const change = useMemo<Change>(() => (patch) => onChange({ page: 1, ...patch }), [onChange])
  const query = useQuery(historyQuery(search))
  useFailureNotice(query.data ? null : query.error, FAILURES.history)
  return (
    <List
      of={HISTORY}
      search={search}
      onChange={onChange}
      query={query}
      columns={useColumns(search, change)}
      rowClassName="history-row"
      onOpen={(row) => onChange({ article: row.article_id })}
      toolbar={<HistoryFilters search={search} onChange={change} isFiltered={isFiltered(HISTORY, search)} />}
    />
  )
}
