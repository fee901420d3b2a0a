import { grantsOf, ROLE_IDS, ROLES } from '#shared/access/roles.ts'
import type { authEndpoints, SignedInUser } from '#shared/features/auth/contract.ts'
import type { Actor } from '../../http/actor.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { AuthService } from './service.ts'

const NEUTRAL = 'If this address belongs to an account, a mail with a link is on its way.'

function presentSignedInUser(actor: Omit<Actor, 'session' | 'permissions'>): SignedInUser {
  return {
    id: actor.id,
    first_name: actor.firstName,
    last_name: actor.lastName,
    username: actor.username,
    role_id: actor.roleId,
    role: { id: actor.roleId, description: ROLES[actor.roleId].description },
    permissions: [...grantsOf(actor.roleId)],
  }
}

export function authHandlers(service: AuthService): Handlers<typeof authEndpoints> {
  return {
    async signIn({ body, ip }) {
      const { token, account } = await service.signIn({ ...body, ip })
      // The database allows known roles only.
      return { token, user: presentSignedInUser(account as typeof account & Pick<Actor, 'roleId'>) }
    },
    signOut: async ({ actor }) => {
      await service.signOut(actor)
      return undefined
    },
    readConfirmation: async ({ query }) => ({
      first_name: (await service.readLink('confirmation', query.token)).firstName,
    }),
    confirm: async ({ body }) => ({ username: await service.redeemLink('confirmation', body) }),
    listRoles: async () => ROLE_IDS.map((id) => ({ id, description: ROLES[id].description })),
    async requestReset({ body, ip }) {
      await service.requestReset({ username: body.username, ip })
      return { message: NEUTRAL }
    },
    readReset: async ({ query }) => ({
      first_name: (await service.readLink('reset', query.token)).firstName,
    }),
    reset: async ({ body }) => ({ username: await service.redeemLink('reset', body) }),
    profile: async ({ actor }) => presentSignedInUser(actor),
    async changePassword({ actor, body }) {
      await service.changePassword(actor, body)
      return { message: 'Password Changed' }
    },
  }
}
