import type { Pool } from 'pg'
import type { ShareOfVoiceSource } from '../../integrations/share-of-voice-source/port.ts'
import type { RainforestAccount } from '../../integrations/share-of-voice-source/rainforest-settings.ts'
import type { ExportsService } from '../exports/service.ts'
import type { SystemService } from '../system/service.ts'
import { shareOfVoiceJobs } from './jobs.ts'
import type { ShareOfVoiceParts } from './parts.ts'
import { shareOfVoiceHandlers } from './routes.ts'
import { createShareOfVoiceService } from './service.ts'
import type { CollectParts } from './verbs/collect-day.ts'

/** The files that people may ask for here. */
export { winnerFiles } from './winner-files.ts'

interface Parts
  extends Omit<ShareOfVoiceParts, 'keptDays'>,
    Omit<CollectParts, 'source' | 'dailyAt' | 'isCollecting'> {
  pool: Pool
  shareOfVoice: { dailyAt: string; keptDays: number }
  shareOfVoiceSource: ShareOfVoiceSource
  vendors: { rainforest: RainforestAccount | undefined }
  system: Pick<SystemService, 'isSample'>
  exports: Pick<ExportsService, 'startExport'>
}

export function createShareOfVoice({ shareOfVoice, shareOfVoiceSource: source, ...given }: Parts) {
  const { vendors, system } = given
  const parts = { ...given, ...shareOfVoice, source }
  const service = createShareOfVoiceService(parts)
  const isCollecting = async () => vendors.rainforest !== undefined || (await system.isSample())
  return {
    service,
    handlers: shareOfVoiceHandlers(parts.pool, service, parts.exports),
    jobs: shareOfVoiceJobs(service, { ...parts, isCollecting }),
  }
}
