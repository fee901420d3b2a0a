import type { Product } from '#shared/features/products/product-library/contract.ts'
import { Tabs } from '#web/ui/input/tabs.tsx'
import { ProductStatsPanel } from './product-stats-panel.tsx'
import { ProviderPanel } from './provider-panel.tsx'
import type { ProductsSearch } from './search.ts'

interface ProductTabsPanelProps {
  product: Product
  tab: ProductsSearch['tab']
  onTab: (tab: ProductsSearch['tab']) => void
}

/** Marketplace data of a product, and publishers' recommendations. */
export function ProductTabsPanel({ product, tab, onTab }: ProductTabsPanelProps) {
  return (
    <Tabs
      aria-label="Product"
      activeKey={tab ?? 'paapi'}
      onChange={(key) => onTab(key === 'stats' ? key : undefined)}
      items={[
        { key: 'paapi', label: 'PA API', children: <ProviderPanel product={product} /> },
        { key: 'stats', label: 'STATS', children: <ProductStatsPanel product={product} /> },
      ]}
    />
  )
}
