import type { noticeEndpoints } from '#shared/features/ground/notices/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { presentNotice } from './present.ts'
import type { NoticesService } from './service.ts'

export function noticeHandlers(service: NoticesService): Handlers<typeof noticeEndpoints> {
  return {
    async list({ actor, query }) {
      const { rows, totalCount, unreadCount } = await service.listNotices(actor, query.page)
      return { nodes: rows.map(presentNotice), totalCount, unread_count: unreadCount, page: query.page }
    },
    count: async ({ actor }) => ({ unread_count: await service.countUnread(actor) }),
    askAccess: async ({ actor, body }) => ({ asked: await service.askAccess(actor, body.screen) }),
    markRead: async ({ actor, body }) => ({ unread_count: await service.markRead(actor, body.ids) }),
  }
}
