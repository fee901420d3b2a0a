import type { Db } from '../../db/connect.ts'
import { findSite, findSiteOfBoard, listBoards } from './queries.ts'
import { siteHandlers } from './routes.ts'

export function createSites({ db }: { db: Db }) {
  return { handlers: siteHandlers(db), service: { findSite, findSiteOfBoard, listBoards } }
}
export type SitesService = ReturnType<typeof createSites>['service']
