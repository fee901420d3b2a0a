import { RelativeTime } from '#web/ui/cells/moment.tsx'
import type { LiveProduct } from './use-products.ts'

/** The age of the oldest price on the page. */
export function PricesNote({ live }: { live: ReadonlyMap<string, LiveProduct> }) {
  // Before all are loaded, the oldest may be missing.
  if ([...live.values()].some(({ state }) => state === 'loading')) return null
  const products = [...live.values()].flatMap(({ product }) => product ?? [])
  const [oldest] = products.flatMap(({ as_of: asOf }) => asOf ?? []).sort()
  if (oldest === undefined) return null
  return (
    <span className="meta">
      Prices checked <RelativeTime moment={oldest} />
      {products.some(({ is_stale: isStale }) => isStale) && '; couldn’t update them since'}
    </span>
  )
}
