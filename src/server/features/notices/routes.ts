import type { Notice, noticeEndpoints } from '#shared/features/notices/contract.ts'
import type { NoticeKind } from '#shared/features/notices/rules.ts'
import type { Handlers } from '../../calls/handlers.ts'
import { presentUserName } from '../users/present.ts'
import type { NoticesService } from './service.ts'
import type { listNotices } from './store.ts'

function presentNotice({
  notice,
  actor,
  article,
  keyword,
}: Awaited<ReturnType<typeof listNotices>>[number]): Notice {
  return {
    notice_id: notice.id,
    // The store writes known kinds only.
    kind: notice.kind as NoticeKind,
    actor: actor ? presentUserName(actor) : null,
    article: article ? { article_id: article.id, title: article.title, status: article.status } : null,
    keyword: keyword ? { keyword_id: keyword.id, keyword: keyword.keyword } : null,
    words: notice.words,
    created_at: notice.createdAt.toISOString(),
    read_at: notice.readAt?.toISOString() ?? null,
  }
}

export function noticeHandlers(service: NoticesService): Handlers<typeof noticeEndpoints> {
  return {
    async list({ actor, query }) {
      const { rows, totalCount, unreadCount } = await service.listNotices(actor, query.page)
      return { nodes: rows.map(presentNotice), totalCount, unreadCount, page: query.page }
    },
    count: async ({ actor }) => ({ unreadCount: await service.countUnread(actor) }),
    markRead: async ({ actor, body }) => ({ unreadCount: await service.markRead(actor, body.ids) }),
  }
}
