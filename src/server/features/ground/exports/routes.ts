import type { exportEndpoints } from '#shared/features/ground/exports/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentExport } from './present.ts'
import type { ExportsService } from './service.ts'

export function exportHandlers(service: ExportsService): Handlers<typeof exportEndpoints> {
  return {
    read: async ({ actor, params }) => presentExport(await service.readExport(actor, params.exportId)),
    repeat: async ({ actor, params }) => presentExport(await service.repeatExport(actor, params.exportId)),
    file: ({ actor, params }) => service.openExport(actor, params.exportId),
  }
}
