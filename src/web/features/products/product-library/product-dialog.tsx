import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronUp, List as ListIcon } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import type { ListedProduct, Product } from '#shared/features/products/product-library/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { useMay } from '#web/api/session.ts'
import { Moment, RelativeTime } from '#web/ui/cells/moment.tsx'
import { Failed } from '#web/ui/feedback/failed.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Button } from '#web/ui/input/button.tsx'
import { IconButton } from '#web/ui/input/icon-button.tsx'
import { useRegionKeys } from '#web/ui/input/use-hotkey.ts'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { AsinLink } from '../../articles/articles/asin-link.tsx'
import { RiskBadge } from '../../posts/stock-report/risk-badge.tsx'
import { articlesOf, FAILURES, NEVER_SCANNED } from './messages.ts'
import { ProductPictureCell } from './product-picture-cell.tsx'
import { ProductTabsPanel } from './product-tabs-panel.tsx'
import { productQuery } from './queries.ts'
import type { ProductsSearch } from './search.ts'
import { StockBadge } from './stock-badge.tsx'
import { StockHistoryPanel } from './stock-history-panel.tsx'
import { useMissing } from './use-missing.ts'

const WIDTH = 960

/** When the state was first seen, and when it was last checked. */
function Since({ product: { lastStock, last_scanned: at } }: { product: Product }) {
  if (lastStock === null) return <span className="quiet">{NEVER_SCANNED}</span>
  return (
    <span className="quiet">
      since <Moment moment={lastStock.created_at} />
      {at !== null && (
        <>
          {' · scanned '}
          <RelativeTime moment={at} />
        </>
      )}
    </span>
  )
}

/** The loss caused by an unavailable product, with a link to fix it. */
function RiskNote({ product: { asin, risk } }: { product: Product }) {
  const mayOpen = useMay('ViewKeywords')
  if (risk === null) return null
  const { weekly, is_estimated: isEstimate, posts } = risk
  return (
    <p className="product-risk cluster align-stretch gap-4">
      {weekly === null ? (
        'At risk: unknown'
      ) : (
        <>
          <RiskBadge sum={weekly / 100} isEstimate={isEstimate} /> at risk a week
        </>
      )}
      {` in ${countedIn(posts, 'post')}`}
      {mayOpen && (
        <Link className="push" to={SCREENS.oosReport.path} search={{ group: 'product', query: asin }}>
          Products OOS
        </Link>
      )}
    </p>
  )
}

interface Steps {
  before: (() => void) | undefined
  after: (() => void) | undefined
}

function Head({ product, steps }: { product: Product; steps: Steps }) {
  const { name, asin, award, awards, in_stock: stock, image_url: url } = product
  return (
    <div className="product-head row gap-12">
      <ProductPictureCell url={url} size={48} />
      <div className="stack gap-2 fill shrinkable">
        <span className="break-words">{name || asin}</span>
        <span className="product-head-facts cluster gap-12 row-gap-4">
          <AsinLink asin={asin} />
          {award && (
            <span className="tag" title={awards.join(', ')}>
              {award}
            </span>
          )}
          <StockBadge stock={stock} />
          <Since product={product} />
        </span>
      </div>
      <span className="row align-stretch gap-4 wide-only">
        <IconButton label="Previous product (K)" disabled={!steps.before} onClick={steps.before}>
          <ChevronUp size={18} aria-hidden="true" />
        </IconButton>
        <IconButton label="Next product (J)" disabled={!steps.after} onClick={steps.after}>
          <ChevronDown size={18} aria-hidden="true" />
        </IconButton>
      </span>
    </div>
  )
}

/** Links to the previous and next product on the page of the list, with shortcuts. */
function useSteps({ id, rows, onChange }: Omit<ProductDialogProps, 'onClose'>): Steps {
  const at = rows?.findIndex(({ product_id }) => product_id === id) ?? -1
  const to = (place: number) => {
    const next = at < 0 ? undefined : rows?.[place]
    return next && (() => onChange({ productId: next.product_id }))
  }
  const steps = { before: to(at - 1), after: to(at + 1) }
  useRegionKeys(
    (focused) => focused.closest('[role="dialog"]')?.querySelector('.product-head') != null,
    ({ key }) => {
      if (key === 'j') steps.after?.()
      if (key === 'k') steps.before?.()
    },
  )
  return steps
}

interface ProductDialogProps {
  id: number
  search: ProductsSearch
  /** The page of the list that it was opened from. */
  rows: readonly ListedProduct[] | undefined
  onChange: (patch: Partial<ProductsSearch>) => void
  onClose: () => void
}

/** All data about a product: its state, its history, marketplace data and publishers' recommendations. */
export function ProductDialog({ onClose, ...props }: ProductDialogProps) {
  const { id, search, onChange } = props
  const { data: product, error, refetch } = useQuery(productQuery(id))
  const steps = useSteps(props)
  const isMissing = product === null
  useMissing(isMissing, onClose)
  if (isMissing) return null
  return (
    <Dialog
      open
      steady
      width={WIDTH}
      title={product ? <Head product={product} steps={steps} /> : 'Product'}
      onClose={onClose}
      actions={
        product &&
        product.countArticles > 0 && (
          <Button
            icon={<ListIcon size={16} aria-hidden="true" />}
            onClick={() => onChange({ articles: product.product_id })}
          >
            Open {articlesOf(product.countArticles)}
          </Button>
        )
      }
    >
      {product ? (
        <div className="stack bounded gap-12" key={id}>
          <RiskNote product={product} />
          <StockHistoryPanel product={product} days={search.days} onDays={(days) => onChange({ days })} />
          <ProductTabsPanel product={product} tab={search.tab} onTab={(tab) => onChange({ tab })} />
        </div>
      ) : error ? (
        <Failed title={FAILURES.read} message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={10} />
      )}
    </Dialog>
  )
}
