import { featureFlagEndpoints } from '#shared/features/ground/feature-flags/contract.ts'
import { FLAG_NAMES } from '#shared/features/ground/feature-flags/rules.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentOldVersion } from '../../../errors.ts'
import { presentEvent, presentFlag, presentOption, presentUse } from './present.ts'
import type { FoundFlag } from './queries.ts'
import type { FlagsService } from './service.ts'

const refuseOld = presentOldVersion(featureFlagEndpoints.update, (current: FoundFlag) => ({
  current: presentFlag(current),
}))

export function flagHandlers(service: FlagsService): Handlers<typeof featureFlagEndpoints> {
  return {
    list: async () => (await service.listFlags()).map(presentFlag),
    options: async () => FLAG_NAMES.map(presentOption),
    uses: async () => (await service.listUses()).map(presentUse),
    history: async () => (await service.listEvents()).map(presentEvent),
    create: async ({ actor, body, once }) => presentFlag(await service.createFlag(actor, body, once)),
    update: async ({ actor, params, body }) =>
      presentFlag(await service.updateFlag(actor, params.id, body).catch(refuseOld)),
    async remove({ actor, params, query }) {
      await service.archiveFlag(actor, { ...params, ...query })
      return undefined
    },
    restore: async ({ actor, params, query }) =>
      presentFlag(await service.restoreFlag(actor, { ...params, ...query })),
  }
}
