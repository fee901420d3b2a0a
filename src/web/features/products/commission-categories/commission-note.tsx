import type { SaleCommission } from '#shared/features/products/commission-categories/contract.ts'
import { money } from '#shared/format/money.ts'
import { commissionOf, rateWords } from './messages.ts'

interface CommissionNoteProps {
  commission: SaleCommission | null
  /** Why the product's earnings are unknown. */
  why: string
}

/** The commission on a product's sale, shown if its earnings are unknown. */
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
