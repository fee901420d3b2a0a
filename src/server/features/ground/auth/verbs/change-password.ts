import { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { forbidden, RequestInvalid } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { refuseGuessable } from '../../../../security/new-passwords.ts'
import { MAIL_NOTICE } from '../jobs.ts'
import * as store from '../store.ts'
import { refuseUselessPassword } from './break-glass.ts'
import { requireStepUp } from './confirm-identity.ts'
import type { AuthDeps } from './sessions.ts'

/** With a second factor, the password alone is not enough to change it. */
async function requireFactor(db: Db, deps: AuthDeps, actor: PersonActor): Promise<void> {
  if (await deps.secondFactor.isNeeded(db, actor.id)) await requireStepUp(db, deps, actor.session)
}

/** Changes the own password; every other session of that person ends. */
export async function changePassword(
  deps: AuthDeps,
  actor: PersonActor,
  change: { password: string; newPassword: string },
): Promise<void> {
  requires(actor, authEndpoints.changePassword.access)
  const { db, passwords, door, enqueue, sessions, clock, secondFactor } = deps
  await requireFactor(db, deps, actor)
  const label = fullNameOf(actor)
  const keys = { account: `change ${actor.id}`, address: `change ${actor.id}` }
  const wrong = () =>
    new RequestInvalid('body', [{ path: 'password', message: 'The current password is wrong.' }])
  const account = await store.findAccountById(db, actor.id)
  if (!account) throw forbidden()
  await refuseUselessPassword(db, deps, account)
  const { passwordHash: from } = account
  const isRight = await door.try(keys, () => passwords.verify(from, change.password), {
    onShut: () => audit(db, actor, 'session.refused', { id: actor.id, label }),
    // A signed-in user is not a stranger.
    onGuessed: async () => {},
  })
  if (!isRight) {
    await audit(db, actor, 'password.mistaken', { id: actor.id, label })
    throw wrong()
  }
  refuseGuessable(change.newPassword, account, 'newPassword')
  const to = await passwords.hash(change.newPassword)
  await transaction(db, async (tx) => {
    const now = clock()
    // A password that was reset meanwhile is not overwritten by who still knew the old one.
    if (!(await store.updatePassword(tx, actor.id, { from, to, now }))) throw wrong()
    await requireFactor(tx, deps, actor)
    await store.cancelLinksOf(tx, actor.id, now)
    await secondFactor.cancelOf(tx, actor.id)
    const sessionsEnded = await store.revokeSessionsOf(tx, actor.id, {
      now,
      end: 'password-changed',
      except: actor.session,
    })
    await audit(tx, actor, 'password.changed', { id: actor.id, label, after: { sessionsEnded } })
    await enqueue(tx, MAIL_NOTICE, { userId: actor.id, notice: 'password-changed' })
  })
  sessions.forget()
}
