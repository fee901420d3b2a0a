import type { Db } from '../../db/connect.ts'
import type { Enqueue } from '../../jobs/job.ts'
import type { ExportsService } from '../exports/service.ts'
import type { NoticesService } from '../notices/service.ts'
import type { UserAccessService } from '../user-access/service.ts'

export interface AccessReviewParts {
  db: Db
  clock: () => Date
  /** The organisation's, by whose days reviews are called. */
  timeZone: string
  enqueue: Enqueue
  /** Whether a job with this payload waits, runs, or will be tried again. */
  isUnderWay: (name: string, payload: object) => Promise<boolean>
  log: { warn(details: object, message: string): void }
  userAccess: UserAccessService
  notices: Pick<NoticesService, 'notify'>
  exports: Pick<ExportsService, 'startExport'>
}

export const READ_ACCOUNTS = 'access-reviews.read-accounts'
