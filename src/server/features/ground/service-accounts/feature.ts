import { serviceAccountHandlers } from './routes.ts'
import { createServiceAccountsService } from './service.ts'
import type { ServiceAccountDeps } from './verbs/save-service-account.ts'

export function createServiceAccounts(deps: ServiceAccountDeps) {
  const service = createServiceAccountsService(deps)
  return { service, handlers: serviceAccountHandlers(service) }
}
