import { TriangleAlert, X } from 'lucide-react'
import type { Stock } from '#shared/features/product-library/rules.ts'
import { STOCK_LABELS } from './messages.ts'

interface StockBadgeProps {
  stock: Stock
  /** In words, rather than as filters and programs call it. */
  isWorded?: boolean
}

/** What is known of a product's stock: a product that can be bought carries no marker. */
export function StockBadge({ stock, isWorded = false }: StockBadgeProps) {
  return (
    <span className="stock-state" data-stock={stock}>
      {stock === 'OUT_OF_STOCK' && <TriangleAlert size={14} aria-hidden="true" data-marker="warning" />}
      {(stock === 'NOT_SCANNED' || stock === 'INVALID_ASIN') && (
        <X size={14} aria-hidden="true" data-marker="cross" />
      )}
      {isWorded ? STOCK_LABELS[stock] : stock}
    </span>
  )
}
