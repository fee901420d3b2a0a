import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { SCREENS } from '#shared/access/screens.ts'
import {
  type MarketplaceProduct,
  PRODUCT_PAGE_SIZES,
  PRODUCT_TEXT_MAXIMUM,
} from '#shared/features/keywords/opportunities/contract.ts'
import { useMay } from '#web/api/session.ts'
import { NotConnected } from '#web/ui/feedback/not-connected.tsx'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { SearchBox } from '#web/ui/input/search-box.tsx'
import { Select } from '#web/ui/input/select.tsx'
import { Switch } from '#web/ui/input/switch.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { ViewsMenu } from '../../ground/saved-views/views-menu.tsx'
import { MARKET_SETTINGS } from '../../keywords/opportunities/messages.ts'
import { BUILT_IN, UsageNote } from '../../keywords/opportunities/usage-note.tsx'
import { MarketFilesMenu } from '../market-imports/market-files-menu.tsx'
import { MarketImportLink } from '../market-imports/market-import-link.tsx'
import { MarketProductsTable } from './market-products-table.tsx'
import { EXPORT, LIMITS, NOT_CONNECTED } from './messages.ts'
import { productsQuery, startProductsFile } from './queries.ts'
import { MarketSearch, VIEW } from './search.ts'

/** Debounce before the marketplace is queried, in ms. */
const PAUSE = 2000

const SIZES = PRODUCT_PAGE_SIZES.map((size) => ({ value: size, label: `${size} / page` }))

const NewArticleDialog = onDemand(() =>
  import('./new-article-dialog.tsx').then(({ NewArticleDialog }) => NewArticleDialog),
)

interface ProductsProps {
  search: MarketSearch
  onChange: (patch: Partial<MarketSearch>) => void
  query: ReturnType<typeof useProducts>
}

const useProducts = (search: MarketSearch) => useQuery(productsQuery(search))

/** The matching products, and further filters. */
function Products({ search, onChange, query }: ProductsProps) {
  const [toUse, use] = useState<MarketplaceProduct | null>(null)
  return (
    <>
      <MarketProductsTable
        search={search}
        onChange={onChange}
        query={query}
        onRequest={use}
        toolbar={
          <div className="market-products-bar cluster gap-16 row-gap-4 fill">
            <span className="inline-row gap-8">
              <Switch
                label="Show unavailable"
                checked={search.showUnavailable}
                onChange={(showUnavailable) => onChange({ showUnavailable, page: 1 })}
              />
              <span aria-hidden="true">Show unavailable</span>
            </span>
            <span className="meta">{LIMITS}</span>
            <UsageNote usage={query.data?.usage} asOf={query.data?.asOf} />
            <Select
              aria-label="Products per page"
              value={search.perPage}
              options={SIZES}
              onChange={(perPage) => onChange({ perPage, page: 1 })}
            />
          </div>
        }
      />
      {toUse && <NewArticleDialog product={toUse} onClose={() => use(null)} />}
    </>
  )
}

/** Shown if no marketplace is connected: the alternatives. */
function NoMarketplace() {
  const mayOpen = useMay('ManageProducts')
  const { open, ...words } = NOT_CONNECTED
  return (
    <NotConnected
      {...words}
      settings={MARKET_SETTINGS}
      action={
        mayOpen && (
          <>
            <Link to={SCREENS.products.path} className="btn btn-primary">
              {open}
            </Link>
            <MarketImportLink file="products" />
          </>
        )
      }
    />
  )
}

/** Product Search: finds better products than the ones we recommend. */
export function ProductSearchScreen() {
  const [search, change] = useSearchState(MarketSearch)
  const query = useProducts(search)
  const hasMarket = query.data?.usage?.is_connected !== false
  return (
    <Page
      title={SCREENS.productSearch.title}
      count={hasMarket ? query.data?.total : undefined}
      actions={
        hasMarket && (
          <>
            <ViewsMenu screen="productSearch" kept={VIEW} />
            <MarketFilesMenu
              file="products"
              takesFiles={query.data?.usage?.source === BUILT_IN}
              exported={{ ...EXPORT, request: search, start: () => startProductsFile(search) }}
            />
          </>
        )
      }
      search={
        hasMarket && (
          <SearchBox
            label="Search the marketplace"
            value={search.includeText}
            maxLength={PRODUCT_TEXT_MAXIMUM}
            pause={PAUSE}
            onSearch={(includeText) => change({ includeText, page: 1 }, { replace: true })}
          />
        )
      }
    >
      {hasMarket ? <Products search={search} onChange={change} query={query} /> : <NoMarketplace />}
    </Page>
  )
}
