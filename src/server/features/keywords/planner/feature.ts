import { plannerHandlers } from './routes.ts'
import { createPlannerService, type PlannerDeps } from './service.ts'

export function createPlanner(deps: PlannerDeps) {
  const service = createPlannerService(deps)
  return { service, handlers: plannerHandlers(service) }
}
