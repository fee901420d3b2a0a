import type { FastifyInstance } from 'fastify'
import type { AssistantDeps } from './deps.ts'
import { addOauth } from './oauth-routes.ts'
import { assistantHandlers } from './routes.ts'
import { createAssistantsService } from './service.ts'

export { RESOURCE_METADATA_PATH } from './addresses.ts'
export { createConnections } from './service.ts'

export function createAssistants(deps: AssistantDeps) {
  const service = createAssistantsService(deps)
  return {
    service,
    handlers: assistantHandlers(service),
    /** Serves the addresses of OAuth, which are none of the API. */
    addOauth: (server: FastifyInstance) => addOauth(server, { publicUrl: deps.publicUrl, service }),
  }
}
