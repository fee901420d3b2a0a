import { TriangleAlert, X } from 'lucide-react'
import type { Stock } from '#shared/features/products/product-library/rules.ts'
import { STOCK_LABELS } from './messages.ts'

/** The state of a product's stock as text; an available product gets no marker. */
export function StockBadge({ stock }: { stock: Stock }) {
  return (
    <span className="stock-state inline-row gap-6 nowrap" data-stock={stock}>
      {stock === 'OUT_OF_STOCK' && <TriangleAlert size={14} aria-hidden="true" data-marker="warning" />}
      {(stock === 'NOT_SCANNED' || stock === 'INVALID_ASIN') && (
        <X size={14} aria-hidden="true" data-marker="cross" />
      )}
      {STOCK_LABELS[stock]}
    </span>
  )
}
