import { keepUpload } from '../features/keywords/keyword-changes/keyword-listener.ts'
import { createKeywordUploads } from '../features/keywords/keyword-uploads/feature.ts'
import { createMarketExports } from '../features/market/market-exports/feature.ts'
import { createAdoptions } from '../features/posts/adoptions/feature.ts'
import { createGscKeywords } from '../features/posts/gsc-keywords/feature.ts'
import { createRivalries } from '../features/posts/rivalries/feature.ts'
import { createSearchTasks } from '../features/posts/search-tasks/feature.ts'
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
