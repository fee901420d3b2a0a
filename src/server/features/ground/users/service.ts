import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Once } from '../../../calls/once.ts'
import { forbidden, notFound } from '../../../errors.ts'
import type { Caller, PersonActor } from '../../../security/actor.ts'
import { searchUsers, type UserSearch } from './queries.ts'
import * as store from './store.ts'
import { createResendThrottles, resendEmail } from './verbs/resend-email.ts'
import { createUser, refuseRank, type UsersDeps, type UserUpdate, updateUser } from './verbs/save-user.ts'
import { lockManaged, signOutUser } from './verbs/sign-out-user.ts'

export type UsersService = ReturnType<typeof createUsersService>

/** As many as a query may name: the labels of a filter must not be spread over pages. */
const MOST_IDS = 100

async function readUser({ db }: UsersDeps, actor: Caller, id: number): Promise<store.UserRow> {
  if (actor.id !== id && !actor.permissions.includes('ManageUsers')) throw forbidden()
  const user = await store.findUser(db, id)
  if (!user) throw notFound('User')
  return user
}

type Search = Omit<UserSearch, 'activeOnly' | 'pageSize'>

/**
 * User managers find all users with all fields. Everybody else finds active colleagues by name, sorted by
 * name, because another order would reveal hidden fields. A user requested by id is always found.
 */
async function searchColleagues({ db }: UsersDeps, actor: Caller, search: Search) {
  const isWhole = actor.permissions.includes('ManageUsers')
  const order = isWhole ? {} : ({ sort: undefined, sortOrder: 'asc', holding: undefined } as const)
  const isByNumber = search.ids !== undefined
  const found = await searchUsers(db, {
    ...search,
    ...order,
    activeOnly: !isWhole && !isByNumber,
    pageSize: isByNumber ? MOST_IDS : PAGE_SIZE,
  })
  return { ...found, isWhole }
}

export function createUsersService(deps: UsersDeps) {
  const throttles = createResendThrottles(deps.db)
  return {
    readUser: (actor: Caller, id: number) => readUser(deps, actor, id),
    searchUsers: (actor: Caller, search: Search) => searchColleagues(deps, actor, search),
    createUser: (actor: Caller, values: store.UserValues, once: Once) =>
      createUser(deps, actor, { values, once }),
    updateUser: (actor: Caller, change: UserUpdate) => updateUser(deps, actor, change),
    /** A user's sessions, newest first. */
    async listSessions(actor: Caller, id: number) {
      await readUser(deps, actor, id)
      return deps.auth.listSessionsOf(id)
    },
    /** A user that the actor may manage, locked until the transaction ends. */
    lockManaged,
    refuseRank,
    /** The account of a program; `service-accounts` has the rest of it. */
    insertServiceUser: store.insertServiceUser,
    updateServiceUser: store.updateServiceUser,
    signOutUser: (actor: PersonActor, id: number) => signOutUser(deps, actor, id),
    resendEmail: (actor: Caller, id: number) => resendEmail(deps, throttles, actor, id),
  }
}
