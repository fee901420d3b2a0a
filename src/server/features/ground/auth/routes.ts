import { ROLE_IDS, ROLES } from '#shared/access/roles.ts'
import type { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentGreeting, presentSession, presentSignedInUser } from './present.ts'
import type { AuthService } from './service.ts'

const NEUTRAL = 'If this address belongs to an account, we’ve sent an email with a link.'

export function authHandlers(service: AuthService): Handlers<typeof authEndpoints> {
  return {
    async signIn({ body, origin }) {
      const { token, account, duty } = await service.signIn(origin, body)
      return { token, user: presentSignedInUser(account, duty) }
    },
    signOut: async ({ actor }) => {
      await service.signOut(actor)
      return undefined
    },
    confirmIdentity: async ({ actor, body }) => {
      await service.confirmIdentity(actor, body)
      return undefined
    },
    readConfirmation: async ({ query }) =>
      presentGreeting(await service.greetOwner('confirmation', query.token)),
    confirm: async ({ body, origin }) => ({
      username: await service.redeemLink(origin, { ...body, purpose: 'confirmation' }),
    }),
    listRoles: async () => ROLE_IDS.map((id) => ({ id, description: ROLES[id].description })),
    async requestReset({ body, origin }) {
      await service.requestReset(origin, body.username)
      return { message: NEUTRAL }
    },
    readReset: async ({ query }) => presentGreeting(await service.greetOwner('reset', query.token)),
    reset: async ({ body, origin }) => ({
      username: await service.redeemLink(origin, { ...body, purpose: 'reset' }),
    }),
    async listSessions({ actor }) {
      const sessions = await service.listSessionsOf(actor.id)
      return sessions.map((session) => presentSession(session, actor.session))
    },
    endSession: async ({ actor, params }) => {
      await service.signOutSession(actor, params.id)
      return undefined
    },
    listAdmins: async () =>
      (await service.listAdmins()).map(({ firstName, lastName, username }) => ({
        first_name: firstName,
        last_name: lastName,
        username,
      })),
    endOtherSessions: async ({ actor }) => ({ ended: await service.signOutElsewhere(actor) }),
    // A program sees what it may do, not all that its account may.
    async profile({ actor }) {
      if (actor.kind !== 'person')
        return { ...presentSignedInUser(actor, null), permissions: [...actor.permissions] }
      return presentSignedInUser(actor, await service.readDuty(actor), actor.mustEnrol)
    },
    async changePassword({ actor, body }) {
      await service.changePassword(actor, body)
      return { message: 'Password Changed' }
    },
  }
}
