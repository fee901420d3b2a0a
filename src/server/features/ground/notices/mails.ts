import { SCREENS } from '#shared/access/screens.ts'
import {
  type DigestNotice,
  digestLines,
  digestTitle,
  type MailScope,
  mailScopeWords,
} from '#shared/features/ground/notices/form.ts'
import {
  GROUP_LABELS,
  type NoticeKind,
  noticeGroupOf,
  noticeLead,
  noticePath,
} from '#shared/features/ground/notices/rules.ts'
import { fullNameOf, greetedNameOf } from '../../../db/sql/full-name.ts'
import type { Mail } from '../../../integrations/mailer/port.ts'
import type { MailLinks } from '../../../security/mail-links.ts'
import type { Reader } from './digest-queries.ts'
import type { findNotice } from './queries.ts'

type Found = NonNullable<Awaited<ReturnType<typeof findNotice>>>

interface MailContext {
  publicUrl: string
  links: Pick<MailLinks, 'sign'>
}

const helloTo = (user: Reader) => `Hello ${greetedNameOf(user).replace(/[\r\n]+/g, ' ')}`.trim()

/** The last lines of a mail that can be switched off, and the address that does it. */
function wayOut(user: Reader, scope: MailScope, { publicUrl, links }: MailContext) {
  const unsubscribe = `${publicUrl}/unsubscribe/${links.sign({ userId: user.id, scope }, user.username)}`
  const foot = [
    '-- ',
    `Stop ${mailScopeWords(scope)}: ${unsubscribe}`,
    `Choose which mail you get: ${publicUrl}${SCREENS.profile.path}?tab=notifications`,
  ].join('\n')
  return { unsubscribe, foot }
}

/** The notice as a mail; null when what it is about is gone. */
export function noticeMail(
  { notice, actor, article, keyword, user }: Found,
  context: MailContext,
): Mail | null {
  const title = article?.title ?? keyword?.keyword ?? notice.about?.title
  const isAboutSomething = notice.articleId !== null || notice.keywordId !== null
  if (title === undefined && isAboutSomething) return null
  // The store writes known kinds only.
  const kind = notice.kind as NoticeKind
  const lead = noticeLead(kind, actor && fullNameOf(actor))
  const words = notice.words === null ? '' : `\n${notice.words}\n`
  const subject = title === undefined ? lead : `${lead} “${title}”`
  const text = `${helloTo(user)},\n\n${subject}.\n${words}\n${context.publicUrl}${noticePath({ ...notice, kind })}\n`
  const group = noticeGroupOf(kind)
  // Nobody can switch off the warnings about their account.
  if (group === 'account') return { to: user.username, subject, text }
  const { unsubscribe, foot } = wayOut(user, group, context)
  return { to: user.username, subject, text: `${text}\n${foot}\n`, unsubscribe }
}

interface DigestContext extends MailContext {
  now: Date
  timeZone: string
}

/** Several notices as one mail. */
export function digestMail(user: Reader, notices: readonly DigestNotice[], context: DigestContext): Mail {
  const { publicUrl } = context
  const title = digestTitle(notices, context)
  const { lines, more } = digestLines(notices)
  const parts = [...Map.groupBy(lines, ({ group }) => group)].map(([group, own]) =>
    [GROUP_LABELS[group], ...own.map(({ text, path }) => `* ${text}\n  ${publicUrl}${path}`)].join('\n'),
  )
  const rest = more > 0 ? [`And ${more} more: ${publicUrl}${SCREENS.notices.path}`] : []
  const { unsubscribe, foot } = wayOut(user, 'digest', context)
  const body = [`${helloTo(user)},`, `${title}:`, ...parts, ...rest, foot].join('\n\n')
  return { to: user.username, subject: `Copydesk: ${title}`, text: `${body}\n`, unsubscribe }
}
