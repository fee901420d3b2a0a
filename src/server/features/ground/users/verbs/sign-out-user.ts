import { userEndpoints } from '#shared/features/ground/users/contract.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { notFound } from '../../../../errors.ts'
import { type Caller, type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import * as store from '../store.ts'
import { refuseRank, type UsersDeps } from './save-user.ts'

/** A user that the actor may manage, locked until the transaction ends. */
export async function lockManaged(tx: Db, actor: Caller, id: number): Promise<store.UserRow> {
  const user = await store.lockUser(tx, id)
  if (!user) throw notFound('User')
  refuseRank(actor, user.roleId)
  return user
}

/** Ends every session of a person, but for the one that this is asked with; answers how many there were. */
export async function signOutUser({ db, auth }: UsersDeps, actor: PersonActor, id: number): Promise<number> {
  requires(actor, userEndpoints.endSessions.access)
  const ended = await transaction(db, async (tx) => {
    const user = await lockManaged(tx, actor, id)
    const sessionsEnded = await auth.endSessionsOf(tx, id, { end: 'ended', except: actor.session })
    if (sessionsEnded > 0)
      await audit(tx, actor, 'user.signed-out', { id, label: fullNameOf(user), after: { sessionsEnded } })
    return sessionsEnded
  })
  auth.forgetSessions()
  return ended
}
