import type { StockReportRow } from '#shared/features/posts/stock-report/contract.ts'
import { CommissionNote } from '../../products/commission-categories/commission-note.tsx'
import { UNTOLD } from './messages.ts'
import { RiskBadge } from './risk-badge.tsx'

/** A product's loss in one post; if unknown, the commission on a sale. */
export function RiskCell({ row: { AT_RISK, IS_ESTIMATE, COMMISSION } }: { row: StockReportRow }) {
  if (AT_RISK === null) return <CommissionNote commission={COMMISSION} why={UNTOLD} />
  return <RiskBadge sum={AT_RISK} isEstimate={IS_ESTIMATE} />
}
