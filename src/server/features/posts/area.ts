import type { Frame } from '../../frame.ts'
import type { GroundServices } from '../ground/area.ts'
import type { KeywordServices } from '../keywords/area.ts'
import { importAvailability, type ProductServices } from '../products/area.ts'
import { createAdoptions } from './adoptions/feature.ts'
import type { UpdateWriters } from './content-tracker/deps.ts'
import {
  createAdoptedPosts,
  createContentTracker,
  createPostKeywords,
  importEarnings,
  importPosts,
} from './content-tracker/feature.ts'
import { createGscKeywords } from './gsc-keywords/feature.ts'
import { createRivalries } from './rivalries/feature.ts'
import { createSearchTasks } from './search-tasks/feature.ts'
import { createStockReport } from './stock-report/feature.ts'
import { createWarehouseReadings, type WarehouseImports } from './warehouse/feature.ts'

export { joinKeywords, refusalOf } from './adoptions/feature.ts'
export type { UpdateWriters } from './content-tracker/deps.ts'
export { CONTENT_TRACKER, exchangeRecommended, followPost } from './content-tracker/feature.ts'
export type { AdoptedPosts, ContentTrackerService, PostKeywords } from './content-tracker/service.ts'

/** What an outside warehouse says is taken over as files of the same kind are. */
const warehouseImports = (deps: Pick<Frame, 'db' | 'pool' | 'clock' | 'timeZone'>): WarehouseImports => ({
  posts: (rows, told) => importPosts({ ...deps, ...told }, rows),
  earnings: (rows, told) => importEarnings({ ...deps, ...told }, rows),
  availability: (rows, told) => importAvailability({ ...deps, ...told }, rows),
})

interface PostAreaDeps extends Frame, GroundServices, KeywordServices, ProductServices {
  articles: () => UpdateWriters
}

export function createPostArea(given: PostAreaDeps) {
  const { marketplace } = given.settings.vendors
  const postKeywords = createPostKeywords(given)
  const adopted = createAdoptedPosts(given)
  const deps = { ...given, marketplace, postKeywords, adopted }
  const contentTracker = createContentTracker(deps)
  const searchTasks = createSearchTasks(deps)
  return {
    features: {
      ...{ contentTracker, searchTasks },
      adoptions: createAdoptions({ ...deps, importKeywords: given.keywordUploads.importFile }),
      gscKeywords: createGscKeywords(deps),
      rivalries: createRivalries(deps),
      stockReport: createStockReport(deps),
      warehouse: createWarehouseReadings({ ...deps, imports: warehouseImports(deps) }),
    },
    services: {
      ...{ postKeywords, adopted },
      trackedPosts: contentTracker.service,
      searchTasks: searchTasks.service,
    },
  }
}

export type PostServices = ReturnType<typeof createPostArea>['services']
