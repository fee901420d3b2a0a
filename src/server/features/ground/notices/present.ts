import type { Notice, NotificationSettings } from '#shared/features/ground/notices/contract.ts'
import { digestLines, digestTitle } from '#shared/features/ground/notices/form.ts'
import type { NoticeKind } from '#shared/features/ground/notices/rules.ts'
import { presentUserName } from '../users/present.ts'
import { digestNotice } from './digest-text.ts'
import type { listNotices } from './queries.ts'
import type { FoundSettings } from './service.ts'

export function presentNotice({
  notice,
  actor,
  article,
  keyword,
}: Awaited<ReturnType<typeof listNotices>>[number]): Notice {
  const { about } = notice
  return {
    notice_id: notice.id,
    // The store writes known kinds only.
    kind: notice.kind as NoticeKind,
    actor: actor ? presentUserName(actor) : null,
    article: article ? { article_id: article.id, title: article.title, status: article.status } : null,
    keyword: keyword ? { keyword_id: keyword.id, keyword: keyword.keyword } : null,
    about: about && { noun: about.noun, key: about.key, title: about.title, is_stock: about.isStock },
    words: notice.words,
    created_at: notice.createdAt.toISOString(),
    read_at: notice.readAt?.toISOString() ?? null,
  }
}

function presentNext({ next, now, timeZone }: FoundSettings): NotificationSettings['next_digest'] {
  if (next === null) return null
  const notices = next.notices.map(digestNotice)
  const { lines, more } = digestLines(notices)
  return {
    at: next.at.toISOString(),
    title: notices.length === 0 ? null : digestTitle(notices, { now, timeZone }),
    lines: lines.map(({ group, text }) => ({ group, text })),
    more,
  }
}

export function presentSettings(found: FoundSettings): NotificationSettings {
  const { hour, days, holdsOvernight } = found.preferences
  return {
    groups: found.groups.map(({ group, way, isOwn, count }) => ({ group, way, is_own: isOwn, count })),
    default_mails: found.byDefault,
    sends_mail: found.sendsMail,
    digest: { hour, days: [...days], hold_overnight: holdsOvernight },
    next_digest: presentNext(found),
    time_zone: found.timeZone,
  }
}
