import { type Db, transaction } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import type { Origin } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import { createThrottle, type Throttle } from '../../../security/throttle.ts'
import { hashToken } from '../../../security/tokens.ts'
import { MAIL_NOTICE, MAIL_PASSWORD_LINK } from '../jobs.ts'
import * as queries from '../queries.ts'
import * as store from '../store.ts'
import { refuseGuessable } from './choose-password.ts'
import type { AuthParts } from './sessions.ts'

const HOUR_MS = 3_600_000
const RESETS_OF_ACCOUNT = { name: 'resets of account', most: 5, windowMs: HOUR_MS }
const RESETS_OF_ADDRESS = { name: 'resets of address', most: 30, windowMs: HOUR_MS }

const invalidLink = () =>
  new AppError('notFound', 'This link is not valid any more. Please ask for a new one.')

/** The person that a link belongs to, as long as it is good. */
export async function readLink(
  { db, clock }: AuthParts,
  purpose: store.LinkPurpose,
  token: string,
): Promise<store.Account> {
  const owner = await queries.findLinkOwner(db, { tokenHash: hashToken(token), purpose, now: clock() })
  if (!owner) throw invalidLink()
  return owner
}

export interface Redemption {
  purpose: store.LinkPurpose
  token: string
  password: string
}

/**
 * Sets the password of the link's owner; ends the link, every other link and every session of that person.
 * Answers the name to sign in with.
 */
export async function redeemLink(
  parts: AuthParts,
  origin: Origin,
  { purpose, token, password }: Redemption,
): Promise<string> {
  const { db, passwords, enqueue, sessions, clock } = parts
  const owner = await readLink(parts, purpose, token)
  const { username, firstName, lastName } = owner
  refuseGuessable(password, owner, 'password')
  const to = await passwords.hash(password)
  await transaction(db, async (tx) => {
    const now = clock()
    const userId = await store.consumeLink(tx, { tokenHash: hashToken(token), purpose, now })
    if (userId === undefined) throw invalidLink()
    await store.updatePassword(tx, userId, { to, now })
    await store.cancelLinksOf(tx, userId, now)
    const sessionsEnded = await store.revokeSessionsOf(tx, userId, { now, end: 'password-changed' })
    const act = purpose === 'reset' ? 'password.reset' : 'password.created'
    const subject = { id: userId, label: `${firstName} ${lastName}`, after: { sessionsEnded } }
    await audit(tx, { kind: 'visitor', name: username, origin }, act, subject)
    if (purpose === 'reset') await enqueue(tx, MAIL_NOTICE, { userId, notice: 'password-changed' })
  })
  sessions.forget()
  return username
}

export interface ResetThrottles {
  perAccount: Throttle
  perAddress: Throttle
}

export const createResetThrottles = (db: Db): ResetThrottles => ({
  perAccount: createThrottle(db, RESETS_OF_ACCOUNT),
  perAddress: createThrottle(db, RESETS_OF_ADDRESS),
})

/** The same work and the same answer whether or not the account exists; the mail is written by a job. */
export async function requestReset(
  { db, enqueue, clock }: AuthParts,
  { perAccount, perAddress }: ResetThrottles,
  origin: Origin,
  username: string,
): Promise<void> {
  const now = clock()
  const ip = origin.address
  // By caller and account: nobody shuts the door for somebody else. Whoever asks too often is not told.
  const key = `${ip} ${username}`
  if ((await perAddress.take(ip, now)) > 0) return
  if ((await perAccount.take(key, now)) > 0) {
    await perAddress.undo(ip)
    return
  }
  const account = await store.findAccount(db, username)
  await transaction(db, async (tx) => {
    await enqueue(tx, MAIL_PASSWORD_LINK, { userId: account?.id ?? null, purpose: 'reset' })
    await audit(tx, { kind: 'visitor', name: username, origin }, 'password.asked', { id: account?.id })
  })
}
