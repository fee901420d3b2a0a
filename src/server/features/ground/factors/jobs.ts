import { z } from 'zod'
import type { Db } from '../../../db/connect.ts'
import { type Mailer, sendMail } from '../../../integrations/mailer/port.ts'
import type { Job } from '../../../jobs/job.ts'
import { CHANGES, factorMail } from './mails.ts'
import { findOwner } from './queries.ts'

export const MAIL_FACTORS = 'factors.mail'

const FactorNews = z.object({
  userId: z.number(),
  event: z.enum(['codes-guessed', 'reset', 'reset-invited', ...CHANGES]),
  at: z.iso.datetime(),
})

export function factorJobs(deps: { db: Db; mailer: Mailer; publicUrl: string }): Job[] {
  const mail: Job<z.infer<typeof FactorNews>> = {
    name: MAIL_FACTORS,
    payload: FactorNews,
    async run({ userId, event, at }, id) {
      const owner = await findOwner(deps.db, userId)
      if (!owner) return
      const text = factorMail(owner, { event, at: new Date(at), publicUrl: deps.publicUrl })
      await sendMail(deps.mailer, text, id)
    },
  }
  return [mail]
}
