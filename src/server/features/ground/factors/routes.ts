import type { factorEndpoints } from '#shared/features/ground/factors/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentSignedInUser } from '../auth/present.ts'
import { presentFactors } from './present.ts'
import type { FactorsService } from './service.ts'

export function factorHandlers(service: FactorsService): Handlers<typeof factorEndpoints> {
  return {
    async finishSignIn({ body, origin }) {
      const { token, account } = await service.finishSignIn(origin, body)
      return { token, user: presentSignedInUser(account, null) }
    },
    beginPasskeySignIn: ({ origin }) => service.beginPasskeySignIn(origin),
    async signInWithPasskey({ body, origin }) {
      const { token, account } = await service.signInWithPasskey(origin, body)
      return { token, user: presentSignedInUser(account, null) }
    },
    beginConfirmation: ({ actor }) => service.beginConfirmation(actor),
    read: async ({ actor }) => presentFactors(await service.readFactors(actor)),
    beginTotp: ({ actor }) => service.beginTotp(actor),
    confirmTotp: async ({ actor, body }) => ({
      recovery_codes: await service.confirmTotp(actor, body.code),
    }),
    removeTotp: async ({ actor }) => {
      await service.removeTotp(actor)
      return undefined
    },
    beginPasskey: ({ actor }) => service.beginPasskey(actor),
    addPasskey: async ({ actor, body }) => ({ recovery_codes: await service.addPasskey(actor, body) }),
    renamePasskey: async ({ actor, params, body }) => {
      await service.renamePasskey(actor, { id: params.id, name: body.name })
      return undefined
    },
    removePasskey: async ({ actor, params }) => {
      await service.removePasskey(actor, params.id)
      return undefined
    },
    renewRecoveryCodes: async ({ actor }) => ({ recovery_codes: await service.renewRecoveryCodes(actor) }),
    resetOf: async ({ actor, params }) => {
      await service.resetFactorsOf(actor, params.id)
      return undefined
    },
  }
}
