import type { googleSheetEndpoints } from '#shared/features/desk/google-sheets/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentLink } from './present.ts'
import type { FoundLink } from './queries.ts'
import type { SheetsService } from './service.ts'

export function sheetHandlers(service: SheetsService): Handlers<typeof googleSheetEndpoints> {
  const present = (found: FoundLink) => presentLink(found, service.addressOf)
  return {
    list: async () => (await service.listLinks()).map(present),
    create: async ({ actor, body, once }) => present(await service.createLink(actor, body, once)),
    async remove({ actor, params }) {
      await service.removeLink(actor, params.id)
      return undefined
    },
    restore: async ({ actor, params }) => present(await service.restoreLink(actor, params.id)),
    preview: ({ params }) => service.previewSync(params.id),
    sync: async ({ actor, params, body }) => present(await service.beginSync(actor, params.id, body.mark)),
    readGrid: ({ params }) => service.readGrid(params.id),
    saveGrid: ({ actor, params, body: { rows, version } }) =>
      service.saveGrid(actor, params.id, { rows, version }),
  }
}
