import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { useMay } from '#web/api/session.ts'
import { CLEAR_FILTERS, FAILURES, UNMATCHED_OOS } from '../../market/reports/messages.ts'
import { ALL_FINE } from './messages.ts'
import { FILTERED } from './search.ts'

/** What both lists of sold-out products have in common. */
export const SOLD_OUT = {
  ...FILTERED,
  size: PAGE_SIZE,
  rowHeight: 48,
  failTitle: FAILURES.oos,
  emptyTitle: ALL_FINE.title,
  empty: ALL_FINE.text,
  unmatched: { text: UNMATCHED_OOS, clear: CLEAR_FILTERS },
}

/** A link to the available products, for users who may open the library. */
export function InStockLink() {
  const may = useMay(...SCREENS.products.access)
  if (!may) return null
  return (
    <Link to={SCREENS.products.path} search={{ stock: 'IN_STOCK' }}>
      {ALL_FINE.back}
    </Link>
  )
}
