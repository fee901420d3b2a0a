import { auditHandlers } from './routes.ts'
import { type AuditParts, createAuditService } from './service.ts'

export function createAudit(parts: AuditParts) {
  const service = createAuditService(parts)
  return { service, handlers: auditHandlers(service) }
}
