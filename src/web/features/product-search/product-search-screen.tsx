import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SCREENS } from '#shared/access/screens.ts'
import { PRODUCT_PAGE_SIZES, PRODUCT_TEXT_MAXIMUM } from '#shared/features/opportunities/contract.ts'
import { useMay } from '#web/api/session.ts'
import { ConnectNote } from '#web/ui/connect-note.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { MARKET_SETTINGS } from '../opportunities/messages.ts'
import { UsageNote } from '../opportunities/usage-note.tsx'
import { MarketProductsTable } from './market-products-table.tsx'
import { LIMITS, NOT_CONNECTED } from './messages.ts'
import { productsQuery } from './queries.ts'
import { MarketSearch } from './search.ts'

/** How long typing rests before the marketplace is asked. */
const PAUSE = 2000

const SIZES = PRODUCT_PAGE_SIZES.map((size) => ({ value: size, label: `${size} / page` }))

interface ProductsProps {
  search: MarketSearch
  onChange: (patch: Partial<MarketSearch>) => void
  query: ReturnType<typeof useProducts>
}

const useProducts = (search: MarketSearch) => useQuery(productsQuery(search))

/** The products that fit, and what else narrows them. */
function Products({ search, onChange, query }: ProductsProps) {
  return (
    <MarketProductsTable
      search={search}
      onChange={onChange}
      query={query}
      toolbar={
        <div className="market-products-bar">
          <span className="market-products-switch">
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
  )
}

/** Nothing is invented in a workspace of one's own: where no marketplace is connected, this says so, and what there is. */
function NoMarketplace() {
  const mayOpen = useMay('ManageProducts')
  const { title, text, open, how } = NOT_CONNECTED
  return (
    <div className="sheet">
      <Empty
        title={title}
        text={text}
        action={
          <>
            {mayOpen && (
              <Link to={SCREENS.products.path} className="btn primary">
                {open}
              </Link>
            )}
            <ConnectNote label={how} settings={MARKET_SETTINGS} />
          </>
        }
      />
    </div>
  )
}

/** Product Search: is there a better product than the one we recommend? */
export function ProductSearchScreen() {
  const [search, change] = useSearchState(MarketSearch)
  const query = useProducts(search)
  const hasMarket = query.data?.usage?.is_connected !== false
  return (
    <Page
      title={SCREENS.productSearch.title}
      count={hasMarket ? query.data?.total : undefined}
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
