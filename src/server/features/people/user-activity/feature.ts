import { createRemembered } from '../../../db/remembered.ts'
import type { CountedVisits } from './queries.ts'
import { activityHandlers } from './routes.ts'
import { type ActivityParts, createActivityService } from './service.ts'

const TOTALS_KEPT_MS = 3000

export function createUserActivity(parts: Omit<ActivityParts, 'totals'>) {
  // Every screen that anybody opens is a write: a total that was cut by each would hardly be remembered.
  const totals = createRemembered<CountedVisits>({
    keepMs: TOTALS_KEPT_MS,
    clock: parts.clock,
    db: parts.db,
    from: [],
  })
  const service = createActivityService({ ...parts, totals })
  return { service, handlers: activityHandlers(parts, service) }
}
