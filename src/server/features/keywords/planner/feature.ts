import { plannerHandlers } from './routes.ts'
import { createPlannerService, type PlannerParts } from './service.ts'

export function createPlanner(parts: PlannerParts) {
  const service = createPlannerService(parts)
  return { service, handlers: plannerHandlers(service) }
}
