import type { AlertDeps } from './deps.ts'
import { alertRuleJobs } from './jobs.ts'
import { alertRuleHandlers } from './routes.ts'
import { createAlertRulesService } from './service.ts'

export function createAlertRules(deps: AlertDeps) {
  const service = createAlertRulesService(deps)
  return { service, handlers: alertRuleHandlers(service), jobs: alertRuleJobs(deps) }
}
