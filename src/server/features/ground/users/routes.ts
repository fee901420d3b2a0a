import type { RoleId } from '#shared/access/roles.ts'
import { userEndpoints } from '#shared/features/ground/users/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { Db } from '../../../db/connect.ts'
import { presentOldVersion } from '../../../errors.ts'
import { presentSession } from '../auth/present.ts'
import { presentUser, presentUserName } from './present.ts'
import { listUserNames } from './queries.ts'
import type { UsersService } from './service.ts'
import type { UserRow, UserValues } from './store.ts'

function valuesOf(body: {
  username: string
  first_name: string
  last_name: string
  role_id: RoleId
  active: boolean
}): UserValues {
  return {
    username: body.username,
    firstName: body.first_name,
    lastName: body.last_name,
    roleId: body.role_id,
    active: body.active,
  }
}

const RESENT = {
  invitation: 'Invitation sent.',
  test: 'Test email sent.',
} as const

export function userHandlers(db: Db, service: UsersService): Handlers<typeof userEndpoints> {
  return {
    async list({ query, actor }) {
      const found = await service.searchUsers(actor, query)
      return {
        nodes: found.nodes.map(found.isWhole ? presentUser : presentUserName),
        totalCount: found.totalCount,
        page: query.page,
      }
    },
    listAll: async () => (await listUserNames(db)).map(presentUserName),
    read: async ({ actor, params }) => presentUser(await service.readUser(actor, params.id)),
    create: async ({ actor, body, once }) =>
      presentUser(await service.createUser(actor, valuesOf(body), once)),
    update: async ({ actor, params, body }) =>
      presentUser(
        await service
          .updateUser(actor, { id: params.id, values: valuesOf(body), version: body.version })
          .catch(
            presentOldVersion(userEndpoints.update, (user: UserRow) => ({ current: presentUser(user) })),
          ),
      ),
    async listSessions({ actor, params }) {
      const sessions = await service.listSessions(actor, params.id)
      return sessions.map((session) => presentSession(session, actor.session))
    },
    endSessions: async ({ actor, params }) => ({ ended: await service.signOutUser(actor, params.id) }),
    resendEmail: async ({ actor, params }) => ({
      message: RESENT[await service.resendEmail(actor, params.id)],
    }),
  }
}
