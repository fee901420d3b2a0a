import { HOUR_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError } from '../../../../errors.ts'
import type { Origin } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { refuseGuessable } from '../../../../security/new-passwords.ts'
import { createThrottle } from '../../../../security/throttle.ts'
import { hashToken } from '../../../../security/tokens.ts'
import { MAIL_NOTICE, MAIL_PASSWORD_LINK } from '../jobs.ts'
import * as queries from '../queries.ts'
import * as store from '../store.ts'
import { limitFor, refuseUselessPassword } from './break-glass.ts'
import { RESET_LIFE_MS } from './create-password-link.ts'
import type { AuthDeps } from './sessions.ts'

/** The window is the lifetime of a link, so a user who is refused still has a valid one. */
const RESETS_OF_ACCOUNT = { name: 'resets of account', most: 5, windowMs: RESET_LIFE_MS }

/** More than an office needs, but too few for mailing a whole list of accounts from one address. */
const RESETS_OF_ADDRESS = { name: 'resets of address', most: 300, windowMs: HOUR_MS }

const invalidLink = () => new AppError('notFound', 'This link is no longer valid. Request a new one.')

/** The person that a link belongs to, as long as it is good. */
export async function readLink(
  { db, clock }: AuthDeps,
  purpose: store.LinkPurpose,
  token: string,
): Promise<store.Account> {
  const owner = await queries.findLinkOwner(db, { tokenHash: hashToken(token), purpose, now: clock() })
  if (!owner) throw invalidLink()
  return owner
}

/** The same with the name to greet them by, and whether they can set a password. */
export async function greetOwner(deps: AuthDeps, purpose: store.LinkPurpose, token: string) {
  const owner = await readLink(deps, purpose, token)
  return { owner, isProviderOnly: (await limitFor(deps.db, deps, owner)) !== null }
}

export interface Redemption {
  purpose: store.LinkPurpose
  token: string
  password: string
}

/**
 * Sets the password of the link's owner; ends the link, all other links and all sessions of that user.
 * Returns the name to sign in with.
 */
export async function redeemLink(
  deps: AuthDeps,
  origin: Origin,
  { purpose, token, password }: Redemption,
): Promise<string> {
  const { db, passwords, enqueue, sessions, clock, secondFactor } = deps
  const owner = await readLink(deps, purpose, token)
  // Such an invitation is to connect the provider.
  if (purpose === 'confirmation' && owner.passwordHash !== null) throw invalidLink()
  const { username } = owner
  await refuseUselessPassword(db, deps, owner)
  refuseGuessable(password, owner, 'password')
  const to = await passwords.hash(password)
  await transaction(db, async (tx) => {
    const now = clock()
    const userId = await store.consumeLink(tx, { tokenHash: hashToken(token), purpose, now })
    if (userId === undefined) throw invalidLink()
    await store.updatePassword(tx, userId, { to, now })
    await store.cancelLinksOf(tx, userId, now)
    await secondFactor.cancelOf(tx, userId)
    const sessionsEnded = await store.revokeSessionsOf(tx, userId, { now, end: 'password-changed' })
    const act = purpose === 'reset' ? 'password.reset' : 'password.created'
    const subject = { id: userId, label: fullNameOf(owner), after: { sessionsEnded } }
    await audit(tx, { kind: 'visitor', name: username, origin }, act, subject)
    if (purpose === 'reset') await enqueue(tx, MAIL_NOTICE, { userId, notice: 'password-changed' })
  })
  sessions.forget()
  return username
}

export const createResetThrottles = (db: Db) => ({
  perAccount: createThrottle(db, RESETS_OF_ACCOUNT),
  perAddress: createThrottle(db, RESETS_OF_ADDRESS),
})

/**
 * Does the same work and returns the same answer whether or not the account exists. A job writes the mail.
 */
export async function requestReset(
  { db, enqueue, clock }: AuthDeps,
  { perAccount, perAddress }: ReturnType<typeof createResetThrottles>,
  origin: Origin,
  username: string,
): Promise<void> {
  // Per caller and account, so that nobody can block another user's links. A user who requests again already
  // has five links.
  if ((await perAccount.take(`${origin.address} ${username}`, clock())) > 0) return
  const retryAfter = await perAddress.take(origin.address, clock())
  if (retryAfter > 0)
    throw new AppError('tooMany', 'Too many links were requested from your network. Try again later.', {
      retryAfter,
    })
  const account = await store.findAccount(db, username)
  await transaction(db, async (tx) => {
    await enqueue(tx, MAIL_PASSWORD_LINK, { userId: account?.id ?? null, purpose: 'reset' })
    await audit(tx, { kind: 'visitor', name: username, origin }, 'password.asked', { id: account?.id })
  })
}
