import type { SaleCommission } from '#shared/features/commission-categories/contract.ts'
import { money } from '#shared/format/money.ts'
import { commissionOf, rateWords } from './messages.ts'

interface CommissionNoteProps {
  commission: SaleCommission | null
  /** Why nothing is known of what the product earns. */
  why: string
}

/** What a sale of a product brings, where nothing is known of what it earns. */
export function CommissionNote({ commission, why }: CommissionNoteProps) {
  if (commission === null)
    return (
      <span className="quiet" title={why}>
        –
      </span>
    )
  const { per_sale: perSale, percent } = commission
  return (
    <span className="quiet nowrap" title={`${why} ${rateWords(commission)}`}>
      {perSale === null ? commissionOf(percent) : `≈ ${money(perSale)} a sale`}
    </span>
  )
}
