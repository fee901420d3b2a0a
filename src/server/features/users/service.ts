import type { RoleId } from '#shared/access/roles.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { AppError, forbidden, notFound } from '../../errors.ts'
import type { Actor } from '../../http/actor.ts'
import { createThrottle } from '../../security/throttle.ts'
import type { AuthService } from '../auth/service.ts'
import * as store from './store.ts'

export interface UsersParts {
  db: Db
  auth: AuthService
  clock: () => Date
}

export type UsersService = ReturnType<typeof createUsersService>

const HOUR_MS = 3_600_000
const RESENT_TO_ONE = { most: 3, windowMs: HOUR_MS }
const RESENT_BY_ONE = { most: 30, windowMs: HOUR_MS }

const taken = () => new AppError('conflict', 'This email belongs to another user already.')

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

export function createUsersService({ db, auth, clock }: UsersParts) {
  const perReceiver = createThrottle(RESENT_TO_ONE)
  const perSender = createThrottle(RESENT_BY_ONE)

  async function readUser(actor: Actor, id: number): Promise<store.UserRow> {
    if (actor.id !== id && !actor.permissions.includes('ManageUsers')) throw forbidden()
    const user = await store.findUser(db, id)
    if (!user) throw notFound('User')
    return user
  }

  async function createUser(actor: Actor, values: store.UserValues): Promise<store.UserRow> {
    refuseRank(actor, values.roleId)
    return transaction(db, async (tx) => {
      const user = await store.insertUser(tx, values)
      if (!user) throw taken()
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

  async function updateUser(actor: Actor, id: number, values: store.UserValues): Promise<store.UserRow> {
    const user = await transaction(db, async (tx) => {
      // Administrators are locked before the user, always in this order, so that two of them cannot block each other.
      await store.countOtherAdmins(tx, id)
      const before = await store.lockUser(tx, id)
      if (!before) throw notFound('User')
      // The database allows known roles only.
      refuseRank(actor, before.roleId as RoleId, values.roleId)
      if (actor.id === id && !values.active) throw new AppError('conflict', 'You cannot lock yourself.')
      await refuseLastAdmin(tx, before, values)
      if (await store.isUsernameTaken(tx, values.username, id)) throw taken()
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
    return transaction(db, async (tx) => {
      const user = await store.findUser(tx, id)
      if (!user) throw notFound('User')
      if (!user.active) throw new AppError('conflict', 'This user is locked.')
      refuseFlood(actor.id, id)
      if (user.passwordHash === null) {
        await auth.invite(tx, id, { isLimited: true })
        return 'invitation'
      }
      await auth.sendTestMail(tx, id)
      return 'test'
    })
  }

  return { readUser, createUser, updateUser, resendEmail }
}
