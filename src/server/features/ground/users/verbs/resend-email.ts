import { userEndpoints } from '#shared/features/ground/users/contract.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { createThrottle, type Throttle } from '../../../../security/throttle.ts'
import * as store from '../store.ts'
import type { UsersDeps } from './save-user.ts'

const RESENT_TO_ONE = { name: 'mails to one person', most: 3, windowMs: HOUR_MS }
const RESENT_BY_ONE = { name: 'mails by one person', most: 30, windowMs: HOUR_MS }

export interface ResendThrottles {
  perReceiver: Throttle
  perSender: Throttle
}

export const createResendThrottles = (db: Db): ResendThrottles => ({
  perReceiver: createThrottle(db, RESENT_TO_ONE),
  perSender: createThrottle(db, RESENT_BY_ONE),
})

/** Nobody's mailbox is filled by a button: a few mails an hour, to one person and by one person. */
async function refuseFlood(
  { perReceiver, perSender }: ResendThrottles,
  { senderId, receiverId, now }: { senderId: number; receiverId: number; now: Date },
) {
  const [sender, receiver] = [String(senderId), String(receiverId)]
  const ofSender = await perSender.take(sender, now)
  const retryAfter = ofSender > 0 ? ofSender : await perReceiver.take(receiver, now)
  if (retryAfter === 0) return
  if (ofSender === 0) await perSender.undo(sender)
  throw new AppError('tooMany', 'Too many emails sent. Try again later.', { retryAfter })
}

/** Sends the invitation again to a user who needs one, and a test mail to any other. */
export async function resendEmail(
  { db, auth, clock }: UsersDeps,
  throttles: ResendThrottles,
  actor: Caller,
  id: number,
): Promise<'invitation' | 'test'> {
  requires(actor, userEndpoints.resendEmail.access)
  const user = await store.findUser(db, id)
  if (!user) throw notFound('User')
  if (user.kind === 'service') throw new AppError('conflict', 'Service accounts get no mail.')
  if (!user.active) throw new AppError('conflict', 'This user is locked.')
  // Not inside the transaction, which runs again after a lost race: each press counts once.
  await refuseFlood(throttles, { senderId: actor.id, receiverId: id, now: clock() })
  return transaction(db, async (tx) => {
    const mail = (await auth.needsInvitation(tx, user)) ? 'invitation' : 'test'
    if (mail === 'invitation') await auth.invite(tx, id, { isLimited: true })
    else await auth.sendTestMail(tx, id)
    const label = fullNameOf(user)
    await audit(tx, actor, 'user.mailed', { id, label, after: { mail } })
    return mail
  })
}
