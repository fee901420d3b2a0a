import { createAdoptions } from '../features/adoptions/feature.ts'
import { createGscKeywords } from '../features/gsc-keywords/feature.ts'
import { keepUpload } from '../features/keyword-changes/keyword-listener.ts'
import { createKeywordUploads } from '../features/keyword-uploads/feature.ts'
import { createMarketExports } from '../features/market-exports/feature.ts'
import { createRivalries } from '../features/rivalries/feature.ts'
import { createSearchTasks } from '../features/search-tasks/feature.ts'
import type { PartsOf } from './frame.ts'

/** Features around posts: searches, adopted posts, and keywords of external markets. */
export const aroundPosts = (
  of: PartsOf<typeof createGscKeywords> &
    Omit<PartsOf<typeof createAdoptions>, 'importKeywords'> &
    PartsOf<typeof createMarketExports> &
    PartsOf<typeof createRivalries> &
    PartsOf<typeof createSearchTasks> &
    PartsOf<typeof createKeywordUploads>,
) => {
  const keywordUploads = createKeywordUploads({ ...of, listeners: [keepUpload] })
  return {
    gscKeywords: createGscKeywords(of),
    marketExports: createMarketExports(of),
    rivalries: createRivalries(of),
    searchTasks: createSearchTasks(of),
    keywordUploads,
    adoptions: createAdoptions({ ...of, importKeywords: keywordUploads.service.importFile }),
  }
}
