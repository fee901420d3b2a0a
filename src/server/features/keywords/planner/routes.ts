import { plannerEndpoints } from '#shared/features/keywords/planner/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentOldVersion } from '../../../errors.ts'
import { presentPlan } from './present.ts'
import type { FoundPlan } from './queries.ts'
import type { PlannerService } from './service.ts'

const current = (plan: FoundPlan) => ({ current: presentPlan(plan) })

export function plannerHandlers(service: PlannerService): Handlers<typeof plannerEndpoints> {
  return {
    async list({ actor, query }) {
      const { rows, total } = await service.listPlans(actor, query)
      return { nodes: rows.map(presentPlan), totalCount: total }
    },
    async create({ actor, body, once }) {
      const { planned, already } = await service.createPlans(actor, body, once)
      return { planned: planned.map(presentPlan), already: already.map(presentPlan) }
    },
    update: async ({ actor, params, body }) =>
      presentPlan(
        await service
          .changePlan(actor, params.id, body)
          .catch(presentOldVersion(plannerEndpoints.update, current)),
      ),
    async remove({ actor, params }) {
      await service.removePlan(actor, params.id)
      return undefined
    },
    restore: async ({ actor, params }) => presentPlan(await service.restorePlan(actor, params.id)),
  }
}
