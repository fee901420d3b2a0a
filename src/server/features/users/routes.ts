import { ROLES, type RoleId } from '#shared/access/roles.ts'
import type { User, UserName, userEndpoints } from '#shared/features/users/contract.ts'
import type { Db } from '../../db/connect.ts'
import type { Handlers } from '../../http/handlers.ts'
import { listUserNames, searchUsers } from './queries.ts'
import type { UsersService } from './service.ts'
import type { UserRow, UserValues } from './store.ts'

export function presentUserName(user: Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'username'>): UserName {
  return { id: user.id, first_name: user.firstName, last_name: user.lastName, username: user.username }
}

function presentUser(user: UserRow): User {
  // The database allows known roles only.
  const roleId = user.roleId as RoleId
  return {
    ...presentUserName(user),
    active: user.active ? 1 : 0,
    role_id: roleId,
    role: { id: roleId, description: ROLES[roleId].description },
    sign_in_count: user.signInCount,
    last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
    confirmed: user.passwordHash !== null,
  }
}

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
  invitation: 'The invitation is on its way.',
  test: 'The test mail is on its way.',
} as const

export function userHandlers(db: Db, service: UsersService): Handlers<typeof userEndpoints> {
  return {
    async list({ query, actor }) {
      const isManager = actor.permissions.includes('ManageUsers')
      // Without the right to manage users one finds active colleagues by name, in the order of their names.
      const order = isManager ? {} : ({ sort: 'first_name', sortOrder: 'asc' } as const)
      const found = await searchUsers(db, { ...query, ...order, activeOnly: !isManager })
      return {
        nodes: found.nodes.map(isManager ? presentUser : presentUserName),
        totalCount: found.totalCount,
        page: query.page,
      }
    },
    listAll: async () => (await listUserNames(db)).map(presentUserName),
    read: async ({ actor, params }) => presentUser(await service.readUser(actor, params.id)),
    create: async ({ actor, body }) => presentUser(await service.createUser(actor, valuesOf(body))),
    update: async ({ actor, params, body }) =>
      presentUser(await service.updateUser(actor, params.id, valuesOf(body))),
    resendEmail: async ({ actor, params }) => ({
      message: RESENT[await service.resendEmail(actor, params.id)],
    }),
  }
}
