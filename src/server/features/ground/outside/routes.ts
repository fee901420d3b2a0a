import type { outsideEndpoints } from '#shared/features/ground/outside/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { OutsideService } from './service.ts'

export function outsideHandlers(service: OutsideService): Handlers<typeof outsideEndpoints> {
  return {
    async list() {
      const states = await service.listStates()
      return states.map(({ port, adapter, ok, detail, checkedAt }) => ({
        ...{ port, adapter, ok, detail },
        checked_at: checkedAt.toISOString(),
      }))
    },
  }
}
