import type { StockReportRow } from '#shared/features/stock-report/contract.ts'
import { money } from '#shared/format/money.ts'
import { CommissionNote } from '../commission-categories/commission-note.tsx'

interface RiskSumProps {
  /** US dollars. */
  sum: number
  isEstimate: boolean
}

/** A sum at risk; what is estimated says so. */
export function RiskSum({ sum, isEstimate }: RiskSumProps) {
  return (
    <strong className="tabular" title={isEstimate ? 'Estimated' : undefined}>
      {isEstimate && (
        <>
          <span aria-hidden="true">≈ </span>
          <span className="visually-hidden">estimated </span>
        </>
      )}
      {money(sum)}
    </strong>
  )
}

/** What a product has at stake in one post; where that is unknown, what a sale of it brings. */
export function RiskCell({ row: { AT_RISK, IS_ESTIMATE, COMMISSION } }: { row: StockReportRow }) {
  if (AT_RISK === null) return <CommissionNote commission={COMMISSION} why="Nobody has told what it earns." />
  return <RiskSum sum={AT_RISK} isEstimate={IS_ESTIMATE} />
}
