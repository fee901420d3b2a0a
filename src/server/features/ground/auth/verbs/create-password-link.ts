import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import type { Actor } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { createToken, hashToken } from '../../../../security/tokens.ts'
import * as store from '../store.ts'

export const RESET_LIFE_MS = 30 * MINUTE_MS
const LIFE_MS = { reset: RESET_LIFE_MS, confirmation: 72 * HOUR_MS } as const
/**
 * Most links per period. The period is not longer than a link's validity, so that no user is left without a
 * valid one.
 */
const LIMITS = {
  reset: { most: 5, withinMs: RESET_LIFE_MS },
  confirmation: { most: 3, withinMs: HOUR_MS },
} as const

export interface PasswordLink {
  account: store.Account
  token: string
  purpose: store.LinkPurpose
}

interface LinkRequest {
  userId: number
  purpose: store.LinkPurpose
  isLimited: boolean
  /** Other links of this purpose stay good, until one of them is used. */
  keepsOthers?: boolean
  /** The acting user; the job that sends the mail by default. */
  actor?: Actor
}

const MAILER = { kind: 'job', name: 'auth.mail-password-link' } as const

/**
 * Makes a link and its hash; null when the account may not have one now. Who has no password yet and asks for a
 * reset gets the invitation again. The token exists only here and in the mail, never in a job's payload.
 */
export async function createPasswordLink(
  { db, clock }: { db: Db; clock: () => Date },
  { userId, purpose: asked, isLimited, keepsOthers = false, actor = MAILER }: LinkRequest,
): Promise<PasswordLink | null> {
  const account = await store.findAccountById(db, userId)
  if (!account?.active) return null
  const purpose = account.passwordHash === null ? 'confirmation' : asked
  const now = clock()
  const { most, withinMs } = LIMITS[purpose]
  const sent = await store.countLinksSince(db, userId, purpose, new Date(now.getTime() - withinMs))
  const isTooSoon = sent.last !== null && now.getTime() - sent.last.getTime() < MINUTE_MS
  if (isLimited && (isTooSoon || sent.count >= most)) return null
  const token = createToken()
  const expiresAt = new Date(now.getTime() + LIFE_MS[purpose])
  await transaction(db, async (tx) => {
    // Anybody can request a reset, so a reset must not cancel a pending invitation.
    if (purpose === asked && !keepsOthers) await store.cancelLinksOf(tx, userId, now, purpose)
    await store.insertLink(tx, { tokenHash: hashToken(token), userId, purpose, createdAt: now, expiresAt })
    const label = fullNameOf(account)
    await audit(tx, actor, 'password.link-made', { id: userId, label, after: { purpose } })
  })
  return { account, token, purpose }
}
