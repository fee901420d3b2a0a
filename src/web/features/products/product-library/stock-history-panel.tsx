import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Product, StockEntry } from '#shared/features/products/product-library/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { Moment } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { FAILURES, NO_HISTORY } from './messages.ts'
import { PriceStockChart } from './price-stock-chart.tsx'
import { pricesQuery, stocksQuery } from './queries.ts'
import { PICTURE_DAYS, type ProductsSearch } from './search.ts'
import { StockBadge } from './stock-badge.tsx'

/** All stock changes, newest first. */
function History({ stocks }: { stocks: readonly StockEntry[] }) {
  const out = stocks.filter(({ stock }) => stock === 'OUT_OF_STOCK').length
  return (
    <details className="stock-changes">
      <summary>
        <strong>Scan history</strong>
        <span className="quiet">
          {countedIn(stocks.length, 'change')}
          {out > 0 && `, ${out} out of stock`}
        </span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <ol tabIndex={0} aria-label="Changes">
        {stocks.map(({ product_stock_id: id, stock, created_at: at }) => (
          <li key={id}>
            <Moment moment={at} />
            <StockBadge stock={stock} />
          </li>
        ))}
      </ol>
    </details>
  )
}

interface StockHistoryPanelProps {
  product: Product
  days: ProductsSearch['days']
  onDays: (days: ProductsSearch['days']) => void
}

/** The history of a product's price and stock, as a chart and a list. */
export function StockHistoryPanel({ product, days, onDays }: StockHistoryPanelProps) {
  const stocks = useQuery(stocksQuery(product.product_id))
  const prices = useQuery(pricesQuery(product.product_id))
  const [now] = useState(() => Date.now())
  if (stocks.error && !stocks.data) {
    return (
      <Failed title={FAILURES.stocks} message={stocks.error.message} onRetry={() => void stocks.refetch()} />
    )
  }
  if (!stocks.data || prices.isPending) return <Skeleton lines={6} />
  if (stocks.data.length === 0) return <p className="quiet never-scanned">{NO_HISTORY}</p>
  const hasPrices = (prices.data ?? []).length > 0
  return (
    <section className="stock-history" aria-label={hasPrices ? 'Price and stock' : 'Stock'}>
      <div className="row between gap-12 mb-4">
        <strong>{hasPrices ? 'Price and stock' : 'Stock'}</strong>
        <Segmented
          size="small"
          aria-label="Days"
          value={days}
          options={PICTURE_DAYS.map((value) => ({ value, label: `${value} d` }))}
          onChange={onDays}
        />
      </div>
      <PriceStockChart stocks={stocks.data} prices={prices.data ?? []} days={days} now={now} />
      <History stocks={stocks.data} />
    </section>
  )
}
