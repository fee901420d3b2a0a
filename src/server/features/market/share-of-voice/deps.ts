import type { ReadCache } from '../../../db/cache/read-cache.ts'
import type { Db } from '../../../db/connect.ts'
import type { KeywordsService } from '../../keywords/area.ts'

export interface ShareOfVoiceDeps {
  db: Db
  clock: () => Date
  timeZone: string
  /** How many days are kept, today included. */
  retentionDays: number
  totals: ReadCache
  keywords: Pick<KeywordsService, 'whereOf' | 'countKeywords'>
}
