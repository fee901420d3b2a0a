import type { providerEndpoints } from '#shared/features/ground/provider/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentSignedInUser } from '../auth/present.ts'
import { presentIdentity, presentUserIdentity } from './present.ts'
import type { ProviderService } from './service.ts'

export function providerHandlers(service: ProviderService): Handlers<typeof providerEndpoints> {
  return {
    async read() {
      const { isAway, signOut } = await service.readState()
      return { is_away: isAway, sign_out: signOut }
    },
    start: async ({ cookies, query, isFromOtherSite }) => ({
      location: isFromOtherSite ? service.signInCard() : await service.start(cookies, query),
    }),
    startInvited: async ({ cookies, body }) => ({
      location: await service.startInvited(cookies, body.token),
    }),
    async callback({ cookies, query, origin }) {
      const sent = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
      const answer = new URLSearchParams(sent)
      return { location: await service.comeBack(origin, { cookies, answer }) }
    },
    async finish({ cookies, origin }) {
      const { token, account, duty, next } = await service.finish(origin, cookies)
      return { token, user: presentSignedInUser(account, duty), next }
    },
    logout: async ({ body }) => {
      await service.endByProvider(body.logout_token)
      return undefined
    },
    readOwn: async ({ actor }) => presentIdentity(await service.readOwn(actor)),
    connect: async ({ actor, cookies }) => ({ location: await service.connect(actor, cookies) }),
    confirm: async ({ actor, cookies }) => ({ location: await service.confirm(actor, cookies) }),
    complete: async ({ actor, cookies }) => ({ done: await service.complete(actor, cookies) }),
    readOf: async ({ actor, params }) => presentUserIdentity(await service.readOf(actor, params.id)),
    disconnectOf: async ({ actor, params }) => {
      await service.disconnectOf(actor, params.id)
      return undefined
    },
    disconnect: async ({ actor }) => {
      await service.disconnect(actor)
      return undefined
    },
  }
}
