import type { UseQueryResult } from '@tanstack/react-query'
import { Copy, ExternalLink } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { type MarketplaceProduct, PRODUCT_PAGE_SIZE } from '#shared/features/opportunities/contract.ts'
import { money } from '#shared/format/money.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { notify } from '#web/ui/notify.ts'
import { useRoom } from '#web/ui/use-room.ts'
import { BRAND_ONLY, CLEAR_FILTERS, EMPTY, FAILURE, NO_MATCH, pageHint } from './messages.ts'
import { addressOf, changeOf, FILTERED, type MarketSearch, type ProductsAddress } from './search.ts'

const UNKNOWN = <span className="quiet">-</span>

async function copyAsin(asin: string) {
  try {
    await navigator.clipboard.writeText(asin)
    notify({ kind: 'success', title: `Copied ${asin}.` })
  } catch {
    // A browser that keeps its clipboard shut: the number itself is shown to be copied.
    notify({ kind: 'info', title: asin })
  }
}

function ProductCell({ product }: { product: MarketplaceProduct }) {
  const { name, brand, category, imageUrl, is_brand_only: isBrandOnly } = product
  return (
    <span className="market-product">
      {imageUrl ? (
        <img src={imageUrl} alt="" width={36} height={36} loading="lazy" />
      ) : (
        <span className="market-product-blank" aria-hidden="true" />
      )}
      <span className="two-lines">
        <strong title={name}>{name}</strong>
        <span className="meta">
          {[brand, category, isBrandOnly ? BRAND_ONLY : null].filter((part) => part !== null).join(' · ')}
        </span>
      </span>
    </span>
  )
}

function PriceCell({ product: { price, is_available: isAvailable } }: { product: MarketplaceProduct }) {
  return (
    <span className="two-lines market-price">
      {price === null ? UNKNOWN : <strong>{money(price)}</strong>}
      {isAvailable === false && <span className="tag product-mark unavailable">unavailable</span>}
    </span>
  )
}

function ListedCell({ product }: { product: MarketplaceProduct }) {
  const day = product.listedAt ?? product.estimatedListedAt
  if (day === null) return UNKNOWN
  return (
    <span title={product.listedAt === null ? 'Estimated' : undefined}>
      {product.listedAt === null && <span className="quiet">≈ </span>}
      <CalendarDay day={day} />
    </span>
  )
}

const articlesOf = (count: number) => (count === 1 ? '1 article' : `${count} articles`)

const count = (value: number | null) => (value === null ? UNKNOWN : <Count value={value} />)

/** What has no room stands behind the column chooser. */
const LEFT_OUT: LeftOutByRoom = {
  wide: [],
  medium: ['listedAt'],
  tight: ['listedAt', 'nSellers', 'nReviews'],
}

const COLUMNS: readonly TableColumn<MarketplaceProduct>[] = [
  {
    key: 'name',
    title: 'Product',
    place: 'name',
    sortable: true,
    required: true,
    render: (product) => <ProductCell product={product} />,
  },
  {
    key: 'asin',
    title: 'ASIN',
    place: 'note',
    render: ({ asin, product_url: address }) => (
      <a href={address} target="_blank" rel="noreferrer" className="market-asin">
        {asin} <ExternalLink size={12} aria-hidden="true" />
      </a>
    ),
  },
  {
    key: 'price',
    title: 'Price',
    place: 'figure',
    sortable: true,
    numeric: true,
    render: (product) => <PriceCell product={product} />,
  },
  {
    key: 'rating',
    title: 'Rating',
    place: 'state',
    numeric: true,
    render: ({ rating }) => (rating === null ? UNKNOWN : `${rating.toFixed(1)} ★`),
  },
  {
    key: 'nReviews',
    title: 'Reviews',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ nReviews }) => count(nReviews),
  },
  {
    key: 'nSellers',
    title: 'Sellers',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ nSellers }) => count(nSellers),
  },
  {
    key: 'estimatedSales',
    title: 'Sales a month',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ estimatedSales }) => count(estimatedSales),
  },
  {
    key: 'estRevenue',
    title: 'Revenue a month',
    sortable: true,
    numeric: true,
    labelled: true,
    render: ({ estRevenue }) => (estRevenue === null ? UNKNOWN : money(estRevenue)),
  },
  {
    key: 'listedAt',
    title: 'Listed',
    numeric: true,
    labelled: true,
    render: (product) => <ListedCell product={product} />,
  },
  {
    key: 'articles',
    title: 'With us',
    place: 'foot',
    render: ({ articles }) =>
      articles > 0 ? (
        <span className="nowrap">{articlesOf(articles)}</span>
      ) : (
        <span className="tag product-mark new-to-us">new to us</span>
      ),
  },
  {
    key: 'actions',
    title: 'Actions',
    place: 'actions',
    required: true,
    fixed: 'right',
    width: 72,
    render: ({ asin }) => (
      <IconButton label={`Copy ${asin}`} onClick={() => void copyAsin(asin)}>
        <Copy size={14} />
      </IconButton>
    ),
  },
]

const PRODUCTS: ListOf<MarketplaceProduct, ProductsAddress> = {
  name: 'market-products',
  label: 'Marketplace products',
  ...FILTERED,
  size: PRODUCT_PAGE_SIZE,
  rowHeight: 52,
  rowKey: ({ asin }) => asin,
  failTitle: FAILURE,
  empty: EMPTY,
  unmatched: { text: NO_MATCH, clear: CLEAR_FILTERS },
}

interface MarketProductsTableProps {
  search: MarketSearch
  onChange: (patch: Partial<MarketSearch>, options?: { replace?: boolean }) => void
  query: UseQueryResult<ListPage<MarketplaceProduct>>
  toolbar: ReactNode
}

/** A page above the first may be one that there is not: the failure says which one was asked for. */
function withHint(error: Error | null, page: number): Error | null {
  const hint = pageHint(page)
  return error === null || hint === null ? error : new Error(`${error.message} ${hint}`, { cause: error })
}

/** The marketplace's products, as sorted and paged by the address. */
export function MarketProductsTable({ search, onChange, query, toolbar }: MarketProductsTableProps) {
  const room = useRoom()
  const columns = useMemo(() => fitting(COLUMNS, room, LEFT_OUT), [room])
  return (
    <div className="market-products">
      <List
        of={{ ...PRODUCTS, size: search.perPage }}
        search={addressOf(search)}
        onChange={(patch, options) => onChange(changeOf(patch), options)}
        query={{ ...query, error: withHint(query.error, search.page) }}
        columns={columns}
        toolbar={toolbar}
      />
    </div>
  )
}
