import { AppError } from '../errors.ts'
import { IntegrationError } from '../integrations/integration-error.ts'

/** Codes of PostgreSQL and of Node. */
const CODE = /^([0-9A-Z]{5}|E[A-Z0-9_]+|(ERR|HPE|UND_ERR|CERT)_[A-Z0-9_]+)$/
const MOST_CAUSES = 4

/** What kind of error it is, never its message: that may quote what somebody wrote. */
export function errorCodeOf(error: unknown): string {
  let each = error
  for (let depth = 0; depth < MOST_CAUSES && each instanceof Error; depth += 1) {
    if (each instanceof AppError) return each.code
    if (each instanceof IntegrationError) return each.kind
    if ('code' in each && typeof each.code === 'string' && CODE.test(each.code)) return each.code
    each = each.cause
  }
  return error instanceof Error ? error.constructor.name : 'unknown'
}
