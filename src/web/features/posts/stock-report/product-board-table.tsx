import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { StockReportProduct } from '#shared/features/posts/stock-report/contract.ts'
import { monthly } from '#shared/features/posts/stock-report/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { ProductPicture } from '#web/ui/cells/product-picture.tsx'
import { useContentWidth } from '#web/ui/hooks/use-content-width.ts'
import type { RowKey, TableColumn } from '#web/ui/list/column.ts'
import { fitting, type LeftOutByRoom } from '#web/ui/list/fitting.ts'
import { List, type ListOf } from '#web/ui/list/list.tsx'
import { AsinLink } from '../../articles/articles/asin-link.tsx'
import { SiteCodeBadge } from '../../ground/sites/site-code-badge.tsx'
import { CommissionNote } from '../../products/commission-categories/commission-note.tsx'
import { StockBadge } from '../../products/product-library/stock-badge.tsx'
import { BoardAction, leadsToPanel } from './board-action-link.tsx'
import { InStockLink, SOLD_OUT } from './in-stock-link.tsx'
import { isDrafted, marksOf, placesWords, STILL_OLD_PRODUCT, UNTOLD } from './messages.ts'
import { ProductPostsList } from './product-posts-list.tsx'
import { boardQuery } from './queries.ts'
import { RiskBadge } from './risk-badge.tsx'
import type { OosSearch } from './search.ts'
import { SinceCell } from './since-cell.tsx'

const BOARD: ListOf<StockReportProduct, OosSearch> = {
  name: 'oos-products',
  label: 'Products OOS, by product',
  ...SOLD_OUT,
  rowKey: ({ asin }) => asin,
  rowKeys: { r: '.replace-button, .request-edits' },
}

type Column = TableColumn<StockReportProduct>

/** What a row of both tables says about its product. */
type SoldOut = Pick<StockReportProduct, 'asin' | 'title' | 'image_url' | 'availability_type' | 'since'>

export const PICTURE_COLUMN: TableColumn<SoldOut> = {
  key: 'picture',
  title: '',
  width: 52,
  required: true,
  render: ({ image_url: imageUrl }) => <ProductPicture address={imageUrl ?? undefined} />,
}

export const ASIN_COLUMN: TableColumn<SoldOut> = {
  key: 'ASIN',
  title: 'ASIN',
  place: 'note',
  sortable: true,
  required: true,
  render: ({ asin }) => <AsinLink asin={asin} />,
}

export const NAME_COLUMN: TableColumn<SoldOut> = {
  key: 'TITLE',
  title: 'Name',
  place: 'name',
  sortable: true,
  required: true,
  render: ({ title }) => (
    <span className="oos-title oos-name" title={title}>
      {title || <span className="quiet">No name yet</span>}
    </span>
  ),
}

export const STOCK_COLUMN: TableColumn<SoldOut> = {
  key: 'AVAILABILITY_TYPE',
  title: 'Status',
  place: 'state',
  sortable: true,
  required: true,
  render: ({ availability_type: stock }) => <StockBadge stock={stock} />,
}

export const SINCE_COLUMN: TableColumn<SoldOut> = {
  key: 'SINCE',
  title: 'For',
  sortable: true,
  labelled: true,
  render: ({ since }) => <SinceCell since={since} />,
}

const MOST_LOGOS = 3
const UNKNOWN = <span className="quiet">unknown</span>

/** More would be as long as the words beside them. */
const MOST_MARKS = 6

/** A mark for each place; the words beside them say the same. */
function PlaceMarks({ rows }: { rows: StockReportProduct['rows'] }) {
  return (
    <span className="place-marks inline-row align-stretch" aria-hidden="true">
      {marksOf(rows)
        .slice(0, MOST_MARKS)
        .map((kind, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: marks have no identity
          <i key={index} className={kind} />
        ))}
    </span>
  )
}

/** The first sites of a product's posts, and the number of posts. */
function PostsCell({ product: { rows, posts } }: { product: StockReportProduct }) {
  const drafted = rows.filter(isDrafted).length
  const sites = [...new Set(rows.map(({ site }) => site))].slice(0, MOST_LOGOS)
  return (
    <span className="oos-post row gap-8 shrinkable oos-posts">
      {sites.map((code) => (
        <SiteCodeBadge key={code} code={code} />
      ))}
      {posts > 1 && <span className="nowrap">{countedIn(posts, 'post')}</span>}
      {rows.length === posts && (
        <span className="meta">
          <PlaceMarks rows={rows} />
          {placesWords(rows)}
        </span>
      )}
      {drafted > 0 && <span className="meta">{STILL_OLD_PRODUCT}</span>}
    </span>
  )
}

/**
 * The product's potential loss over all its posts, the number of posts for which it is unknown, and the
 * earnings per sale.
 */
