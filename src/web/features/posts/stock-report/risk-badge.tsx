import { money } from '#shared/format/money.ts'

interface RiskBadgeProps {
  /** US dollars. */
  sum: number
  isEstimate: boolean
}

/** An amount at risk; estimates are marked. */
export function RiskBadge({ sum, isEstimate }: RiskBadgeProps) {
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
