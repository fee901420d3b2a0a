import type { Db } from '../../../db/connect.ts'
import type { NoticesService, SitesService } from '../../ground/area.ts'

export interface AlertDeps {
  db: Db
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
  /** When a day's rules are evaluated, `HH:MM`. */
  alerts: { dailyAt: string }
  notices: Pick<NoticesService, 'notify'>
  sites: Pick<SitesService, 'findSite'>
}