function RiskOfAll({ product }: { product: StockReportProduct }) {
  const { at_risk: atRisk, is_estimate: isEstimate, unknown, rows } = product
  const commission = rows[0]?.commission ?? null
  if (atRisk === null)
    return commission === null ? UNKNOWN : <CommissionNote commission={commission} why={UNTOLD} />
  return (
    <span className="board-risk">
      <RiskBadge sum={atRisk} isEstimate={isEstimate} />
      {unknown > 0 && <span className="meta">{counted(unknown)} unknown</span>}
    </span>
  )
}

/** Columns without room are available in the column chooser. */
const LEFT_OUT: LeftOutByRoom = { wide: [], medium: [], tight: ['SINCE'] }

/** Columns hidden to make room for a panel beside the list. */
const besidePanel = (room: ReturnType<typeof useContentWidth>) =>
  room === 'wide' ? ['AVAILABILITY_TYPE', 'ASIN'] : ['AVAILABILITY_TYPE', 'POST_TITLE', 'ASIN']

/**
 * A card has three lines. The monthly loss is a multiple of the weekly one, and the panel shows since when.
 */
const PHONE_WITHOUT = ['SINCE', 'month']

interface BoardActs {
  /** Undefined for those who may not. */
  onReplace: ((asin: string) => void) | undefined
  opened: readonly RowKey[]
  onOpen: (asin: string) => void
}

const columnsOf = ({ onReplace, opened, onOpen }: BoardActs): readonly Column[] => [
  ASIN_COLUMN,
  NAME_COLUMN,
  STOCK_COLUMN,
  SINCE_COLUMN,
  {
    key: 'POST_TITLE',
    title: 'Posts',
    place: 'foot',
    sortable: true,
    required: true,
    render: (product) => <PostsCell product={product} />,
  },
  {
    key: 'AT_RISK',
    title: 'At risk a week',
    place: 'figure',
    sortable: true,
    numeric: true,
    required: true,
    render: (product) => <RiskOfAll product={product} />,
  },
  {
    key: 'month',
    title: 'A month',
    numeric: true,
    labelled: true,
    // A multiple of the weekly loss.
    hidden: true,
    render: ({ at_risk: atRisk, is_estimate: isEstimate }) =>
      atRisk === null ? UNKNOWN : <RiskBadge sum={monthly(atRisk)} isEstimate={isEstimate} />,
  },
  ...(onReplace
    ? [
        {
          key: 'replace',
          title: '',
          place: 'actions' as const,
          numeric: true,
          required: true,
          // In sight on narrow windows too, because it is the next step of every row.
          fixed: 'right' as const,
          width: 148,
          render: (product: StockReportProduct) => (
            <BoardAction
              product={product}
              onReplace={onReplace}
              isOpen={opened.includes(product.asin)}
              onOpen={onOpen}
            />
          ),
        },
      ]
    : []),
]

interface ProductBoardTableProps {
  search: OosSearch
  onChange: (patch: Partial<OosSearch>) => void
  /** Undefined for users without the permission. */
  onReplace: ((asin: string) => void) | undefined
  toolbar: ReactNode
}

/** Unavailable products, highest loss first; each row opens to its posts. */
export function ProductBoardTable({ search, onChange, onReplace, toolbar }: ProductBoardTableProps) {
  const query = useQuery(boardQuery(search))
  const [opened, setOpened] = useState<readonly RowKey[]>([])
  const room = useContentWidth()
  const hasPanel = search.replace !== undefined || search.replacement !== undefined
  const onOpen = useCallback(
    (asin: string) =>
      setOpened((keys) => (keys.includes(asin) ? keys.filter((key) => key !== asin) : [...keys, asin])),
    [],
  )
  const columns = useMemo(() => {
    const all = columnsOf({ onReplace, opened, onOpen })
    if (room === 'phone') return all.filter(({ key }) => !PHONE_WITHOUT.includes(key))
    if (!hasPanel) return fitting([PICTURE_COLUMN, ...all], room, LEFT_OUT)
    // The filter already names the state. The loss stays, because it determines what to replace next.
    const beside = all.filter(({ key }) => !besidePanel(room).includes(key))
    return fitting([PICTURE_COLUMN, ...beside], 'tight', LEFT_OUT)
  }, [onReplace, opened, onOpen, room, hasPanel])
  return (
    <div className="oos-list">
      <List
        of={BOARD}
        search={search}
        onChange={onChange}
        query={query}
        columns={columns}
        toolbar={toolbar}
        emptyAction={<InStockLink />}
        onOpen={(product) => (onReplace && leadsToPanel(product) ? onReplace : onOpen)(product.asin)}
        rowClassName={({ asin }) => (asin === search.replace ? 'board-chosen' : '')}
        expand={{
          keys: opened,
          onChange: setOpened,
          render: (product) => <ProductPostsList product={product} onReplace={onReplace} />,
        }}
      />
    </div>
  )
}
