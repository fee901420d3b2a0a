import { z } from 'zod'
import { type NoticeKind, noticeGroupOf } from '#shared/features/ground/notices/rules.ts'
import { type Mailer, sendMail } from '../../../integrations/mailer/port.ts'
import { type Job, job } from '../../../jobs/job.ts'
import type { MailLinks } from '../../../security/mail-links.ts'
import { findReader, listUnread } from './digest-queries.ts'
import { digestNotice } from './digest-text.ts'
import { digestMail, noticeMail } from './mails.ts'
import * as queries from './queries.ts'
import { MAIL_NOTICE } from './service.ts'
import { markMailed } from './store.ts'
import { type DigestDeps, MAIL_DIGEST, sendDigests } from './verbs/send-digest.ts'
import { readWays } from './ways-reader.ts'

export const DIGEST = 'notices.digest'

const OneNotice = z.object({ noticeId: z.number() })
const Digest = z.object({ userId: z.number(), ids: z.array(z.number()) })

export interface NoticeJobDeps extends DigestDeps {
  mailer: Mailer
  publicUrl: string
  links: MailLinks
}

/** No mail if the user has read it in the meantime, was locked, or chose otherwise while the mail waited. */
async function mailNotice(
  deps: NoticeJobDeps,
  { noticeId }: z.infer<typeof OneNotice>,
  id?: string,
): Promise<void> {
  const { db, clock, mailer } = deps
  const found = await queries.findNotice(db, noticeId)
  if (!found?.user.active || found.notice.readAt !== null) return
  const { notice, user } = found
  // The upgrade marked older notices as mailed when they were made, also those whose mail had failed.
  if (notice.mailedAt !== null && notice.mailedAt > notice.createdAt) return
  // The store writes known kinds only.
  const group = noticeGroupOf(notice.kind as NoticeKind)
  if (group !== 'account' && (await readWays(db, deps, user.id)).of(group) !== 'mail') return
  const mail = noticeMail(found, deps)
  if (mail === null) return
  await sendMail(mailer, mail, id)
  await markMailed(db, [noticeId], clock())
}

/** What the user has read since, or wants no mail about any more, is left out. */
async function mailDigest(
  deps: NoticeJobDeps,
  { userId, ids }: z.infer<typeof Digest>,
  id?: string,
): Promise<void> {
  const { db, clock, timeZone, mailer } = deps
  const reader = await findReader(db, userId)
  if (!reader) return
  const ways = await readWays(db, deps, userId)
  const notices = (await listUnread(db, userId, ids))
    .map(digestNotice)
    .filter(({ kind }) => ['digest', 'mail'].includes(ways.of(noticeGroupOf(kind))))
  if (notices.length === 0) return
  await sendMail(mailer, digestMail(reader, notices, { ...deps, now: clock(), timeZone }), id)
}

export const noticeJobs = (deps: NoticeJobDeps): Job[] => [
  job({ name: MAIL_NOTICE, payload: OneNotice, run: (payload, id) => mailNotice(deps, payload, id) }),
  job({ name: MAIL_DIGEST, payload: Digest, run: (payload, id) => mailDigest(deps, payload, id) }),
  {
    name: DIGEST,
    payload: z.object({}),
    schedule: '0 * * * *',
    timeZone: deps.timeZone,
    run: () => sendDigests(deps),
  },
]
