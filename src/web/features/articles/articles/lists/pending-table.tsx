import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { waitOf } from '#shared/features/articles/articles/rules.ts'
import type { Claim } from '#shared/features/articles/claims/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { useFailureNotice } from '#web/api/use-failure-notice.ts'
import type { RowKey, TableColumn } from '#web/ui/list/column.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { EMPTY_PENDING, FAILURES } from '../messages.ts'
import { ProductsList } from '../products-list.tsx'
import { pendingQuery } from '../queries.ts'
import { PendingSearch } from '../search.ts'
import { WaitNote } from '../wait-note.tsx'
import { ArticleActionsMenu, type RowAction } from './article-actions-menu.tsx'
import { ArticleCell } from './article-cell.tsx'
import { LastNote } from './last-note.tsx'
import { NotesPanel } from './notes-panel.tsx'

interface PendingTableProps {
  search: PendingSearch
  onChange: (patch: Partial<PendingSearch>, options?: { replace?: boolean }) => void
  onAction: (action: RowAction, article: Article) => void
  /** The claim of another user who is reviewing the article. */
  claimOn: (article: Article) => Claim | undefined
  emptyAction: React.ReactNode
}

const columnsWith = ({
  onAction,
  claimOn,
}: Pick<PendingTableProps, 'onAction' | 'claimOn'>): TableColumn<Article>[] => [
  {
    key: 'article',
    title: 'Article',
    place: 'name',
    required: true,
    render: (article) => (
      <ArticleCell article={article}>
        {article.returns.length > 0 && waitOf(article) && (
          <p className="meta">
            Waiting for <WaitNote article={article} />
          </p>
        )}
        <LastNote article={article} />
      </ArticleCell>
    ),
  },
  {
    key: 'products',
    title: 'Products',
    place: 'note',
    render: (article) => <ProductsList products={article.products} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    place: 'foot',
    required: true,
    render: (article) => (
      <ArticleActionsMenu article={article} claim={claimOn(article)} onAction={onAction} />
    ),
  },
]

/** The approximate height of an article with its pictures and products, in px. */
const ROW_HEIGHT = 120

const PENDING: ListOf<Article, PendingSearch> = {
  name: 'pending-articles',
  label: 'My Pending Articles',
  address: PendingSearch,
  size: PAGE_SIZE,
  rowKey: (article) => article.article_id,
  rowHeight: ROW_HEIGHT,
  failTitle: FAILURES.pending,
  empty: EMPTY_PENDING,
}

/** Pending articles, a row each; rows open to their Rejection Notes. */
export function PendingTable({ search, onChange, onAction, claimOn, emptyAction }: PendingTableProps) {
  const [expanded, setExpanded] = useState<RowKey[]>([])
  const navigate = useNavigate()
  const query = useQuery(pendingQuery(search.page))
  useFailureNotice(query.data ? null : query.error, FAILURES.pending)
  const columns = useMemo(() => columnsWith({ onAction, claimOn }), [onAction, claimOn])
  return (
    <List
      of={PENDING}
      search={search}
      onChange={onChange}
      query={query}
      columns={columns}
      expand={{
        render: (article) => <NotesPanel article={article} />,
        keys: expanded,
        onChange: setExpanded,
      }}
      rowClassName="pending-row"
      onOpen={({ article_id: id }) => void navigate({ to: SCREENS.article.path, params: { id: String(id) } })}
      emptyAction={emptyAction}
    />
  )
}
