import { useQuery } from '@tanstack/react-query'
import { SCREENS } from '#shared/access/screens.ts'
import { PRODUCT_PAGE_SIZES, PRODUCT_TEXT_MAXIMUM } from '#shared/features/opportunities/contract.ts'
import { Page } from '#web/ui/page.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useSearchState } from '#web/ui/use-search-state.ts'
import { UsageNote } from '../opportunities/usage-note.tsx'
import { MarketProductsTable } from './market-products-table.tsx'
import { LIMITS } from './messages.ts'
import { productsQuery } from './queries.ts'
import { MarketSearch } from './search.ts'

/** How long typing rests before the marketplace is asked. */
const PAUSE = 2000

const SIZES = PRODUCT_PAGE_SIZES.map((size) => ({ value: size, label: `${size} / page` }))

/** Product Search: is there a better product than the one we recommend? */
export function ProductSearchScreen() {
  const [search, change] = useSearchState(MarketSearch)
  const query = useQuery(productsQuery(search))
  return (
    <Page
      title={SCREENS.productSearch.title}
      count={query.data?.total}
      search={
        <SearchBox
          label="Search the marketplace"
          value={search.includeText}
          maxLength={PRODUCT_TEXT_MAXIMUM}
          pause={PAUSE}
          onSearch={(includeText) => change({ includeText, page: 1 }, { replace: true })}
        />
      }
    >
      <MarketProductsTable
        search={search}
        onChange={change}
        query={query}
        toolbar={
          <div className="market-products-bar">
            <span className="market-products-switch">
              <Switch
                label="Show unavailable"
                checked={search.showUnavailable}
                onChange={(showUnavailable) => change({ showUnavailable, page: 1 })}
              />
              <span aria-hidden="true">Show unavailable</span>
            </span>
            <span className="meta">{LIMITS}</span>
            <UsageNote usage={query.data?.usage} asOf={query.data?.asOf} />
            <Select
              aria-label="Products per page"
              value={search.perPage}
              options={SIZES}
              onChange={(perPage) => change({ perPage, page: 1 })}
            />
          </div>
        }
      />
    </Page>
  )
}
