import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useMemo } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import { ARTICLE_SORTS, type ArticleRow } from '#shared/features/articles/contract.ts'
import { isOneOf } from '#shared/format/keys.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { useMay } from '#web/api/session.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import { DataTable, type TableColumn } from '#web/ui/data-table.tsx'
import { NamedLogo } from '#web/ui/named-logo.tsx'
import { patched } from '#web/ui/patched.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { sitesQuery } from '../sites/queries.ts'
import { ArticleBadge } from './article-badge.tsx'
import { HistoryFilters, UNFILTERED } from './history-filters.tsx'
import { EMPTY_FILTERED, EMPTY_HISTORY, FAILURES } from './messages.ts'
import { PostIdCell } from './post-id-cell.tsx'
import { historyQuery, statusesQuery } from './queries.ts'
import type { HistorySearch } from './search.ts'

interface HistoryTableProps {
  search: HistorySearch
  onChange: (patch: Partial<HistorySearch>) => void
}

/** Another filter or another order starts from the first page. */
type Change = (patch: Partial<HistorySearch>) => void

function useColumns(search: HistorySearch, change: Change): TableColumn<ArticleRow>[] {
  const sites = useQuery(sitesQuery)
  const statuses = useQuery(statusesQuery)
  useFailureNotice(sites.error, FAILURES.sites)
  useFailureNotice(statuses.error, FAILURES.statuses)
  const mayManageUsers = useMay('ManageUsers')
  return useMemo(
    () => [
      {
        key: 'title',
        title: 'Title',
        sortable: true,
        required: true,
        render: ({ title }) => <span className="title-cell">{title}</span>,
      },
      {
        key: 'site',
        title: 'Site',
        sortable: true,
        filter: {
          options: (sites.data ?? []).map(({ site_id, display_name }) => ({
            value: String(site_id),
            label: display_name,
          })),
          value: (search.site ?? []).map(String),
          onChange: (ids) => change({ site: ids.length > 0 ? ids.map(Number) : undefined }),
        },
        render: ({ site }) => <NamedLogo name={site.display_name} src={site.logo_url} />,
      },
      {
        key: 'user',
        title: 'Requested by',
        sortable: true,
        render: ({ user }) => {
          const name = `${user.first_name} ${user.last_name}`
          if (!mayManageUsers) return name
          return (
            <Link to={SCREENS.userDetails.path} params={{ id: String(user.id) }}>
              {name}
            </Link>
          )
        },
      },
      {
        key: 'created_at',
        title: 'Requested at',
        sortable: true,
        render: (article) => <RelativeTime moment={article.created_at} />,
      },
      {
        key: 'status',
        title: 'Status',
        sortable: true,
        filter: {
          options: statuses.data ?? [],
          value: search.status ?? [],
          onChange: (status) => change({ status: status.length > 0 ? status : undefined }),
        },
        render: ({ status }) => <ArticleBadge status={status} />,
      },
      {
        key: 'post',
        title: 'Post id',
        hidden: true,
        render: (article) => <PostIdCell article={article} />,
      },
      {
        key: 'more',
        title: 'Details',
        required: true,
        render: ({ article_id, title }) => (
          <Link
            from={SCREENS.articles.path}
            to="."
            search={patched<HistorySearch>({ article: article_id })}
            resetScroll={false}
            aria-label={`See more about ${title}`}
          >
            See more
          </Link>
        ),
      },
    ],
    [sites.data, statuses.data, search.site, search.status, change, mayManageUsers],
  )
}

const isSort = (key: string): key is HistorySearch['sort'] => isOneOf(ARTICLE_SORTS, key)

/** Every requested article, as filtered, sorted and paged by the address. */
export function HistoryTable({ search, onChange }: HistoryTableProps) {
  const query = useQuery(historyQuery(search))
  const change = useMemo<Change>(() => (patch) => onChange({ page: 1, ...patch }), [onChange])
  const columns = useColumns(search, change)
  const { users, site, status, createdAtBegin, createdAtEnd } = search
  const isFiltered = [users, site, status, createdAtBegin, createdAtEnd].some((value) => value !== undefined)
  return (
    <DataTable
      name="articles-history"
      label="Articles History"
      columns={columns}
      rows={query.data?.nodes}
      rowKey={(row) => row.article_id}
      query={query}
      failTitle={FAILURES.history}
      empty={
        isFiltered
          ? {
              text: EMPTY_FILTERED,
              action: <Button onClick={() => change(UNFILTERED)}>Show all articles</Button>,
            }
          : { text: EMPTY_HISTORY }
      }
      sort={{ key: search.sort, order: search.sortOrder }}
      onSort={(sort) =>
        change(
          sort && isSort(sort.key)
            ? { sort: sort.key, sortOrder: sort.order }
            : { sort: 'article_id', sortOrder: 'desc' },
        )
      }
      page={{
        current: search.page,
        size: PAGE_SIZE,
        total: query.data?.totalCount ?? 0,
        onChange: (page) => onChange({ page }),
      }}
      onOpen={(row) => onChange({ article: row.article_id })}
      toolbar={<HistoryFilters search={search} onChange={change} isFiltered={isFiltered} />}
    />
  )
}
