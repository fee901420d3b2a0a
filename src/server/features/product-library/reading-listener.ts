import type { ProductCatalog } from '../../integrations/product-catalog/port.ts'
import type { ReadingListener } from '../products/service.ts'
import { keepStocks } from './stock-store.ts'

interface ListenerParts {
  catalog: Pick<ProductCatalog, 'keepsPrices'>
  /** Where this says no, the catalogue knows nothing of the products of this workspace. */
  isScanning: () => Promise<boolean>
}

/** Every reading of a product's marketplace data also counts as a scan of its stock. */
export const createReadingListener = ({ catalog, isScanning }: ListenerParts): ReadingListener => ({
  wants: isScanning,
  hear: (tx, readings, readAt) =>
    keepStocks(tx, readings, { readAt, keepsPrices: catalog.keepsPrices === true }),
})
