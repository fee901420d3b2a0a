import {
  createContentTracker,
  importEarnings,
  importPosts,
} from '../features/posts/content-tracker/feature.ts'
import { createStockReport } from '../features/posts/stock-report/feature.ts'
import { createWarehouseReadings, type WarehouseImports } from '../features/posts/warehouse/feature.ts'
import { createCommissionCategories } from '../features/products/commission-categories/feature.ts'
import { createProductLibrary } from '../features/products/product-library/feature.ts'
import { importAvailability } from '../features/products/products/feature.ts'
import type { Frame, PartsOf } from './frame.ts'

/** What an outside warehouse says is taken over as files of the same kind are. */
const importsOf = (
  frame: Pick<Frame, 'db' | 'pool' | 'clock' | 'timeZone'>,
): { imports: WarehouseImports } => ({
  imports: {
    posts: (rows, told) => importPosts({ ...frame, ...told }, rows),
    earnings: (rows, told) => importEarnings({ ...frame, ...told }, rows),
    availability: (rows, told) => importAvailability({ ...frame, ...told }, rows),
  },
})

/** What articles recommend, and what of it cannot be bought. */
export function aroundProducts(
  parts: PartsOf<typeof createCommissionCategories> &
    PartsOf<typeof createProductLibrary> &
    Omit<PartsOf<typeof createStockReport>, 'commissions'> &
    Omit<PartsOf<typeof createContentTracker>, 'commissions'> &
    Omit<PartsOf<typeof createWarehouseReadings>, 'imports'>,
) {
  const commissionCategories = createCommissionCategories(parts)
  const of = { ...parts, commissions: commissionCategories.service }
  return {
    commissionCategories,
    productLibrary: createProductLibrary(of),
    stockReport: createStockReport(of),
    contentTracker: createContentTracker(of),
    warehouse: createWarehouseReadings({ ...of, ...importsOf(of) }),
  }
}
