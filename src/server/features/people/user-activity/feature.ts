import { createReadCache } from '../../../db/cache/read-cache.ts'
import type { CountedVisits } from './queries.ts'
import { activityHandlers } from './routes.ts'
import { type ActivityDeps, createActivityService } from './service.ts'

const TOTALS_MAX_AGE_MS = 3000

export function createUserActivity(deps: Omit<ActivityDeps, 'totals'>) {
  // Every screen that anybody opens is a write: a total that was cut by each would hardly be remembered.
  const totals = createReadCache<CountedVisits>({
    maxAgeMs: TOTALS_MAX_AGE_MS,
    clock: deps.clock,
    db: deps.db,
    from: [],
  })
  const service = createActivityService({ ...deps, totals })
  return { service, handlers: activityHandlers(deps, service) }
}
