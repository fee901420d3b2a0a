import type { runEndpoints } from '#shared/features/operate/runs/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { RunsService } from './service.ts'

export function runHandlers(service: RunsService): Handlers<typeof runEndpoints> {
  return {
    list: ({ actor }) => service.listRuns(actor),
    read: ({ actor, params }) => service.readEvidence(actor, params.id),
    async act({ actor, params }) {
      await service.act(actor, params)
      return { id: params.id }
    },
  }
}
