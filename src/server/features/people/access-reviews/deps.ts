import type { RunDeps } from '../../../kernel/runs/run.ts'
import type { ExportsService, NoticesService } from '../../ground/area.ts'
import type { UserAccessService } from '../user-access/service.ts'

export interface AccessReviewDeps extends RunDeps {
  /** The organisation's, by whose days reviews are called. */
  timeZone: string
  log: { warn(details: object, message: string): void }
  userAccess: UserAccessService
  notices: Pick<NoticesService, 'notify'>
  exports: Pick<ExportsService, 'startExport'>
}

export const READ_ACCOUNTS = 'access-reviews.read-accounts'
