import type { IntegrationError } from '../../../integrations/integration-error.ts'
import type { OutsideService } from '../../ground/area.ts'
import type { BotParts } from './parts.ts'
import { botHandlers } from './routes.ts'
import { createBotService } from './service.ts'

/** As it is called among the outside systems. */
const PORT = 'Assistant'

interface Parts extends Omit<BotParts, 'outside' | 'tell'> {
  outside: Pick<OutsideService, 'listStates' | 'reportFailure' | 'reportSuccess'>
}

export function createBot(parts: Parts) {
  const tell = {
    failure: (error: IntegrationError) => parts.outside.reportFailure(PORT, error),
    success: () => parts.outside.reportSuccess(PORT),
  }
  const service = createBotService({ ...parts, tell })
  return { handlers: botHandlers(service) }
}
