import { type NoticeKind, noticeLead, noticePath } from '#shared/features/ground/notices/rules.ts'
import { fullNameOf, greetedNameOf } from '../../../db/sql/full-name.ts'
import type { Mail } from '../../../integrations/mailer/port.ts'
import type { findNotice } from './queries.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findNotice>>>

/** The notice as a mail; null when what it is about is gone. */
export function noticeMail({ notice, actor, article, keyword, user }: Found, publicUrl: string): Mail | null {
  const title = article?.title ?? keyword?.keyword ?? notice.about?.title
  const isAboutSomething = notice.articleId !== null || notice.keywordId !== null
  if (title === undefined && isAboutSomething) return null
  // The store writes known kinds only.
  const kind = notice.kind as NoticeKind
  const lead = noticeLead(kind, actor && fullNameOf(actor))
  const words = notice.words === null ? '' : `\n${notice.words}\n`
  const subject = title === undefined ? lead : `${lead} “${title}”`
  return {
    to: user.username,
    subject,
    text: `${`Hello ${greetedNameOf(user)}`.trim()},\n\n${subject}.\n${words}\n${publicUrl}${noticePath({ ...notice, kind })}\n`,
  }
}
