import type { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentExport } from '../../ground/area.ts'
import { soughtOf } from '../user-access/deps.ts'
import { presentRun, presentSummary } from './present.ts'
import type { OffboardingService } from './service.ts'

export const offboardingHandlers = (service: OffboardingService): Handlers<typeof offboardingEndpoints> => ({
  plan: ({ actor, query }) => service.readPlan(actor, soughtOf(query)),
  async start({ actor, body: { heir_id: heirId = null, ...lookup } }) {
    return presentRun(await service.startRun(actor, { sought: soughtOf(lookup), heirId }))
  },
  async list() {
    const { rows, total } = await service.listRuns()
    return { nodes: rows.map(presentSummary), totalCount: total }
  },
  read: async ({ params }) => presentRun(await service.readRun(params.id)),
  repeat: async ({ actor, params }) => presentRun(await service.repeatRun(actor, params.id)),
  held: ({ params }) => service.readOwned(params.id),
  handOver: ({ actor, params, body }) =>
    service.handOverLater(actor, { personId: params.id, heirId: body.heir_id }),
  export: async ({ actor, params }) => presentExport(await service.startExport(actor, params.id)),
})
