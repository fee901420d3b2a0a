import { useQuery } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import { SCREENS } from '#shared/access/screens.ts'
import { counted } from '#shared/format/count.ts'
import { useSearchState } from '#web/ui/hooks/use-search-state.ts'
import { Button } from '#web/ui/input/button.tsx'
import { SearchBox } from '#web/ui/input/search-box.tsx'
import { onDemand } from '#web/ui/overlay/on-demand.tsx'
import { Page } from '#web/ui/page.tsx'
import { LibraryTable } from './library-table.tsx'
import { productsQuery } from './queries.ts'
import { ScanNote } from './scan-note.tsx'
import { CLOSED, NO_PRODUCT, ProductsSearch } from './search.ts'
import { StockFilters } from './stock-filters.tsx'
import { useMissing } from './use-missing.ts'
import { useStockScan } from './use-stock-scan.ts'

const ProductDialog = onDemand(() =>
  import('./product-dialog.tsx').then(({ ProductDialog }) => ProductDialog),
)
const ProductArticlesDialog = onDemand(() =>
  import('./product-articles-dialog.tsx').then(({ ProductArticlesDialog }) => ProductArticlesDialog),
)

/** Shown if the address names no existing product. */
function NoProduct({ onClose }: { onClose: () => void }) {
  useMissing(true, onClose)
  return null
}

/** Products Library: the products that articles recommend, and their availability. */
export function ProductsScreen() {
  const [search, change] = useSearchState(ProductsSearch)
  const products = useQuery(productsQuery(search))
  const { rows, total, isMore, stocks } = products.data ?? { total: 0, isMore: false, stocks: null }
  const scan = useStockScan(search, { total, isMore })
  return (
    <Page
      title={SCREENS.products.title}
      count={products.data ? counted(total, isMore) : undefined}
      search={
        <SearchBox
          label="Asin / Name"
          value={search.query}
          onSearch={(query) => change({ query, page: 1 }, { replace: true })}
        />
      }
      actions={
        <Button
          type="primary"
          icon={<ScanLine size={16} aria-hidden="true" />}
          loading={scan.isBusy}
          disabled={!scan.isPossible}
          {...(scan.refusal === null ? {} : { title: scan.refusal })}
          onClick={scan.begin}
        >
          Scan stock
        </Button>
      }
    >
      <LibraryTable
        search={search}
        onChange={change}
        query={products}
        toolbar={
          <>
            <StockFilters
              value={search.stock}
              stocks={stocks}
              onChange={(stock) => change({ stock, page: 1 })}
            />
            <ScanNote progress={scan.progress} />
          </>
        }
      />
      {search.productId === NO_PRODUCT && <NoProduct onClose={() => change(CLOSED)} />}
      {search.productId !== undefined && search.productId !== NO_PRODUCT && (
        <ProductDialog
          id={search.productId}
          search={search}
          rows={rows}
          onChange={change}
          onClose={() => change(CLOSED)}
        />
      )}
      {search.articles !== undefined && (
        <ProductArticlesDialog id={search.articles} onClose={() => change({ articles: undefined })} />
      )}
    </Page>
  )
}
