import type { ListedProduct } from '#shared/features/products/product-library/contract.ts'
import { daysIn, SHOWN_DAYS, stockSpans } from '#shared/features/products/product-library/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { NEVER_SCANNED } from './messages.ts'

const HEIGHT = 16
/** A segment shorter than a day would be invisible. */
const THINNEST = 0.8

/** A product's stock over the last 90 days as a bar, with a text alternative. */
export function StockStripCell({ product: { recent }, now }: { product: ListedProduct; now: Date }) {
  const to = now.getTime()
  const from = to - SHOWN_DAYS * DAY_MS
  const spans = stockSpans(recent, from, to)
  if (spans.length === 0) return <span className="quiet">{NEVER_SCANNED}</span>
  const out = daysIn(spans, 'OUT_OF_STOCK')
  const words = out === 0 ? 'Never out of stock' : `Out of stock on ${out} ${out === 1 ? 'day' : 'days'}`
  return (
    <svg
      className="stock-strip"
      viewBox={`0 0 ${SHOWN_DAYS} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${words} of the last ${SHOWN_DAYS}`}
    >
      <title>{`${words} of the last ${SHOWN_DAYS}`}</title>
      {spans.map(({ stock, from: begin, to: end }) => (
        <rect
          key={begin}
          data-stock={stock}
          x={(begin - from) / DAY_MS}
          width={Math.max((end - begin) / DAY_MS, THINNEST)}
          y={stock === 'OUT_OF_STOCK' ? 2 : 3}
          height={stock === 'OUT_OF_STOCK' ? HEIGHT - 4 : HEIGHT - 6}
        />
      ))}
    </svg>
  )
}
