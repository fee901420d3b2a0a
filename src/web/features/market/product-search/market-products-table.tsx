import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight, ExternalLink } from 'lucide-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import {
  type MarketplaceProduct,
  PRODUCT_PAGE_SIZE,
} from '#shared/features/keywords/opportunities/contract.ts'
import { money } from '#shared/format/money.ts'
import { Count } from '#web/ui/cells/count.tsx'
import { CalendarDay } from '#web/ui/cells/moment.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { patched } from '#web/ui/patched.ts'
import {
  BRAND_ONLY,
  BY_NAME,
  CLEAR_FILTERS,
  EMPTY,
  FAILURE,
  NEAREST,
  NO_MATCH,
  pageHint,
} from './messages.ts'
import { ProductCell } from './product-cell.tsx'
import { ProductMenu } from './product-menu.tsx'
import { addressOf, changeOf, FILTERED, type MarketSearch, type ProductsAddress } from './search.ts'

const UNKNOWN = <span className="quiet">-</span>

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

/** Columns without room are available in the column chooser. */
const LEFT_OUT: LeftOutByRoom = {
  wide: [],
  medium: ['listedAt'],
  tight: ['listedAt', 'nSellers', 'nReviews'],
}

interface Uses {
  /** The searched words. */
  words: string
  onRequest: (product: MarketplaceProduct) => void
}

/** A card on a phone has three lines; the other values are on the product's page. */
const ON_PHONE = ['name', 'price', 'rating', 'articles', 'actions']

const FIGURES: readonly TableColumn<MarketplaceProduct>[] = [
  {
    key: 'asin',
    title: 'ASIN',
    render: ({ asin, product_url: address }) => (
      <a href={address} target="_blank" rel="noreferrer" className="inline-row gap-4">
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
    place: 'note',
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
    title: 'Our articles',
    place: 'state',
    render: ({ articles }) =>
      articles > 0 ? (
        <span className="nowrap">{articlesOf(articles)}</span>
      ) : (
        <span className="tag product-mark new-to-us">none yet</span>
      ),
  },
]

const columnsOf = ({ words, onRequest }: Uses): TableColumn<MarketplaceProduct>[] => [
  {
    key: 'name',
    title: 'Product',
    place: 'name',
    sortable: true,
    required: true,
    render: (product) => <ProductCell product={product} search={words} />,
  },
  ...FIGURES,
  {
    key: 'actions',
    title: 'Actions',
    place: 'actions',
    required: true,
    fixed: 'right',
    width: 144,
    render: (product) => <ProductMenu product={product} onRequest={onRequest} />,
  },
]

interface ProductsPage extends ListPage<MarketplaceProduct> {
  /** The nearest spelling, if nothing matches. */
  nearest: string | null
}

/** Enter leads where the name does: to the product's page at the marketplace. */
const ROW_KEYS = { Enter: '.market-product a', u: '.use-product' } as const

const PRODUCTS: ListOf<MarketplaceProduct, ProductsAddress> = {
  name: 'market-products',
  label: 'Marketplace products',
  ...FILTERED,
  size: PRODUCT_PAGE_SIZE,
  rowHeight: 52,
  rowKey: ({ asin }) => asin,
  rowKeys: ROW_KEYS,
  failTitle: FAILURE,
  empty: EMPTY,
}

/** Nothing matches: the nearest spelling that does. */
function NearestNote({ words }: { words: string }) {
  const { path } = SCREENS.productSearch
  return (
    <>
      {NO_MATCH} {NEAREST}{' '}
      <Link from={path} to={path} search={patched<MarketSearch>({ includeText: words, page: 1 })}>
        {words}
      </Link>
      ?
    </>
  )
}

interface BrandGroupProps {
  columns: readonly TableColumn<MarketplaceProduct>[]
  rows: readonly MarketplaceProduct[]
  query: UseQueryResult<ListPage<MarketplaceProduct>>
}

/** Products that match only by their brand, collapsed below the others. */
function BrandGroup({ columns, rows, query }: BrandGroupProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const Arrow = isOpen ? ChevronDown : ChevronRight
  return (
    <section className="brand-group stack gap-8 mt-16">
      <h2>
        <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <Arrow size={16} aria-hidden="true" />
          {BRAND_ONLY} <span className="quiet">{rows.length}</span>
        </button>
      </h2>
      {isOpen && (
        <div id={id}>
          <DataTable
            name={PRODUCTS.name}
            label={BRAND_ONLY}
            // The list above has the column chooser.
            columns={columns.filter(({ hidden }) => !hidden).map((column) => ({ ...column, required: true }))}
            rows={rows}
            rowKey={PRODUCTS.rowKey}
            rowKeys={ROW_KEYS}
            query={query}
            failTitle={FAILURE}
            empty={{}}
          />
        </div>
      )}
    </section>
  )
}

interface MarketProductsTableProps {
  search: MarketSearch
  onChange: (patch: Partial<MarketSearch>, options?: { replace?: boolean }) => void
  query: UseQueryResult<ProductsPage>
  toolbar: ReactNode
  onRequest: (product: MarketplaceProduct) => void
}

/** A page after the first may not exist, so the error names the requested page. */
function withHint(error: Error | null, page: number): Error | null {
  const hint = pageHint(page)
  return error === null || hint === null ? error : new Error(`${error.message} ${hint}`, { cause: error })
}

/**
 * The marketplace's products with the address's order and page: first those whose name matches, then those
 * whose brand does.
 */
export function MarketProductsTable(props: MarketProductsTableProps) {
  const { search, onChange, query, toolbar, onRequest } = props
  const { includeText: words } = search
  const room = useContentWidth()
  const columns = useMemo(() => {
    const all = fitting(columnsOf({ words, onRequest }), room, LEFT_OUT)
    return room === 'phone' ? all.filter(({ key }) => ON_PHONE.includes(key)) : all
  }, [words, onRequest, room])
  const rows = query.data?.rows
  const named = rows?.filter(({ is_brand_only: isBrandOnly }) => !isBrandOnly) ?? []
  const others = rows?.filter(({ is_brand_only: isBrandOnly }) => isBrandOnly) ?? []
  const nearest = query.data?.nearest ?? null
  const unmatched = {
    text: nearest === null ? NO_MATCH : <NearestNote words={nearest} />,
    clear: CLEAR_FILTERS,
  }
  const isSplit = named.length > 0 && others.length > 0
  return (
    <div className="market-products">
      <List
        of={{ ...PRODUCTS, size: search.perPage, unmatched }}
        search={addressOf(search)}
        onChange={(patch, options) => onChange(changeOf(patch), options)}
        query={{ ...query, error: withHint(query.error, search.page) }}
        {...(isSplit ? { rows: named } : {})}
        columns={columns}
        toolbar={
          <>
            {others.length > 0 && (
              <h2 className="products-group">
                {isSplit ? BY_NAME : BRAND_ONLY}{' '}
                <span className="quiet">{isSplit ? named.length : others.length}</span>
              </h2>
            )}
            {toolbar}
          </>
        }
      />
      {isSplit && <BrandGroup columns={columns} rows={others} query={query} />}
    </div>
  )
}
