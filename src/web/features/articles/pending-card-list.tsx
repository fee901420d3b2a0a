import { Button, Pagination } from 'antd'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Article } from '#shared/features/articles/contract.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { Outdated } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed } from '#web/ui/failed.tsx'
import { scrollToTop } from '#web/ui/scroll-to-top.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ArticleActionsMenu } from './article-actions-menu.tsx'
import { ArticleCell } from './article-cell.tsx'
import { EMPTY_PENDING, FAILURES } from './messages.ts'
import { NotesPanel } from './notes-panel.tsx'
import type { PendingListProps } from './pending-table.tsx'
import { ProductsList } from './products-list.tsx'

type CardProps = { article: Article } & Pick<PendingListProps, 'onAction' | 'claimOn'>

function PendingCard({ article, onAction, claimOn }: CardProps) {
  const [isOpen, setOpen] = useState(false)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <li className="pending-card">
      <Button
        type="text"
        size="small"
        aria-expanded={isOpen}
        aria-label={`Rejection Notes of ${article.title}`}
        icon={<Chevron size={16} />}
        onClick={() => setOpen(!isOpen)}
      />
      <div>
        <ArticleCell article={article} />
        <ProductsList products={article.products} />
        <ArticleActionsMenu article={article} claim={claimOn(article)} onAction={onAction} />
      </div>
      {isOpen && <NotesPanel article={article} />}
    </li>
  )
}

/** The pending list where there is no room for a table. */
export function PendingCardList(props: PendingListProps) {
  const { rows, total, page, query, emptyAction, onPage, onAction, claimOn } = props
  const box = useRef<HTMLDivElement>(null)
  if (!rows)
    return (
      <div className="table-box">
        {query.error ? (
          <Failed
            title={FAILURES.pending}
            message={query.error.message}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Skeleton lines={8} />
        )}
      </div>
    )
  return (
    <section aria-label="My Pending Articles">
      {query.error && <Outdated title={FAILURES.pending} query={query} />}
      <div className="table-box" ref={box} aria-busy={query.isFetching}>
        {query.isFetching && <div className="progress-line" role="progressbar" aria-label="Refreshing" />}
        {rows.length === 0 ? (
          <Empty text={EMPTY_PENDING} action={emptyAction} />
        ) : (
          <ul>
            {rows.map((article) => (
              <PendingCard key={article.article_id} article={article} onAction={onAction} claimOn={claimOn} />
            ))}
          </ul>
        )}
      </div>
      <Pagination
        className="pending-pages"
        simple
        current={page}
        pageSize={PAGE_SIZE}
        total={total}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={(next) => {
          onPage(next)
          scrollToTop(box.current)
        }}
      />
    </section>
  )
}
