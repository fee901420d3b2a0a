import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Product, ProviderData } from '#shared/features/products/product-library/contract.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { FAILURES, NO_ASIN, NOT_ASKED } from './messages.ts'
import { OffersTable } from './offers-table.tsx'
import { useProvider } from './queries.ts'

/** A labelled value from the marketplace; nothing if it is missing. */
function Said({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="provider-said break-words shrinkable">
      <h3>{label}</h3>
      {children}
    </section>
  )
}

function Info({ info }: Pick<ProviderData, 'info'>) {
  return (
    <div className="provider-info stack gap-14">
      {info.map(({ category, values }) => (
        <Said key={category} label={category}>
          <dl>
            {values.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="text-right">{value}</dd>
              </div>
            ))}
          </dl>
        </Said>
      ))}
    </div>
  )
}

function Words({ data }: { data: ProviderData }) {
  const { title, categories, pageURL, features } = data
  return (
    <div className="provider-words stack gap-14">
      {title && <Said label="Title">{title}</Said>}
      {categories.length > 0 && <Said label="Categories">{categories.join(' › ')}</Said>}
      {pageURL && (
        <Said label="Page">
          <a href={pageURL} target="_blank" rel="noopener noreferrer" className="with-icon">
            marketplace page
            <ExternalLink size={12} aria-hidden="true" />
          </a>
        </Said>
      )}
      {features.length > 0 && (
        <Said label="Features">
          <ul>
            {features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </Said>
      )}
    </div>
  )
}

/** The marketplace's own description of a product. */
export function ProviderPanel({ product }: { product: Product }) {
  const { data, error, refetch } = useProvider(product)
  if (error && !data)
    return <Failed title={FAILURES.provider} message={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={8} />
  if (data.state === 'invalid') return <Empty text={NO_ASIN} />
  if (data.state === 'unknown')
    return <Failed title={FAILURES.provider} message={NOT_ASKED} onRetry={() => void refetch()} />
  return (
    <div className="stack bounded gap-16">
      {data.as_of && (
        <p className={data.is_stale ? 'provider-age small quiet stale' : 'provider-age small quiet'}>
          {data.is_stale ? 'Couldn’t reach the marketplace. Last answer ' : 'Checked '}
          <RelativeTime moment={data.as_of} />
        </p>
      )}
      <div className="provider-columns stack bounded">
        <Words data={data} />
        <Info info={data.info} />
      </div>
      {data.offers.length > 0 && (
        <Said label="Offers">
          <OffersTable offers={data.offers} />
        </Said>
      )}
    </div>
  )
}
