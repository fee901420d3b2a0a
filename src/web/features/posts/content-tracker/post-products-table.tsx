import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Replace } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { AvailabilityRow, ContentRow } from '#shared/features/posts/content-tracker/contract.ts'
import { money } from '#shared/format/money.ts'
import { useMay } from '#web/api/session.ts'
import { useShop } from '#web/features/ground/system/queries.ts'
import { CommissionNote } from '#web/features/products/commission-categories/commission-note.tsx'
import { StatusBadge } from '#web/ui/cells/status-badge.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { FAILURES, NO_PRODUCTS, NOT_VERIFIED } from './messages.ts'
import { productsQuery } from './queries.ts'

const PICTURE = 32
const REVENUE_COLUMN = 'Revenue 30 d'

function AvailabilityBadge({ availability, raw }: { availability: string | null; raw: string }) {
  if (availability === null)
    return (
      <span title={raw}>
        <StatusBadge label={NOT_VERIFIED} mark="hollow" />
      </span>
    )
  return <StatusBadge label={availability} tone={availability === 'Now' ? 'good' : 'warn'} />
}

/** A link to replace an unavailable product everywhere. */
function ReplaceLink({ product: { ASIN, NAME, AVAILABILITY } }: { product: AvailabilityRow }) {
  if (AVAILABILITY === null || AVAILABILITY === 'Now') return null
  return (
    <Link
      to={SCREENS.oosReport.path}
      search={{ group: 'product', replace: ASIN }}
      className="with-icon nowrap"
      aria-label={`Replace ${NAME || ASIN}`}
    >
      <Replace size={14} aria-hidden="true" />
      Replace
    </Link>
  )
}

function ProductRow({ product, mayReplace }: { product: AvailabilityRow; mayReplace: boolean }) {
  const shop = useShop()
  const mayOpen = useMay('ManageProducts')
  const {
    IMAGE_URL,
    NAME,
    AWARD,
    ASIN,
    REVENUE,
    commission,
    AVAILABILITY,
    raw_availability: rawAvailability,
  } = product
  return (
    <tr>
      <td className="tracker-picture" data-part="picture">
        {IMAGE_URL && <img src={IMAGE_URL} alt="" width={PICTURE} height={PICTURE} loading="lazy" />}
      </td>
      <td data-part="name">
        {mayOpen && NAME ? (
          <Link to={SCREENS.products.path} search={{ query: ASIN }} title="Stock, price and other posts">
            {NAME}
          </Link>
        ) : (
          NAME || <span className="quiet">–</span>
        )}
      </td>
      <td data-part="award">
        {AWARD ? <span className="tracker-award">{AWARD}</span> : <span className="quiet">–</span>}
      </td>
      <td data-part="asin">
        <a
          className="tabular nowrap break-words underlined"
          href={`${shop}/dp/${encodeURIComponent(ASIN)}`}
          target="_blank"
          rel="noreferrer"
        >
          {ASIN} <ExternalLink className="inline-icon" size={12} aria-hidden="true" />
        </a>
      </td>
      <td
        className="numeric tabular"
        data-part="revenue"
        {...(REVENUE === null ? {} : { 'data-label': REVENUE_COLUMN })}
      >
        {REVENUE === null ? (
          <CommissionNote commission={commission} why="Earnings aren’t reported per product." />
        ) : (
          money(REVENUE)
        )}
      </td>
      <td data-part="stock">
        <AvailabilityBadge availability={AVAILABILITY} raw={rawAvailability} />
      </td>
      {mayReplace && (
        <td className="numeric" data-part="replace">
          <ReplaceLink product={product} />
        </td>
      )}
    </tr>
  )
}

const BARS = [1, 2, 3, 4, 5]

/** The products of a post, in its order. */
export function PostProductsTable({ row }: { row: ContentRow }) {
  const { data, error, refetch } = useQuery(productsQuery(row))
  // The same permission as on the stock board.
  const mayReplace = useMay('CreateArticle')
  if (error && !data)
    return <Failed title={FAILURES.products} message={error.message} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="tracker-bars skeleton" role="status" aria-label="Loading">
        {BARS.map((bar) => (
          <span key={bar} />
        ))}
      </div>
    )
  if (data.length === 0) return <p className="quiet">{NO_PRODUCTS}</p>
  return (
    <div className="tracker-products">
      <table aria-label={`Products of ${row.POST_TITLE}`}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Picture</span>
            </th>
            <th scope="col">Name</th>
            <th scope="col">Award</th>
            <th scope="col">ASIN</th>
            <th scope="col" className="numeric">
              {REVENUE_COLUMN}
            </th>
            <th scope="col">Availability</th>
            {mayReplace && (
              <th scope="col">
                <span className="visually-hidden">Replace</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.map((product) => (
            <ProductRow key={product.ASIN} product={product} mayReplace={mayReplace} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
