import type { Db } from '../../db/connect.ts'
import { findSite, findSiteByCode } from './queries.ts'
import { siteHandlers } from './routes.ts'

export function createSites({ db }: { db: Db }) {
  return {
    handlers: siteHandlers(db),
    service: { findSite, findSiteByCode: (code: string) => findSiteByCode(db, code) },
  }
}
export type SitesService = ReturnType<typeof createSites>['service']
