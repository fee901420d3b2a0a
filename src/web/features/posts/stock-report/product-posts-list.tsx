import { useState } from 'react'
import type { StockReportProduct } from '#shared/features/posts/stock-report/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { Button } from '#web/ui/input/button.tsx'
import { REPLACE_EVERYWHERE } from './messages.ts'
import { OpenUpdateLink } from './open-update-link.tsx'
import { PostCell } from './post-cell.tsx'
import { RequestEdits } from './request-edits-link.tsx'
import { RiskCell } from './risk-cell.tsx'

const FIRST = 5

interface ProductPostsListProps {
  product: StockReportProduct
  /** Undefined for users who may not. */
  onReplace: ((asin: string) => void) | undefined
}

/** The posts that recommend a product, with its award and the loss in each; the first five, then all. */
export function ProductPostsList({
  product: { title, asin, posts, rows },
  onReplace,
}: ProductPostsListProps) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? rows : rows.slice(0, FIRST)
  const rest = rows.length - shown.length
  const untold = posts - rows.length
  return (
    <>
      <ul className="board-posts ruled" aria-label={`Posts that recommend ${title || asin}`}>
        {shown.map((row) => (
          <li key={`${row.site}/${row.POST_ID}`}>
            <PostCell row={row} />
            <span className="quiet cluster gap-8 row-gap-4">
              <span>
                {row.award || 'no award'}
                {row.update !== null && ' · '}
                <OpenUpdateLink row={row} />
              </span>
              {onReplace && <RequestEdits row={row} onReplace={onReplace} />}
            </span>
            <span className="text-right">
              <RiskCell row={row} />
            </span>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {countedIn(rest, 'more post')}
        </Button>
      )}
      {rest === 0 && untold > 0 && (
        <p className="meta">{countedIn(untold, 'more post')} in the report by article.</p>
      )}
      {onReplace && (
        <Button type="link" size="small" onClick={() => onReplace(asin)}>
          {REPLACE_EVERYWHERE}
        </Button>
      )}
    </>
  )
}
