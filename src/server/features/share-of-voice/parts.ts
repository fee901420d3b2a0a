import type { Db } from '../../db/connect.ts'
import type { RememberedTotals } from '../../db/remembered-totals.ts'
import type { KeywordsService } from '../keywords/service.ts'

export interface ShareOfVoiceParts {
  db: Db
  clock: () => Date
  timeZone: string
  /** How many days are kept, today included. */
  keptDays: number
  totals: RememberedTotals
  keywords: Pick<KeywordsService, 'whereOf' | 'countKeywords'>
}
