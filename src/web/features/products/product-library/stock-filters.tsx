import type { StockCounts } from '#shared/features/products/product-library/contract.ts'
import { STOCKS } from '#shared/features/products/product-library/rules.ts'
import { counted } from '#shared/format/count.ts'
import { useMedia } from '#web/ui/hooks/use-media.ts'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { Select } from '#web/ui/input/select.tsx'
import type { ProductsSearch } from './search.ts'

type Shown = ProductsSearch['stock']
const ALL = ['All', ...STOCKS] as const
/** Below this width the states do not fit beside each other. */
const ROOMY = '(min-width: 900px)'

function countOf(state: Shown, stocks: StockCounts | null): string {
  if (stocks === null) return ''
  return counted(
    state === 'All' ? Object.values(stocks).reduce((sum, count) => sum + count, 0) : stocks[state],
  )
}

interface StockFiltersProps {
  value: Shown
  /** The number of products in each state, if known. */
  stocks: StockCounts | null
  onChange: (stock: Shown) => void
}

/** The filter by stock state, with the number of products in each. */
export function StockFilters({ value, stocks, onChange }: StockFiltersProps) {
  const isRoomy = useMedia(ROOMY)
  const options = ALL.map((state) => ({
    value: state,
    label: (
      <span className="medium">
        {state} <span className="quiet tabular regular">{countOf(state, stocks)}</span>
      </span>
    ),
  }))
  if (isRoomy)
    return <Segmented<Shown> aria-label="Stock" value={value} options={options} onChange={onChange} />
  return (
    <Select<Shown>
      aria-label="Stock"
      className="filter-control"
      value={value}
      options={options}
      onChange={onChange}
      closesOnChoice
    />
  )
}
