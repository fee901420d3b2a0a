import type { warehouseEndpoints } from '#shared/features/posts/warehouse/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentState } from './present.ts'
import type { WarehouseService } from './service.ts'

export const warehouseHandlers = (service: WarehouseService): Handlers<typeof warehouseEndpoints> => ({
  state: async () => presentState(await service.readState()),
  read: async ({ actor, body }) => presentState(await service.askForReading(actor, body)),
})
