import { comparisonHandlers } from './routes.ts'
import { type ComparisonDeps, createComparisonService } from './service.ts'

export function createComparison(deps: ComparisonDeps) {
  return { handlers: comparisonHandlers(createComparisonService(deps)) }
}
