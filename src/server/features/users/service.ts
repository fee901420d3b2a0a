import type { RoleId } from '#shared/access/roles.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { AppError, forbidden, notFound } from '../../errors.ts'
import type { Actor } from '../../http/actor.ts'
import { createThrottle } from '../../security/throttle.ts'
import type { AuthService } from '../auth/service.ts'
import { presentUser } from './present.ts'
import { searchUsers, type UserSearch } from './queries.ts'
import * as store from './store.ts'

export interface UsersParts {
  db: Db
  auth: AuthService
  clock: () => Date
}

export type UsersService = ReturnType<typeof createUsersService>

const HOUR_MS = 3_600_000
/** As many as a query may name: the labels of a filter must not be spread over pages. */
const MOST_IDS = 100
const RESENT_TO_ONE = { most: 3, windowMs: HOUR_MS }
const RESENT_BY_ONE = { most: 30, windowMs: HOUR_MS }

/** Only an administrator makes administrators, or touches one. */
function refuseRank(actor: Actor, ...roles: RoleId[]) {
  if (actor.roleId !== 'adm' && roles.includes('adm')) {
    throw forbidden('Only an administrator may grant or change the role of an administrator.')
  }
}

async function refuseLastAdmin(tx: Db, before: store.UserRow, after: store.UserValues) {
  const wasAdmin = before.roleId === 'adm' && before.active
  const isAdmin = after.roleId === 'adm' && after.active
  if (wasAdmin && !isAdmin && (await store.countOtherAdmins(tx, before.id)) === 0) {
    throw new AppError('conflict', 'This is the last active administrator.')
  }
}

function refuseOldVersion(before: store.UserRow, version: number | undefined) {
  if (version === undefined || version === before.version) return
  throw new AppError('conflict', 'Somebody else has changed this user in the meantime.', {
    details: { current: presentUser(before) },
  })
}

export interface UserChange {
  id: number
  values: store.UserValues
  version?: number | undefined
}

export function createUsersService({ db, auth, clock }: UsersParts) {
  const perReceiver = createThrottle(RESENT_TO_ONE)
  const perSender = createThrottle(RESENT_BY_ONE)

  async function readUser(actor: Actor, id: number): Promise<store.UserRow> {
    if (actor.id !== id && !actor.permissions.includes('ManageUsers')) throw forbidden()
    const user = await store.findUser(db, id)
    if (!user) throw notFound('User')
    return user
  }

  /**
   * Who manages users finds everybody, whole. Everybody else finds active colleagues by name, in the order of their
   * names, for another order would tell what they may not see. Whom one names by number is found in any case.
   */
  async function searchColleagues(actor: Actor, search: Omit<UserSearch, 'activeOnly' | 'pageSize'>) {
    const isWhole = actor.permissions.includes('ManageUsers')
    const order = isWhole ? {} : ({ sort: 'first_name', sortOrder: 'asc' } as const)
    const isByNumber = search.ids !== undefined
    const found = await searchUsers(db, {
      ...search,
      ...order,
      activeOnly: !isWhole && !isByNumber,
      pageSize: isByNumber ? MOST_IDS : PAGE_SIZE,
    })
    return { ...found, isWhole }
  }

  async function createUser(actor: Actor, values: store.UserValues): Promise<store.UserRow> {
    refuseRank(actor, values.roleId)
    return transaction(db, async (tx) => {
      const user = await store.insertUser(tx, values)
      if (!user) throw store.emailTaken()
      if (user.active) await auth.invite(tx, user.id)
      return user
    })
  }

  /** What a change takes away is gone at once: locked people and people with a new email are signed out. */
  async function applyConsequences(tx: Db, before: store.UserRow, after: store.UserValues) {
    const isLocked = before.active && !after.active
    const isMoved = before.username !== after.username
    if (isLocked || isMoved) {
      await auth.endSessionsOf(tx, before.id)
      await auth.cancelLinksOf(tx, before.id)
    }
    if (isMoved) {
      await auth.tellOldAddress(tx, { userId: before.id, oldAddress: before.username })
    }
    const isUninvited = isMoved || !before.active
    if (before.passwordHash === null && after.active && isUninvited) await auth.invite(tx, before.id)
  }

  async function updateUser(actor: Actor, { id, values, version }: UserChange): Promise<store.UserRow> {
    const user = await transaction(db, async (tx) => {
      // Administrators are locked before the user, always in this order, so that two of them cannot block each other.
      await store.countOtherAdmins(tx, id)
      const before = await store.lockUser(tx, id)
      if (!before) throw notFound('User')
      // The database allows known roles only.
      refuseRank(actor, before.roleId as RoleId, values.roleId)
      refuseOldVersion(before, version)
      if (actor.id === id && !values.active) throw new AppError('conflict', 'You cannot lock yourself.')
      await refuseLastAdmin(tx, before, values)
      if (await store.isUsernameTaken(tx, values.username, id)) throw store.emailTaken()
      const after = await store.updateUser(tx, id, { ...values, updatedAt: clock() })
      if (!after) throw notFound('User')
      await applyConsequences(tx, before, values)
      return after
    })
    // A new role counts from the next call on, too.
    auth.forgetSessions()
    return user
  }

  /** Nobody's mailbox is filled by a button: a few mails an hour, to one person and by one person. */
  function refuseFlood(senderId: number, receiverId: number) {
    const now = clock()
    const [sender, receiver] = [String(senderId), String(receiverId)]
    const retryAfter = Math.max(perReceiver.waitFor(receiver, now), perSender.waitFor(sender, now))
    if (retryAfter > 0) {
      throw new AppError('tooMany', 'Enough mails were sent. Please try again later.', { retryAfter })
    }
    perReceiver.count(receiver, now)
    perSender.count(sender, now)
  }

  async function resendEmail(actor: Actor, id: number): Promise<'invitation' | 'test'> {
    const user = await store.findUser(db, id)
    if (!user) throw notFound('User')
    if (!user.active) throw new AppError('conflict', 'This user is locked.')
    // Not inside the transaction, which runs again after a lost race: each press counts once.
    refuseFlood(actor.id, id)
    return transaction(db, async (tx) => {
      if (user.passwordHash === null) {
        await auth.invite(tx, id, { isLimited: true })
        return 'invitation'
      }
      await auth.sendTestMail(tx, id)
      return 'test'
    })
  }

  return { readUser, searchUsers: searchColleagues, createUser, updateUser, resendEmail }
}
