import type { ReadCache } from '../../../db/cache/read-cache.ts'
import type { Db } from '../../../db/connect.ts'
import type { KeywordsService } from '../../keywords/area.ts'
import type { Publication } from './outing-queries.ts'

export interface ShareOfVoiceDeps {
  db: Db
  clock: () => Date
  timeZone: string
  /** How many days are kept, today included. */
  retentionDays: number
  totals: ReadCache
  publications: ReadCache<readonly Publication[]>
  keywords: Pick<KeywordsService, 'whereOf' | 'countKeywords'>
}
