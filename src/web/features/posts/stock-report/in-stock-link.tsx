import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { useMay } from '#web/api/session.ts'
import { ALL_FINE } from './messages.ts'

/** Shown while nothing is out of stock. */
export const ALL_IN_STOCK = { emptyTitle: ALL_FINE.title, empty: ALL_FINE.text } as const

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
