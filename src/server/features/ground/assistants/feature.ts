import type { AssistantDeps } from './deps.ts'
import { countByHost } from './queries.ts'
import { assistantHandlers } from './routes.ts'
import { consentsOf, createAssistantsService } from './service.ts'
import { createEndOthers } from './verbs/end-others.ts'

/** What the sign-in rules need of assistants. `sign-in-rules` is made before the rest, which reads the rules. */
export const createConnections = (deps: Pick<AssistantDeps, 'db' | 'clock' | 'tokens'>) => ({
  endOthers: createEndOthers(deps),
  countByHost: () => countByHost(deps.db, deps.clock()),
})
export type Connections = ReturnType<typeof createConnections>

export function createAssistants(deps: AssistantDeps) {
  const authorizations = deps.authorizationServer({ consents: consentsOf(deps), log: deps.log })
  const service = createAssistantsService({ ...deps, authorizations })
  return { service, authorizations, handlers: assistantHandlers(service) }
}
