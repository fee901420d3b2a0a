import type { Pool } from 'pg'
import type { ExportsService } from '../exports/service.ts'
import { shareOfVoiceJobs } from './jobs.ts'
import { shareOfVoiceHandlers } from './routes.ts'
import { createShareOfVoiceService, type ShareOfVoiceParts } from './service.ts'
import type { CollectParts } from './verbs/collect-day.ts'
import { winnerFiles } from './verbs/winner-files.ts'

export function createShareOfVoice(parts: ShareOfVoiceParts & CollectParts & { pool: Pool }) {
  const service = createShareOfVoiceService(parts)
  return {
    service,
    /** The files that people may ask for here. */
    exportKinds: winnerFiles(parts),
    handlersFor: (exports: Pick<ExportsService, 'startExport'>) =>
      shareOfVoiceHandlers(parts.pool, service, exports),
    jobs: shareOfVoiceJobs(service, parts),
  }
}
