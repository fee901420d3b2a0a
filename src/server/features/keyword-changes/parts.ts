import type { Db } from '../../db/connect.ts'
import type { Enqueue } from '../../jobs/job.ts'
import type { KeywordsService } from '../keywords/service.ts'

export interface ChangeParts {
  db: Db
  clock: () => Date
  enqueue: Enqueue
  timeZone: string
  keywords: Pick<KeywordsService, 'resolveTags' | 'resolveSites' | 'whereOf'>
}
