import { auditHandlers } from './routes.ts'
import { type AuditDeps, createAuditService } from './service.ts'

export function createAudit(deps: AuditDeps) {
  const service = createAuditService(deps)
  return { service, handlers: auditHandlers(service) }
}
