import type { GroundServices } from '../../ground/area.ts'
import type { EventHookDeps } from './deps.ts'
import { eventHookJobs } from './jobs.ts'
import { eventHookHandlers } from './routes.ts'
import { createEventHooksService } from './service.ts'

type Deps = Omit<EventHookDeps, 'requireStepUp'> & { auth: Pick<GroundServices['auth'], 'requireStepUp'> }

export function createEventHooks({ auth, ...given }: Deps) {
  const deps: EventHookDeps = { ...given, requireStepUp: auth.requireStepUp }
  const service = createEventHooksService(deps)
  return { service, handlers: eventHookHandlers(service, deps), jobs: eventHookJobs(deps) }
}
