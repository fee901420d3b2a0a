import { type BotMessage, type BotOption, fileAddress } from '#shared/features/desk/bot/contract.ts'
import type { StoredOption } from '../../../db/schema/bot.ts'
import type { BotMessageRow } from './store.ts'

const presentOption = (id: number, option: StoredOption, place: number): BotOption => ({
  type: option.type,
  value: option.type === 'download' ? fileAddress(id, place) : option.value,
  label: option.label,
})

export const presentMessage = ({ id, chatId, options, createdAt, ...row }: BotMessageRow): BotMessage => ({
  message_id: id,
  botId: chatId,
  author: row.author,
  message: row.message,
  createdAt: createdAt.toISOString(),
  error: row.error,
  options: options.map((option, place) => presentOption(id, option, place)),
  product: row.product,
})
