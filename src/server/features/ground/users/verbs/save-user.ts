import type { RoleId } from '#shared/access/roles.ts'
import { type Act, differenceOf } from '#shared/features/ground/audit/rules.ts'
import { userEndpoints } from '#shared/features/ground/users/contract.ts'
import type { Once } from '../../../../calls/once.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { refuseOldVersion } from '../../../../db/version.ts'
import { AppError, forbidden, notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { AuthService } from '../../auth/service.ts'
import type { SignInPolicy } from '../../sign-in-rules/deps.ts'
import * as store from '../store.ts'

export interface UsersDeps {
  db: Db
  auth: AuthService
  clock: () => Date
  policy: Pick<SignInPolicy, 'read'>
  /** Revokes the API tokens of a person with a new email. */
  revokeTokens: (tx: Db, actor: Caller, person: { userId: number; label: string }) => Promise<void>
  /** Disconnects a person with a new email from the sign-in provider: the account may have passed to another person. */
  disconnectProvider: (
    tx: Db,
    actor: Caller,
    person: { userId: number; label: string; now: Date },
  ) => Promise<boolean>
}

const isActiveAdmin = ({ roleId, active }: Pick<store.UserValues, 'roleId' | 'active'>) =>
  roleId === 'adm' && active

/** Only an administrator makes administrators, or touches one. */
export function refuseRank(actor: Caller, ...roles: RoleId[]) {
  if (actor.roleId !== 'adm' && roles.includes('adm')) {
    throw forbidden('Only an administrator may grant or change the role of an administrator.')
  }
}

/** The account of a program has no email and other rules. */
export function refuseServiceAccount({ kind }: store.UserRow) {
  if (kind === 'service')
    throw new AppError('conflict', 'This is a service account. Change it among the service accounts.')
}

async function refuseLastAdmin(tx: Db, before: store.UserRow, after: store.UserValues) {
  if (
    isActiveAdmin(before) &&
    !isActiveAdmin(after) &&
    !(await store.lockAdmins(tx)).some(({ id, passwordHash }) => id !== before.id && passwordHash !== null)
  ) {
    throw new AppError('conflict', 'This is the last active administrator who can sign in.')
  }
}

/** Where the rules limit passwords, also without a provider today, somebody must be able to sign in without one. */
async function refuseLastBreakGlass(
  tx: Db,
  { policy }: UsersDeps,
  { before, after }: { before: store.UserRow; after: store.UserValues },
) {
  const isLost = before.breakGlass && isActiveAdmin(before) && !isActiveAdmin(after)
  if (!isLost || (await policy.read(tx)).passwords !== 'break_glass') return
  const others = (await store.lockAdmins(tx)).filter(({ id }) => id !== before.id)
  if (!others.some((admin) => admin.breakGlass && admin.passwordHash !== null))
    throw new AppError(
      'conflict',
      'This is the last break-glass account. Mark another administrator in the sign-in rules first.',
    )
}

export interface UserUpdate {
  id: number
  values: store.UserValues
  version?: number | undefined
}

export async function createUser(
  { db, auth }: UsersDeps,
  actor: Caller,
  { values, once }: { values: store.UserValues; once: Once },
): Promise<store.UserRow> {
  requires(actor, userEndpoints.create.access)
  refuseRank(actor, values.roleId)
  const insert = async (tx: Db) => {
    const user = await store.insertUser(tx, values)
    if (!user) throw store.emailTaken()
    if (user.active) await auth.invite(tx, user.id)
    await audit(tx, actor, 'user.created', { id: user.id, label: fullNameOf(user), after: values })
    return user.id
  }
  const id = await transaction(db, (tx) => once(tx, () => insert(tx)))
  const user = await store.findUser(db, id)
  if (!user) throw notFound('User')
  return user
}

/** All acts of a change, so that the audit trail can be filtered by each of them. */
function actsOf(before: store.UserRow, after: store.UserValues): Act[] {
  const acts: Act[] = []
  if (before.roleId !== after.roleId) acts.push('user.role-changed')
  if (before.active !== after.active) acts.push(after.active ? 'user.unlocked' : 'user.locked')
  return acts.length > 0 ? acts : ['user.changed']
}

/** An account that stops being an active administrator is no longer a break-glass account, and not again by itself. */
async function auditMark(
  tx: Db,
  actor: Caller,
  { before, after }: { before: store.UserRow; after: store.UserRow },
) {
  if (before.breakGlass === after.breakGlass) return
  await audit(tx, actor, 'user.break-glass-changed', {
    id: after.id,
    label: fullNameOf(after),
    before: { breakGlass: before.breakGlass },
    after: { breakGlass: after.breakGlass },
  })
}

const isSame = (before: store.UserRow, after: store.UserValues) =>
  Object.keys(differenceOf<store.UserValues>(before, after).after).length === 0

/**
 * Lost access takes effect immediately: locked users and users with a new email are signed out. Returns the
 * number of ended sessions.
 */
async function applyConsequences(
  tx: Db,
  { auth, clock, revokeTokens, disconnectProvider }: UsersDeps,
  { actor, before, after }: { actor: Caller; before: store.UserRow; after: store.UserRow },
): Promise<number> {
  const isLocked = before.active && !after.active
  const isMoved = before.username !== after.username
  let sessionsEnded = 0
  if (isLocked || isMoved) {
    sessionsEnded = await auth.endSessionsOf(tx, before.id, { end: isLocked ? 'locked' : 'email-changed' })
    await auth.cancelPending(tx, before.id)
  }
  if (isMoved) {
    const person = { userId: before.id, label: fullNameOf(before) }
    await revokeTokens(tx, actor, person)
    await disconnectProvider(tx, actor, { ...person, now: clock() })
    await auth.tellOldAddress(tx, { userId: before.id, oldAddress: before.username })
  }
  const isUninvited = isMoved || !before.active
  if (after.active && isUninvited && (await auth.needsInvitation(tx, after))) await auth.invite(tx, after.id)
  return sessionsEnded
}

/** A stolen session must not be enough to take over an account by changing its email, role or lock. */
async function guardTakeover(
  tx: Db,
  { auth }: UsersDeps,
  { actor, before, after }: { actor: Caller; before: store.UserRow; after: store.UserValues },
) {
  const isTakeover =
    before.username !== after.username || before.roleId !== after.roleId || before.active !== after.active
  // A background run acts for a user who confirmed their identity to start it.
  if (isTakeover && actor.kind === 'person') await auth.requireStepUp(tx, actor.session)
}

export async function updateUser(
  deps: UsersDeps,
  actor: Caller,
  { id, values, version }: UserUpdate,
): Promise<store.UserRow> {
  requires(actor, userEndpoints.update.access)
  const user = await transaction(deps.db, async (tx) => {
    // Administrators are locked before the user, always in this order, so that two of them cannot block each other.
    await store.lockAdmins(tx)
    const before = await store.lockUser(tx, id)
    if (!before) throw notFound('User')
    refuseRank(actor, before.roleId, values.roleId)
    refuseServiceAccount(before)
    await refuseOldVersion({
      sent: version,
      stored: before.version,
      message: 'Another user has changed this user.',
      current: () => before,
    })
    if (actor.id === id && !values.active) throw new AppError('conflict', 'You can’t lock yourself.')
    await refuseLastAdmin(tx, before, values)
    await refuseLastBreakGlass(tx, deps, { before, after: values })
    if (isSame(before, values)) return before
    await guardTakeover(tx, deps, { actor, before, after: values })
    if (await store.isUsernameTaken(tx, values.username, id)) throw store.emailTaken()
    const updatedAt = deps.clock()
    const breakGlass = before.breakGlass && isActiveAdmin(before) && isActiveAdmin(values)
    const after = await store.updateUser(tx, id, { ...values, breakGlass, updatedAt })
    if (!after) throw notFound('User')
    const sessionsEnded = await applyConsequences(tx, deps, { actor, before, after })
    for (const act of actsOf(before, values))
      await audit(tx, actor, act, {
        id,
        label: fullNameOf(after),
        before: { ...before, sessionsEnded: 0 },
        after: { ...values, sessionsEnded },
      })
    await auditMark(tx, actor, { before, after })
    return after
  })
  // A new role counts from the next call on, too.
  deps.auth.forgetSessions()
  return user
}
