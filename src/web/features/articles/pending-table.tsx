import { useMemo, useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import type { Claim } from '#shared/features/claims/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { DataTable, type TableColumn, type TableQuery } from '#web/ui/data-table.tsx'
import { AgeCell } from './age-cell.tsx'
import { ArticleActionsMenu, type RowAction } from './article-actions-menu.tsx'
import { ArticleCell } from './article-cell.tsx'
import { EMPTY_PENDING, FAILURES } from './messages.ts'
import { NotesPanel } from './notes-panel.tsx'
import { ProductsList } from './products-list.tsx'

export interface PendingListProps {
  rows: readonly Article[] | undefined
  total: number
  page: number
  query: TableQuery
  emptyAction: React.ReactNode
  onPage: (page: number) => void
  onAction: (action: RowAction, article: Article) => void
  onOpen: (article: Article) => void
  /** Who else reviews the article at the moment. */
  claimOn: (article: Article) => Claim | undefined
}

const columnsWith = ({
  onAction,
  claimOn,
}: Pick<PendingListProps, 'onAction' | 'claimOn'>): TableColumn<Article>[] => [
  {
    key: 'article',
    title: 'Article',
    required: true,
    render: (article) => <ArticleCell article={article} />,
  },
  {
    key: 'products',
    title: 'Products',
    render: (article) => <ProductsList products={article.products} />,
  },
  {
    key: 'age',
    title: 'Age',
    numeric: true,
    width: 72,
    render: (article) => <AgeCell moment={article.created_at} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    required: true,
    render: (article) => (
      <ArticleActionsMenu article={article} claim={claimOn(article)} onAction={onAction} />
    ),
  },
]

/** What waits, a row per article; each opens to its Rejection Notes. */
export function PendingTable(props: PendingListProps) {
  const { rows, total, page, query, emptyAction, onPage, onAction, onOpen, claimOn } = props
  const [expanded, setExpanded] = useState<(string | number)[]>([])
  const columns = useMemo(() => columnsWith({ onAction, claimOn }), [onAction, claimOn])
  return (
    <DataTable
      name="pending-articles"
      label="My Pending Articles"
      columns={columns}
      rows={rows}
      rowKey={(article) => article.article_id}
      query={query}
      failTitle={FAILURES.pending}
      empty={{ text: EMPTY_PENDING, action: emptyAction }}
      page={{ current: page, size: PAGE_SIZE, total, onChange: onPage }}
      expand={{
        render: (article) => <NotesPanel article={article} />,
        keys: expanded,
        onChange: setExpanded,
      }}
      rowClassName={() => 'pending-row'}
      onOpen={onOpen}
    />
  )
}
