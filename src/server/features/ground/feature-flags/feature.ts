import { flagHandlers } from './routes.ts'
import { createFlagsService, type FlagDeps } from './service.ts'

export { createFlagReader, type Flags } from './flag-reader.ts'

export function createFeatureFlags(deps: FlagDeps) {
  const service = createFlagsService(deps)
  return { service, handlers: flagHandlers(service) }
}
