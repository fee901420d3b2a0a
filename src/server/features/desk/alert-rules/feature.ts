import { alertRuleJobs } from './jobs.ts'
import type { AlertParts } from './parts.ts'
import { alertRuleHandlers } from './routes.ts'
import { createAlertRulesService } from './service.ts'

export function createAlertRules(parts: AlertParts) {
  const service = createAlertRulesService(parts)
  return { service, handlers: alertRuleHandlers(service), jobs: alertRuleJobs(parts) }
}
