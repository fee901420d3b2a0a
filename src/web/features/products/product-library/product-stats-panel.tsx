import { useQuery } from '@tanstack/react-query'
import type { Product, ProductStats } from '#shared/features/products/product-library/contract.ts'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FAILURES, NO_STATS } from './messages.ts'
import { productStatsQuery } from './queries.ts'

function Story({ story: { title, url, last_day: day } }: Pick<ProductStats, 'story'>) {
  return (
    <p className="meta">
      {url ? (
        <a href={url} target="_blank" rel="noopener noreferrer" className="break-words underlined">
          {title}
        </a>
      ) : (
        title
      )}
      {' · last shown on '}
      <CalendarDay day={day} />
    </p>
  )
}

function Entry({ entry }: { entry: ProductStats }) {
  const said = [
    ['Name', entry.name],
    ['Subheader', entry.subheader],
    ['Award', entry.award],
    ['Blurb', entry.blurb],
  ].filter(([, words]) => words !== '')
  return (
    <li>
      <dl className="details">
        {said.map(([label, words]) => (
          <div key={label} className="stats-line">
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Story story={entry.story} />
    </li>
  )
}

/** How publishers' stories recommend a product. */
export function ProductStatsPanel({ product }: { product: Product }) {
  const { data, error, refetch } = useQuery(productStatsQuery(product.product_id))
  if (error && !data)
    return <Failed title={FAILURES.stats} message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={4} />
  if (data.length === 0) return <Empty text={NO_STATS} />
  return (
    <ul className="product-stats stack gap-12">
      {data.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a story may name a product twice, and they are only shown
        <Entry key={index} entry={entry} />
      ))}
    </ul>
  )
}
