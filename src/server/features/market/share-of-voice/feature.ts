import type { Pool } from 'pg'
import { createReadCache } from '../../../db/cache/read-cache.ts'
import { articleKeywords, articles } from '../../../db/schema/articles.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { keywordDays } from '../../../db/schema/share-of-voice.ts'
import { sites } from '../../../db/schema/sites.ts'
import type { IntegrationError } from '../../../integrations/integration-error.ts'
import type { ShareOfVoiceSource } from '../../../integrations/share-of-voice-source/port.ts'
import type { ExportsService, OutsideService, SystemService } from '../../ground/area.ts'
import type { ShareOfVoiceDeps } from './deps.ts'
import { shareOfVoiceJobs } from './jobs.ts'
import type { Publication } from './outing-queries.ts'
import { shareOfVoiceHandlers } from './routes.ts'
import { createShareOfVoiceService } from './service.ts'
import type { CollectDeps } from './verbs/collect-day.ts'
import { winnerFiles } from './winner-files.ts'

/** As it is called among the outside systems. */
const PORT = 'Share of voice'
const TOTALS_MAX_AGE_MS = 3000
/** Each range of each day may have thousands of publications. */
const MOST_RANGES = 10

/** The files that people may ask for here. */
export { RAW_WINNERS } from './winner-files.ts'

interface Deps
  extends Omit<ShareOfVoiceDeps, 'retentionDays' | 'totals' | 'publications'>,
    Omit<CollectDeps, 'source' | 'dailyAt' | 'isCollecting' | 'tell'> {
  pool: Pool
  shareOfVoice: { dailyAt: string; retentionDays: number }
  shareOfVoiceSource: ShareOfVoiceSource
  vendors: { rainforest: object | undefined }
  system: Pick<SystemService, 'isSample'>
  outside: Pick<OutsideService, 'reportFailure' | 'reportSuccess'>
  exports: Pick<ExportsService, 'startExport'>
}

export function createShareOfVoice({ shareOfVoice, shareOfVoiceSource: source, ...given }: Deps) {
  const { db, clock, vendors, system, outside } = given
  const from = [keywords, keywordDays]
  const cache = { maxAgeMs: TOTALS_MAX_AGE_MS, clock, db }
  const totals = createReadCache({ ...cache, from })
  const publications = createReadCache<readonly Publication[]>({
    ...cache,
    from: [articles, articleKeywords, keywords, sites],
    most: MOST_RANGES,
  })
  const deps = { ...given, ...shareOfVoice, source, totals, publications }
  const service = createShareOfVoiceService(deps)
  const isCollecting = async () => vendors.rainforest !== undefined || (await system.isSample())
  const tell = {
    failure: (error: IntegrationError) => outside.reportFailure(PORT, error),
    success: () => outside.reportSuccess(PORT),
  }
  return {
    service,
    handlers: shareOfVoiceHandlers(deps.pool, service, deps.exports),
    files: winnerFiles(deps),
    jobs: shareOfVoiceJobs(service, { ...deps, isCollecting, tell }),
  }
}
