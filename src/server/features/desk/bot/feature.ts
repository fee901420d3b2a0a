import type { IntegrationError } from '../../../integrations/integration-error.ts'
import type { OutsideService } from '../../ground/area.ts'
import type { BotDeps } from './deps.ts'
import { botHandlers } from './routes.ts'
import { createBotService } from './service.ts'

/** As it is called among the outside systems. */
const PORT = 'Assistant'

interface Deps extends Omit<BotDeps, 'outside' | 'tell'> {
  outside: Pick<OutsideService, 'listStates' | 'reportFailure' | 'reportSuccess'>
}

export function createBot(deps: Deps) {
  const tell = {
    failure: (error: IntegrationError) => deps.outside.reportFailure(PORT, error),
    success: () => deps.outside.reportSuccess(PORT),
  }
  const service = createBotService({ ...deps, tell })
  return { handlers: botHandlers(service) }
}
