import type { Db } from '../../../db/connect.ts'
import type { NoticesService } from '../../ground/notices/service.ts'
import type { createSitesService } from '../../ground/sites/service.ts'

export interface AlertParts {
  db: Db
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
  /** When a day's rules are evaluated, `HH:MM`. */
  alerts: { dailyAt: string }
  notices: Pick<NoticesService, 'notify'>
  sites: Pick<ReturnType<typeof createSitesService>, 'findSite'>
}
