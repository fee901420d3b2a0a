import { firstStepsHandlers } from './routes.ts'
import { createFirstStepsService, type FirstStepsDeps } from './service.ts'

export const createFirstSteps = (deps: FirstStepsDeps) => ({
  handlers: firstStepsHandlers(createFirstStepsService(deps)),
})
