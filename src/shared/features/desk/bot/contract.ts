import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { requiredText, text, wholeNumber } from '../../../http/fields.ts'
import { ExportJob } from '../../ground/exports/contract.ts'
import { STOCKS } from '../../products/product-library/rules.ts'

export const MESSAGE_MAXIMUM = 4000
/** No answer has more options. */
const MOST_OPTIONS = 20

export const OPTION_TYPES = ['link', 'download', 'none'] as const

/** An option offered with an answer. */
export const BotOption = z.object({
  type: z.enum(OPTION_TYPES),
  /**
   * `link`: address of a screen. `download`: address for a POST that starts making the file. `none`: words to
   * send as the next message.
   */
  value: z.string(),
  label: z.string(),
})
export type BotOption = z.infer<typeof BotOption>

/** A product that an answer is about. */
export const BotProduct = z.object({
  product_id: z.number(),
  asin: z.string(),
  name: z.string(),
  image_url: z.string().nullable(),
  /** Formatted price; null if none is known from the last 24 hours. */
  price: z.string().nullable(),
  stock: z.enum(STOCKS),
})
export type BotProduct = z.infer<typeof BotProduct>

export const BotMessage = z.object({
  message_id: z.number(),
  /** The chat that it belongs to. */
  botId: z.string(),
  author: z.enum(['bot', 'user']),
  message: z.string(),
  createdAt: Timestamp,
  /** Why something could not be looked up; null where everything could. */
  error: z.string().nullable(),
  options: z.array(BotOption).max(MOST_OPTIONS),
  product: BotProduct.nullable(),
})
export type BotMessage = z.infer<typeof BotMessage>

const BotId = text(32).regex(/^[0-9a-f]{32}$/, 'This chat doesn’t exist.')
const MOST_MESSAGES = 999_999_999_999

const access = ['Bot'] as const

export const botEndpoints = {
  start: endpoint({
    method: 'PUT',
    path: '/api/bot',
    access,
    summary: 'Start a chat with the bot.',
    answer: z.object({
      bot_id: z.string(),
      messages: z.array(BotMessage),
      /** The assistant that answers messages other than commands; null if there is none. */
      assistant: z.string().nullable(),
    }),
  }),
  poll: endpoint({
    method: 'GET',
    path: '/api/bot',
    access,
    summary: 'Messages in your own chat after a given one, oldest first, up to 100.',
    query: z.object({ bot_id: BotId, since: wholeNumber(0, MOST_MESSAGES).default(0) }),
    answer: z.object({ bot_id: z.string(), messages: z.array(BotMessage) }),
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/bot',
    access,
    summary: 'Ask the bot, for example `/stock ASIN`. Returns your message and the bot’s answer.',
    body: z.object({
      message: requiredText(MESSAGE_MAXIMUM, 'Enter a message.'),
      /** In which chat it is said. */
      context: z.object({ bot_id: BotId }),
    }),
    answer: z.object({ bot_id: z.string(), messages: z.array(BotMessage) }),
    perMinute: 60,
  }),
  file: endpoint({
    method: 'POST',
    path: '/api/bot/files/:id/:place',
    access,
    reads: true,
    summary: 'Start the export offered by an answer: its message, and the zero-based index of its option.',
    params: z.object({ id: wholeNumber(1, MOST_MESSAGES), place: wholeNumber(0, MOST_OPTIONS) }),
    answer: ExportJob,
    status: 202,
  }),
}

/** Address for a POST that starts making an option's file. */
export const fileAddress = (id: number, place: number): string => `/api/bot/files/${id}/${place}`

/** The file of such an address; null for any other. */
export function fileOf(address: string): { id: number; place: number } | null {
  const found = /^\/api\/bot\/files\/(\d+)\/(\d+)$/.exec(address)
  return found ? { id: Number(found[1]), place: Number(found[2]) } : null
}
