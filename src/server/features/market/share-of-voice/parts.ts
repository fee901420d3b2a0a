import type { Db } from '../../../db/connect.ts'
import type { Remembered } from '../../../db/remembered.ts'
import type { KeywordsService } from '../../keywords/area.ts'

export interface ShareOfVoiceParts {
  db: Db
  clock: () => Date
  timeZone: string
  /** How many days are kept, today included. */
  keptDays: number
  totals: Remembered
  keywords: Pick<KeywordsService, 'whereOf' | 'countKeywords'>
}
