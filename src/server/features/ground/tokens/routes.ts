import type { tokenEndpoints } from '#shared/features/ground/tokens/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentMade, presentTokens } from './present.ts'
import type { TokensService } from './service.ts'

export function tokenHandlers(service: TokensService): Handlers<typeof tokenEndpoints> {
  return {
    listOwn: async ({ actor }) => presentTokens(await service.listOwn(actor)),
    createOwn: async ({ actor, body }) => presentMade(await service.createOwn(actor, body)),
    rotateOwn: async ({ actor, params, body }) =>
      presentMade(await service.rotateOwn(actor, { id: params.id, endOld: body.end_old })),
    endOldOwn: async ({ actor, params }) => {
      await service.endOldOwn(actor, params.id)
      return undefined
    },
    revokeOwn: async ({ actor, params }) => {
      await service.revokeOwn(actor, params.id)
      return undefined
    },
    listOf: async ({ actor, params }) => presentTokens(await service.listOf(actor, params.id)),
    createOf: async ({ actor, params, body }) => presentMade(await service.createOf(actor, params.id, body)),
    rotateOf: async ({ actor, params, body }) =>
      presentMade(await service.rotateOf(actor, params.id, { id: params.tokenId, endOld: body.end_old })),
    endOldOf: async ({ actor, params }) => {
      await service.endOldOf(actor, params.id, params.tokenId)
      return undefined
    },
    revokeOf: async ({ actor, params }) => {
      await service.revokeOf(actor, params.id, params.tokenId)
      return undefined
    },
  }
}
