import type { Notice } from '#shared/features/ground/notices/contract.ts'
import type { NoticeKind } from '#shared/features/ground/notices/rules.ts'
import { presentUserName } from '../users/present.ts'
import type { listNotices } from './queries.ts'

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
