import type { keywordChangeEndpoints } from '#shared/features/keywords/keyword-changes/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentChange, presentDetails, presentPage } from './present.ts'
import type { ChangesService } from './service.ts'

export function changeHandlers(service: ChangesService): Handlers<typeof keywordChangeEndpoints> {
  return {
    async changeTags({ actor, body: { keywordIds, ...tags } }) {
      const { id, changes } = await service.applyNow(actor, {
        selection: { keywordIds },
        change: { action: 'changeTags', ...tags },
      })
      return { changed: changes, change_id: id }
    },
    prepare: async ({ actor, body }) => presentChange(await service.prepare(actor, body)),
    read: async ({ actor, params }) => presentChange(await service.readChange(actor, params.id)),
    list: async ({ actor, query }) => presentPage(await service.listChanges(actor, query)),
    details: async ({ actor, params }) => presentDetails(await service.readDetails(actor, params.id)),
    apply: async ({ actor, params }) => presentChange(await service.apply(actor, params.id)),
    undo: async ({ actor, params }) => presentChange(await service.undo(actor, params.id)),
  }
}
