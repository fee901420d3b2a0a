import { comparisonHandlers } from './routes.ts'
import { type ComparisonParts, createComparisonService } from './service.ts'

export function createComparison(parts: ComparisonParts) {
  return { handlers: comparisonHandlers(createComparisonService(parts)) }
}
