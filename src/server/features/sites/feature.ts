import { siteHandlers } from './routes.ts'
import { createSitesService, type SitesParts } from './service.ts'

export function createSites(parts: SitesParts) {
  return { service: createSitesService(parts), handlers: siteHandlers(parts.db) }
}
export type SitesService = ReturnType<typeof createSites>['service']
