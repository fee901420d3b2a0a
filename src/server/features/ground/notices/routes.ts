import type { noticeEndpoints } from '#shared/features/ground/notices/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { PersonActor } from '../../../security/actor.ts'
import { presentNotice, presentSettings } from './present.ts'
import type { NoticesService } from './service.ts'

export function noticeHandlers(service: NoticesService): Handlers<typeof noticeEndpoints> {
  const settingsOf = async (actor: PersonActor) => presentSettings(await service.readSettings(actor))
  return {
    async list({ actor, query }) {
      const { rows, totalCount, unreadCount } = await service.listNotices(actor, query.page)
      return { nodes: rows.map(presentNotice), totalCount, unread_count: unreadCount, page: query.page }
    },
    count: async ({ actor }) => ({ unread_count: await service.countUnread(actor) }),
    askAccess: async ({ actor, body }) => ({ asked: await service.askAccess(actor, body.screen) }),
    markRead: async ({ actor, body }) => ({ unread_count: await service.markRead(actor, body.ids) }),
    readSettings: ({ actor }) => settingsOf(actor),
    async choose({ actor, params, body }) {
      await service.choose(actor, { ...params, ...body })
      return settingsOf(actor)
    },
    async useDefaults({ actor }) {
      await service.useDefaults(actor)
      return settingsOf(actor)
    },
    async saveDigest({ actor, body: { hour, days, hold_overnight: holdsOvernight } }) {
      await service.saveDigest(actor, { hour, days, holdsOvernight })
      return settingsOf(actor)
    },
    async sendDigest({ actor }) {
      await service.sendDigest(actor)
      return settingsOf(actor)
    },
    async readMailLink({ params }) {
      const { scope, isOn } = await service.readMailLink(params.token)
      return { scope, is_on: isOn }
    },
    async unsubscribe({ origin, params }) {
      await service.unsubscribe(origin, params.token)
      return undefined
    },
  }
}
