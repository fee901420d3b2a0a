import type { savedViewEndpoints, ViewBody } from '#shared/features/ground/saved-views/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentView } from './present.ts'
import type { ViewsService } from './service.ts'

const valuesOf = ({ is_team: isTeam, ...body }: ViewBody) => ({ ...body, isTeam })

export function viewHandlers(service: ViewsService): Handlers<typeof savedViewEndpoints> {
  return {
    async list({ actor, query }) {
      const views = await service.listViews(actor, query.screen)
      return views.map((view) => presentView(view, actor))
    },
    start: ({ actor }) => service.readStart(actor),
    chooseStart: ({ actor, body }) => service.chooseStart(actor, body),
    create: async ({ actor, body, once }) =>
      presentView(await service.createView(actor, valuesOf(body), once), actor),
    update: async ({ actor, params, body }) =>
      presentView(await service.updateView(actor, params.id, valuesOf(body)), actor),
    async remove({ actor, params }) {
      await service.removeView(actor, params.id)
      return undefined
    },
  }
}
