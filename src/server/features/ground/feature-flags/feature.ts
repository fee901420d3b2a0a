import { flagHandlers } from './routes.ts'
import { createFlagsService, type FlagParts } from './service.ts'

export { createFlagReader, type Flags } from './flag-reader.ts'

export function createFeatureFlags(parts: FlagParts) {
  const service = createFlagsService(parts)
  return { service, handlers: flagHandlers(service) }
}
