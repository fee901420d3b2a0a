import { z } from 'zod'
import type { Db } from '../../../db/connect.ts'
import { type Mailer, sendMail } from '../../../integrations/mailer/port.ts'
import type { Job } from '../../../jobs/job.ts'
import { noticeMail } from './mails.ts'
import * as queries from './queries.ts'
import { MAIL_NOTICE } from './service.ts'

const Payload = z.object({ noticeId: z.number() })

export function noticeJobs(deps: { db: Db; mailer: Mailer; publicUrl: string }): Job[] {
  const { db, mailer, publicUrl } = deps
  const mailNotice: Job<z.infer<typeof Payload>> = {
    name: MAIL_NOTICE,
    payload: Payload,
    async run({ noticeId }, id) {
      const found = await queries.findNotice(db, noticeId)
      // No mail if the user has read it in the meantime, or was locked.
      if (!found || found.notice.readAt !== null || !found.user.active) return
      const mail = noticeMail(found, publicUrl)
      if (mail) await sendMail(mailer, mail, id)
    },
  }
  return [mailNotice]
}
