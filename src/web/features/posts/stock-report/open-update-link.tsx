import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import type { StockReportRow } from '#shared/features/posts/stock-report/contract.ts'
import { useMay } from '#web/api/session.ts'
import { isDrafted, UPDATES } from './messages.ts'

const stateWords = (row: StockReportRow) => (isDrafted(row) ? UPDATES.drafted : UPDATES.inProgress)

/** Leads to the update of a post; plain words for users who may not see it, and nothing if there is none. */
export function OpenUpdateLink({ row, label }: { row: StockReportRow; label?: string }) {
  const maySee = useMay(...SCREENS.article.access)
  if (row.update === null) return null
  const { article_id: id } = row.update
  if (id === null || !maySee) return <span className="quiet">{stateWords(row)}</span>
  const text = label ?? stateWords(row)
  return (
    <Link to={SCREENS.article.path} params={{ id: String(id) }} aria-label={`${text}: ${row.POST_TITLE}`}>
      {text}
    </Link>
  )
}
