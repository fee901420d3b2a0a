import { type NoticeKind, noticeLead, noticePath } from '#shared/features/notices/rules.ts'
import type { Mail } from '../../integrations/mailer/port.ts'
import type { findNotice } from './queries.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findNotice>>>

/** The notice as a mail; null when what it is about is gone. */
export function noticeMail({ notice, actor, article, keyword, user }: Found, publicUrl: string): Mail | null {
  const subject = article?.title ?? keyword?.keyword
  if (subject === undefined) return null
  // The store writes known kinds only.
  const kind = notice.kind as NoticeKind
  const lead = noticeLead(kind, actor && `${actor.firstName} ${actor.lastName}`)
  const words = notice.words === null ? '' : `\n${notice.words}\n`
  return {
    to: user.username,
    subject: `${lead} “${subject}”`,
    text: `Hello ${user.firstName},\n\n${lead} “${subject}”.\n${words}\n${publicUrl}${noticePath(notice)}\n`,
  }
}
