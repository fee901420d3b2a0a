import type { ProductCatalog } from '../../../integrations/product-catalog/port.ts'
import type { ReadingListener } from '../products/service.ts'
import { updateStocks } from './stock-store.ts'

interface ListenerDeps {
  catalog: Pick<ProductCatalog, 'keepsPrices'>
  /** False if no marketplace is connected: readings then say nothing about this workspace’s products. */
  isScanning: () => Promise<boolean>
}

/** Every reading of a product's marketplace data also counts as a scan of its stock. */
export const createReadingListener = ({ catalog, isScanning }: ListenerDeps): ReadingListener => ({
  wants: isScanning,
  hear: (tx, readings, readAt) =>
    updateStocks(tx, readings, { readAt, keepsPrices: catalog.keepsPrices === true }),
})
