import { factorEndpoints } from '#shared/features/ground/factors/contract.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { listAdminIds } from '../../../../db/list-admins.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, forbidden } from '../../../../errors.ts'
import { type Actor, type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { UsersService } from '../../users/service.ts'
import { closeChallengesOf } from '../challenge-store.ts'
import { MAIL_FACTORS } from '../jobs.ts'
import { lockOwner, type Owner } from '../queries.ts'
import { deleteFactorsOf } from '../store.ts'
import type { FactorsDeps } from './change-factors.ts'

export type ResetDeps = Pick<FactorsDeps, 'db' | 'clock' | 'enqueue' | 'notify'> & {
  auth: Pick<FactorsDeps['auth'], 'endSessionsOf'>
  /** Invites the user if they can't sign in with a password; true if so. */
  inviteLimited: (tx: Db, owner: Owner) => Promise<boolean>
  /** Disconnects the user from the sign-in provider; true if they were connected. */
  disconnectProvider: (
    tx: Db,
    actor: Actor,
    user: { userId: number; label: string; now: Date },
  ) => Promise<boolean>
}

const nothingToReset = () => new AppError('conflict', 'This user has no second factor.')

const INVITED = 'Sign in with the invitation in your mail and set up a new one.'
const RESET =
  'Sign in with your password and set up a new one. If you have no password, choose “Forgot your password?” first.'

/**
 * Removes all factors of a user who lost them, with the account at the sign-in provider, and ends their sessions: then
 * their password is enough, and nothing that another user has connected.
 */
export async function resetFactors(
  { db, clock, auth, enqueue, notify, disconnectProvider, inviteLimited }: ResetDeps,
  actor: Actor,
  { userId, authorize }: { userId: number; authorize: (tx: Db) => Promise<void> },
): Promise<Owner> {
  return transaction(db, async (tx) => {
    await authorize(tx)
    const owner = await lockOwner(tx, userId)
    if (!owner) throw nothingToReset()
    const now = clock()
    const name = fullNameOf(owner)
    const hadFactors = await deleteFactorsOf(tx, userId)
    const wasConnected = await disconnectProvider(tx, actor, { userId, label: name, now })
    if (!hadFactors && !wasConnected) throw nothingToReset()
    await closeChallengesOf(tx, userId, now)
    const sessionsEnded = await auth.endSessionsOf(tx, userId, { end: 'factors-changed' })
    await audit(tx, actor, 'factor.reset', { id: userId, label: name, after: { sessionsEnded } })
    const isInvited = await inviteLimited(tx, owner)
    const event = isInvited ? 'reset-invited' : 'reset'
    await enqueue(tx, MAIL_FACTORS, { userId, event, at: now.toISOString() })
    const words = `An administrator reset your second factor. ${isInvited ? INVITED : RESET}`
    await notify(tx, { userId, kind: 'sign-in-changed', actorId: null, words })
    const actorId = actor.kind === 'person' ? actor.id : null
    for (const admin of await listAdminIds(tx))
      if (admin !== userId) await notify(tx, { userId: admin, kind: 'factors-reset', actorId, words: name })
    return owner
  })
}

/** The same by an administrator in the browser. */
export async function resetFactorsOf(
  deps: FactorsDeps &
    Pick<ResetDeps, 'disconnectProvider' | 'inviteLimited'> & { users: Pick<UsersService, 'lockManaged'> },
  actor: PersonActor,
  userId: number,
): Promise<void> {
  requires(actor, factorEndpoints.resetOf.access)
  if (actor.id === userId)
    throw forbidden(
      'You can’t reset your own second factor. Change it in your profile, or ask another administrator.',
    )
  const authorize = async (tx: Db) => {
    await deps.users.lockManaged(tx, actor, userId)
    await deps.auth.requireStepUp(tx, actor.session)
  }
  await resetFactors(deps, actor, { userId, authorize })
  deps.auth.forgetSessions()
}
