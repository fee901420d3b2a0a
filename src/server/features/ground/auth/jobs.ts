import { z } from 'zod'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Db } from '../../../db/connect.ts'
import { type Mail, type Mailer, sendMail } from '../../../integrations/mailer/port.ts'
import type { Job } from '../../../jobs/job.ts'
import { createThrottle } from '../../../security/throttle.ts'
import { hashToken } from '../../../security/tokens.ts'
import type { SignInPolicy } from '../sign-in-rules/deps.ts'
import {
  accountGuessedMail,
  addressChangedMail,
  passwordChangedMail,
  passwordLinkMail,
  passwordsLimitedMail,
  testMail,
} from './mails.ts'
import { hasWayIn } from './queries.ts'
import * as store from './store.ts'
import { limitFor } from './verbs/break-glass.ts'
import { createPasswordLink } from './verbs/create-password-link.ts'

export const MAIL_PASSWORD_LINK = 'auth.mail-password-link'
export const MAIL_NOTICE = 'auth.mail-notice'

const PasswordLink = z.object({
  userId: z.number().nullable(),
  purpose: z.enum(['confirmation', 'reset']),
  /** False for what an administrator did to the account: a new address must get its invitation at once. */
  isLimited: z.boolean().default(true),
})
const Notice = z.object({
  userId: z.number(),
  notice: z.enum(['password-changed', 'address-changed', 'account-guessed', 'test']),
  oldAddress: z.string().optional(),
})

export interface AuthJobDeps {
  db: Db
  mailer: Mailer
  clock: () => Date
  publicUrl: string
  policy: Pick<SignInPolicy, 'passwordLimit'>
}

function noticeMail(
  account: store.Account,
  { notice, oldAddress }: z.infer<typeof Notice>,
  now: Date,
): Mail | null {
  if (notice === 'password-changed') return passwordChangedMail(account, now)
  if (notice === 'account-guessed') return accountGuessedMail(account, now)
  if (notice === 'test') return testMail(account)
  return oldAddress === undefined ? null : addressChangedMail(account, oldAddress)
}

export function authJobs({ db, mailer, clock, publicUrl, policy }: AuthJobDeps): Job[] {
  const limitMails = createThrottle(db, { name: 'mails about limited passwords', most: 1, windowMs: HOUR_MS })
  /** Tells a user who asked for a new password how to sign in instead; anybody can ask. */
  async function mailLimit(account: store.Account, provider: string, id: string | undefined): Promise<void> {
    const receiver = String(account.id)
    if ((await limitMails.take(receiver, clock())) > 0) return
    try {
      await sendMail(mailer, passwordsLimitedMail(account, { provider, publicUrl }), id)
    } catch (error) {
      await limitMails.undo(receiver)
      throw error
    }
  }
  const mailPasswordLink: Job<z.infer<typeof PasswordLink>> = {
    name: MAIL_PASSWORD_LINK,
    payload: PasswordLink,
    async run({ userId, purpose, isLimited }, id) {
      if (userId === null) return
      const account = await store.findAccountById(db, userId)
      const provider = await limitFor(db, { policy }, account)
      if (provider !== null && purpose === 'reset' && (await hasWayIn(db, userId))) {
        if (account?.active) await mailLimit(account, provider, id)
        return
      }
      const link = await createPasswordLink({ db, clock }, { userId, purpose, isLimited })
      if (link === null) return
      try {
        // Each try has another link: a repeat must not hide behind the mail before, whose link is gone.
        await sendMail(mailer, passwordLinkMail({ ...link, publicUrl, provider }))
      } catch (error) {
        // An undelivered link must not block the one that the next try creates.
        await store.removeLink(db, hashToken(link.token))
        throw error
      }
    },
  }
  const mailNotice: Job<z.infer<typeof Notice>> = {
    name: MAIL_NOTICE,
    payload: Notice,
    async run(payload, id) {
      const account = await store.findAccountById(db, payload.userId)
      const mail = account ? noticeMail(account, payload, clock()) : null
      if (mail) await sendMail(mailer, mail, id)
    },
  }
  return [mailPasswordLink, mailNotice]
}
