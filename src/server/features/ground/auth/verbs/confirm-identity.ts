import { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import type { StepUpDetails } from '#shared/http/errors.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, forbidden, RequestInvalid } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import * as store from '../store.ts'
import { type AuthDeps, warnOwner } from './sessions.ts'

const CONFIRMED_FOR_MS = 15 * MINUTE_MS
const PASSWORD_ONLY: StepUpDetails = { factors: ['password'] }

/**
 * Refuses a session in which the user has not entered their password recently. Not cached: the user may have confirmed
 * a moment ago on another server.
 */
export async function requireStepUp(
  db: Db,
  { clock }: Pick<AuthDeps, 'clock'>,
  session: string,
): Promise<void> {
  const strongAt = await store.readStrongAt(db, session)
  if (strongAt !== null && clock().getTime() - strongAt.getTime() <= CONFIRMED_FOR_MS) return
  throw new AppError('stepUp', 'Please confirm your password first.', { details: PASSWORD_ONLY })
}

/**
 * Confirms with their password that the signed-in user is at the keyboard. Shares the throttle of sign-in, so a stolen
 * session gives nobody extra guesses.
 */
export async function confirmIdentity(deps: AuthDeps, actor: PersonActor, password: string): Promise<void> {
  requires(actor, authEndpoints.confirmIdentity.access)
  const { db, passwords, door, clock } = deps
  const account = await store.findAccountById(db, actor.id)
  if (!account) throw forbidden()
  const { id, username, passwordHash } = account
  const subject = { id, label: fullNameOf(account) }
  const keys = { account: username, address: actor.origin.address }
  const wrong = () =>
    new RequestInvalid('body', [{ path: 'password', message: 'That isn’t your password. Please try again.' }])
  const isRight = await door.try(keys, () => passwords.verify(passwordHash, password), {
    onShut: () => audit(db, actor, 'session.refused', subject),
    onGuessed: () => warnOwner(deps, account),
  })
  if (!isRight) {
    await audit(db, actor, 'session.unconfirmed', subject)
    throw wrong()
  }
  await door.welcome(keys)
  await transaction(db, async (tx) => {
    const isStillRight = await store.confirmSession(tx, actor.session, {
      userId: id,
      passwordHash,
      now: clock(),
    })
    if (!isStillRight) throw wrong()
    await audit(tx, actor, 'session.confirmed', subject)
  })
}
