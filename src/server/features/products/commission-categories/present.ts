import type { CommissionCategory } from '#shared/features/products/commission-categories/contract.ts'
import type { FoundCategory } from './queries.ts'

export const presentCategory = ({
  id,
  name,
  rate,
  products,
  earnings,
  version,
}: FoundCategory): CommissionCategory => ({
  commission_category_id: id,
  name,
  commission: rate / 100,
  products,
  earnings: earnings === null ? null : earnings / 100,
  version,
})
