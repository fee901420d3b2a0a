import type { AsanaAccount } from '../../integrations/task-board/asana-settings.ts'
import { newGid } from '../../integrations/task-board/built-in.ts'
import type { ConnectionParts } from './connection-reader.ts'
import { siteHandlers } from './routes.ts'
import { createSitesService, type SitesParts } from './service.ts'

interface SitesFeatureParts extends Omit<SitesParts, 'newBoardGid'>, ConnectionParts {
  clock: () => Date
  vendors: { asana: AsanaAccount | undefined }
}

export function createSites(given: SitesFeatureParts) {
  const hasVendorsBoards = given.vendors.asana !== undefined
  // A vendor's boards are made by people over there.
  const service = createSitesService({ ...given, newBoardGid: hasVendorsBoards ? undefined : newGid })
  return { service, handlers: siteHandlers({ ...given, service, hasHeartbeat: hasVendorsBoards }) }
}
export type SitesService = ReturnType<typeof createSites>['service']
