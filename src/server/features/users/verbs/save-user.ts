import type { RoleId } from '#shared/access/roles.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { refuseOldVersion } from '../../../db/version.ts'
import { AppError, forbidden, notFound } from '../../../errors.ts'
import type { Actor } from '../../../http/actor.ts'
import type { AuthService } from '../../auth/service.ts'
import * as store from '../store.ts'

export interface UsersParts {
  db: Db
  auth: AuthService
  clock: () => Date
}

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

export interface UserChange {
  id: number
  values: store.UserValues
  version?: number | undefined
}

export async function createUser(
  { db, auth }: UsersParts,
  actor: Actor,
  values: store.UserValues,
): Promise<store.UserRow> {
  refuseRank(actor, values.roleId)
  return transaction(db, async (tx) => {
    const user = await store.insertUser(tx, values)
    if (!user) throw store.emailTaken()
    if (user.active) await auth.invite(tx, user.id)
    return user
  })
}

/** What a change takes away is gone at once: locked people and people with a new email are signed out. */
async function applyConsequences(
  tx: Db,
  { auth }: UsersParts,
  { before, after }: { before: store.UserRow; after: store.UserValues },
) {
  const isLocked = before.active && !after.active
  const isMoved = before.username !== after.username
  if (isLocked || isMoved) {
    await auth.endSessionsOf(tx, before.id, isLocked ? 'locked' : 'email-changed')
    await auth.cancelLinksOf(tx, before.id)
  }
  if (isMoved) {
    await auth.tellOldAddress(tx, { userId: before.id, oldAddress: before.username })
  }
  const isUninvited = isMoved || !before.active
  if (before.passwordHash === null && after.active && isUninvited) await auth.invite(tx, before.id)
}

export async function updateUser(
  parts: UsersParts,
  actor: Actor,
  { id, values, version }: UserChange,
): Promise<store.UserRow> {
  const user = await transaction(parts.db, async (tx) => {
    // Administrators are locked before the user, always in this order, so that two of them cannot block each other.
    await store.countOtherAdmins(tx, id)
    const before = await store.lockUser(tx, id)
    if (!before) throw notFound('User')
    // The database allows known roles only.
    refuseRank(actor, before.roleId as RoleId, values.roleId)
    await refuseOldVersion({
      sent: version,
      stored: before.version,
      message: 'Somebody else has changed this user in the meantime.',
      current: () => before,
    })
    if (actor.id === id && !values.active) throw new AppError('conflict', 'You cannot lock yourself.')
    await refuseLastAdmin(tx, before, values)
    if (await store.isUsernameTaken(tx, values.username, id)) throw store.emailTaken()
    const after = await store.updateUser(tx, id, { ...values, updatedAt: parts.clock() })
    if (!after) throw notFound('User')
    await applyConsequences(tx, parts, { before, after: values })
    return after
  })
  // A new role counts from the next call on, too.
  parts.auth.forgetSessions()
  return user
}
