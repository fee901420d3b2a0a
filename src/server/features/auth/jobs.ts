import { z } from 'zod'
import type { Db } from '../../db/connect.ts'
import { transaction } from '../../db/connect.ts'
import type { Mail, Mailer } from '../../integrations/mailer/port.ts'
import type { Job } from '../../jobs/job.ts'
import { createToken, hashToken } from '../../security/tokens.ts'
import { addressChangedMail, passwordChangedMail, passwordLinkMail, testMail } from './mails.ts'
import * as store from './store.ts'

export const MAIL_PASSWORD_LINK = 'auth.mail-password-link'
export const MAIL_NOTICE = 'auth.mail-notice'
const REMOVE_OLD_SESSIONS = 'auth.remove-old-sessions'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LIFE_MS = { reset: 30 * MINUTE_MS, confirmation: 72 * HOUR_MS } as const
const MOST_PER_HOUR = { reset: 5, confirmation: 3 } as const
const KEPT_DAYS_MS = 30 * 24 * HOUR_MS

const PasswordLink = z.object({
  userId: z.number().nullable(),
  purpose: z.enum(['confirmation', 'reset']),
  /** False for what an administrator did to the account: a new address must get its invitation at once. */
  isLimited: z.boolean().default(true),
})
const Notice = z.object({
  userId: z.number(),
  notice: z.enum(['password-changed', 'address-changed', 'test']),
  oldAddress: z.string().optional(),
})

export interface AuthJobParts {
  db: Db
  mailer: Mailer
  clock: () => Date
  publicUrl: string
}

/**
 * Makes a link and its hash; null when the account may not have one now. Who has no password yet and asks for a
 * reset gets the invitation again. The token exists only here and in the mail, never in a job's payload.
 */
export async function createPasswordLink(
  { db, clock }: Pick<AuthJobParts, 'db' | 'clock'>,
  {
    userId,
    purpose: asked,
    isLimited = true,
  }: { userId: number; purpose: store.LinkPurpose; isLimited?: boolean },
): Promise<{ account: store.Account; token: string; purpose: store.LinkPurpose } | null> {
  const account = await store.findAccountById(db, userId)
  if (!account?.active) return null
  const purpose = account.passwordHash === null ? 'confirmation' : asked
  const now = clock()
  const sent = await store.countLinksSince(db, userId, purpose, new Date(now.getTime() - HOUR_MS))
  const isTooSoon = sent.last !== null && now.getTime() - sent.last.getTime() < MINUTE_MS
  if (isLimited && (isTooSoon || sent.count >= MOST_PER_HOUR[purpose])) return null
  const token = createToken()
  await transaction(db, async (tx) => {
    // Anybody can ask for a reset: that must not take the invitation away that somebody holds in hands.
    if (purpose === asked) await store.cancelLinksOf(tx, userId, now, purpose)
    const expiresAt = new Date(now.getTime() + LIFE_MS[purpose])
    await store.insertLink(tx, { tokenHash: hashToken(token), userId, purpose, createdAt: now, expiresAt })
  })
  return { account, token, purpose }
}

function noticeMail(
  account: store.Account,
  { notice, oldAddress }: z.infer<typeof Notice>,
  now: Date,
): Mail | null {
  if (notice === 'password-changed') return passwordChangedMail(account, now)
  if (notice === 'test') return testMail(account)
  return oldAddress === undefined ? null : addressChangedMail(account, oldAddress)
}

export function authJobs({ db, mailer, clock, publicUrl }: AuthJobParts): Job[] {
  const mailPasswordLink: Job<z.infer<typeof PasswordLink>> = {
    name: MAIL_PASSWORD_LINK,
    payload: PasswordLink,
    async run({ userId, purpose, isLimited }) {
      if (userId === null) return
      const link = await createPasswordLink({ db, clock }, { userId, purpose, isLimited })
      if (link === null) return
      try {
        await mailer.send(passwordLinkMail({ ...link, publicUrl }))
      } catch (error) {
        // A link that nobody got must not stand in the way of the one that the next try makes.
        await store.removeLink(db, hashToken(link.token))
        throw error
      }
    },
  }
  const mailNotice: Job<z.infer<typeof Notice>> = {
    name: MAIL_NOTICE,
    payload: Notice,
    async run(payload) {
      const account = await store.findAccountById(db, payload.userId)
      const mail = account ? noticeMail(account, payload, clock()) : null
      if (mail) await mailer.send(mail)
    },
  }
  const removeOldSessions: Job = {
    name: REMOVE_OLD_SESSIONS,
    payload: z.object({}),
    schedule: '17 3 * * *',
    run: () => store.removeOldSessions(db, new Date(clock().getTime() - KEPT_DAYS_MS)),
  }
  return [mailPasswordLink, mailNotice, removeOldSessions] as Job[]
}
