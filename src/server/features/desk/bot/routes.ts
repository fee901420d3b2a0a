import type { botEndpoints } from '#shared/features/desk/bot/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { withBilledUser } from '../../../integrations/billed-user.ts'
import { presentExport } from '../../ground/area.ts'
import { presentMessage } from './present.ts'
import type { BotService } from './service.ts'

export function botHandlers(service: BotService): Handlers<typeof botEndpoints> {
  return {
    async start({ actor }) {
      const { chatId, messages, assistant } = await service.startChat(actor)
      return { bot_id: chatId, messages: messages.map(presentMessage), assistant }
    },
    async poll({ actor, query: { bot_id: botId, since } }) {
      const messages = await service.listMessages(actor, botId, since)
      return { bot_id: botId, messages: messages.map(presentMessage) }
    },
    async send({ actor, body: { message, context } }) {
      const messages = await withBilledUser(actor.id, () => service.ask(actor, context.bot_id, message))
      return { bot_id: context.bot_id, messages: messages.map(presentMessage) }
    },
    file: async ({ actor, params }) => presentExport(await service.startFile(actor, params.id, params.place)),
  }
}
