import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { ListedProduct } from '#shared/features/products/product-library/contract.ts'
import { money } from '#shared/format/money.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { RelativeTime } from '#web/ui/cells/moment.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import { Button } from '#web/ui/input/button.tsx'
import type { TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf, type ListPage } from '#web/ui/list/list.tsx'
import { AsinLink } from '../../articles/articles/asin-link.tsx'
import { RiskBadge } from '../../posts/stock-report/risk-badge.tsx'
import { articlesOf, COLUMN_TITLES, EMPTY, FAILURES, NEVER_SCANNED, UNKNOWN } from './messages.ts'
import { ProductPictureCell } from './product-picture-cell.tsx'
import { ProductsSearch } from './search.ts'
import { StockBadge } from './stock-badge.tsx'
import { StockStripCell } from './stock-strip-cell.tsx'

type Change = (patch: Partial<ProductsSearch>) => void
type Column = TableColumn<ListedProduct>

const Unknown = () => <span className="quiet">{UNKNOWN}</span>
/** Columns without room are available in the column chooser and in the details. */
const LEFT_OUT: LeftOutByRoom = {
  wide: ['last_scanned'],
  medium: ['last_scanned'],
  tight: ['last_scanned', 'strip', 'price'],
}

const PICTURE: Column = {
  key: 'picture',
  title: '',
  width: 52,
  required: true,
  render: ({ image_url: url }) => <ProductPictureCell url={url} />,
}
const ASIN: Column = {
  key: 'asin',
  title: COLUMN_TITLES.asin,
  place: 'note',
  sortable: true,
  required: true,
  render: ({ asin }) => <AsinLink asin={asin} />,
}
const NAME: Column = {
  key: 'name',
  title: COLUMN_TITLES.name,
  place: 'name',
  sortable: true,
  required: true,
  render: ({ name, award, awards }) => (
    <span className="two-lines library-name">
      <span className="library-title ellipsis medium" title={name}>
        {name || <span className="quiet">No name yet</span>}
      </span>
      <span className="meta ellipsis" title={awards.join(', ') || award}>
        {award || UNKNOWN}
        {awards.length > 1 && ` +${awards.length - 1}`}
      </span>
    </span>
  ),
}
const STOCK: Column = {
  key: 'in_stock',
  title: COLUMN_TITLES.in_stock,
  place: 'figure',
  sortable: true,
  required: true,
  render: ({ in_stock: stock, risk }) => (
    <span className="two-lines library-stock">
      <StockBadge stock={stock} />
      {risk && risk.weekly !== null && (
        <span className="meta">
          <RiskBadge sum={risk.weekly / 100} isEstimate={risk.is_estimated} /> a week
        </span>
      )}
    </span>
  ),
}

const stripOf = (now: Date): Column => ({
  key: 'strip',
  title: '90 days',
  width: 196,
  render: (product) => <StockStripCell product={product} now={now} />,
})
const PRICE: Column = {
  key: 'price',
  title: 'Price',
  numeric: true,
  render: ({ price }) => price ?? <Unknown />,
}
const EARNED: Column = {
  key: 'earnings_30d',
  title: COLUMN_TITLES.earnings_30d,
  numeric: true,
  sortable: true,
  render: ({ earnings_30d: cents }) => (cents === null ? <Unknown /> : money(cents / 100)),
}
const SCANNED: Column = {
  key: 'last_scanned',
  title: 'Last scanned',
  render: ({ last_scanned: at }) => (
    <span className="quiet">{at === null ? NEVER_SCANNED : <RelativeTime moment={at} />}</span>
  ),
}

function useColumns(change: Change): readonly Column[] {
  const room = useContentWidth()
  const [now] = useState(() => new Date())
  return useMemo(() => {
    const count: Column = {
      key: 'countArticles',
      title: COLUMN_TITLES.countArticles,
      place: 'state',
      sortable: true,
      required: true,
      numeric: true,
      render: ({ product_id: id, countArticles, name, asin }) => (
        <Button
          size="small"
          className="library-count"
          disabled={countArticles === 0}
          aria-label={`${articlesOf(countArticles)} with ${name || asin}`}
          onClick={() => change({ articles: id })}
        >
          {countArticles}
        </Button>
      ),
    }
    const details: Column = {
      key: 'details',
      title: '',
      place: 'actions',
      required: true,
      fixed: 'right',
      width: 84,
      render: ({ product_id: id, name, asin }) => (
        <Button
          size="small"
          aria-label={`Details of ${name || asin}`}
          onClick={() => change({ productId: id })}
        >
          Details
        </Button>
      ),
    }
    if (room === 'phone') return [PICTURE, NAME, STOCK, ASIN, count, details]
    const more = fitting([stripOf(now), PRICE, EARNED, SCANNED], room, LEFT_OUT)
    return [PICTURE, ASIN, NAME, STOCK, ...more, count, details]
  }, [change, room, now])
}

const PRODUCTS: ListOf<ListedProduct, ProductsSearch> = {
  name: 'products',
  label: 'Products',
  address: ProductsSearch,
  filters: ['query', 'stock'],
  size: PAGE_SIZE,
  rowKey: ({ product_id }) => product_id,
  rowHeight: 52,
  failTitle: FAILURES.list,
  empty: EMPTY,
  unmatched: {
    text: ({ query, stock }) => {
      const state = stock === 'All' ? 'No products' : `No products with the status “${stock}”`
      return query === '' ? `${state}.` : `${state} with “${query}” in the ASIN or name.`
    },
    clear: 'Show all products',
  },
}

interface LibraryTableProps {
  search: ProductsSearch
  onChange: Change
  query: UseQueryResult<ListPage<ListedProduct>>
  toolbar: ReactNode
}

/** The products that match the filters. */
export function LibraryTable({ search, onChange, query, toolbar }: LibraryTableProps) {
  return (
    <div className="product-list">
      <List
        of={PRODUCTS}
        search={search}
        onChange={onChange}
        query={query}
        columns={useColumns(onChange)}
        onOpen={({ product_id }) => onChange({ productId: product_id })}
        toolbar={toolbar}
      />
    </div>
  )
}
