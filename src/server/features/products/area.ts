import type { Frame } from '../../frame.ts'
import type { GroundServices } from '../ground/area.ts'
import { createCommissionCategories } from './commission-categories/feature.ts'
import { createProductLibrary, updateStocksOnReading } from './product-library/feature.ts'
import { createProducts } from './products/feature.ts'

export type { CategoriesService } from './commission-categories/service.ts'
export { PRODUCT_MENTIONS, readStoredCounts } from './product-library/feature.ts'
export { presentLibraryProduct } from './product-library/present.ts'
export type { LibraryService } from './product-library/service.ts'
export { importAvailability } from './products/feature.ts'
export { presentReading } from './products/present.ts'
export type { ProductReading, ProductsService } from './products/service.ts'

export function createProductArea(given: Frame & GroundServices) {
  const products = createProducts({ ...given, listeners: [updateStocksOnReading(given, given.system)] })
  const commissionCategories = createCommissionCategories(given)
  const { marketplace } = given.settings.vendors
  const deps = {
    ...given,
    marketplace,
    products: products.service,
    commissions: commissionCategories.service,
  }
  const productLibrary = createProductLibrary(deps)
  return {
    features: {
      products,
      commissionCategories,
      productLibrary,
    },
    services: {
      products: products.service,
      commissions: commissionCategories.service,
      library: productLibrary.service,
    },
  }
}

export type ProductServices = ReturnType<typeof createProductArea>['services']
