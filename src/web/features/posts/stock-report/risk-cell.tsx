import type { StockReportRow } from '#shared/features/posts/stock-report/contract.ts'
import { CommissionNote } from '../../products/commission-categories/commission-note.tsx'
import { UNTOLD } from './messages.ts'
import { RiskBadge } from './risk-badge.tsx'

/** A product's loss in one post; if unknown, the commission on a sale. */
export function RiskCell({
  row: { at_risk: atRisk, is_estimate: isEstimate, commission },
}: {
  row: StockReportRow
}) {
  if (atRisk === null) return <CommissionNote commission={commission} why={UNTOLD} />
  return <RiskBadge sum={atRisk} isEstimate={isEstimate} />
}
