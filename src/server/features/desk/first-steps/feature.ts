import { firstStepsHandlers } from './routes.ts'
import { createFirstStepsService, type FirstStepsParts } from './service.ts'

export const createFirstSteps = (parts: FirstStepsParts) => ({
  handlers: firstStepsHandlers(createFirstStepsService(parts)),
})
