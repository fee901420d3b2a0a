import type { firstStepsEndpoints } from '#shared/features/desk/first-steps/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentSteps } from './present.ts'
import type { FirstStepsService } from './service.ts'

export function firstStepsHandlers(service: FirstStepsService): Handlers<typeof firstStepsEndpoints> {
  return {
    read: async ({ actor }) => presentSteps(await service.read(), actor.id),
    hide: async ({ actor, body }) => presentSteps(await service.hide(actor, body.hidden), actor.id),
    skip: async ({ actor, params, body }) =>
      presentSteps(await service.skip(actor, params.step, body.skipped), actor.id),
  }
}
