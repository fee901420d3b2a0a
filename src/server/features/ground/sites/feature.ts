import type { BuiltInBoard } from '../../../integrations/task-board/port.ts'
import type { OutsideService } from '../outside/service.ts'
import type { ConnectionDeps } from './connection-reader.ts'
import { siteHandlers } from './routes.ts'
import { createSitesService, type SitesDeps } from './service.ts'

interface SitesFeatureDeps extends Omit<SitesDeps, 'newBoardGid'>, ConnectionDeps {
  clock: () => Date
  hasBuiltInPosts: (code: string) => boolean
  outside: Pick<OutsideService, 'listStates' | 'checkNow'>
  /** Null where the team has its boards elsewhere: those are made by people over there. */
  builtInBoard: BuiltInBoard | null
}

export function createSites({ builtInBoard, ...given }: SitesFeatureDeps) {
  const service = createSitesService({ ...given, newBoardGid: builtInBoard?.newBoardGid })
  return { service, handlers: siteHandlers({ ...given, service, hasHeartbeat: builtInBoard === null }) }
}
export type SitesService = ReturnType<typeof createSites>['service']
