import { typedCommand } from '#shared/features/desk/bot/rules.ts'
import type { StoredOption } from '../../../db/schema/bot.ts'
import type { BotAnswer } from './deps.ts'

/** No answer offers more of one kind. */
export const MOST_OFFERED = 5

/** An answer in words, with what it offers. */
export const say = (
  message: string,
  options: readonly StoredOption[] = [],
  rest: Partial<Pick<BotAnswer, 'error' | 'product'>> = {},
): BotAnswer => ({ message, error: null, product: null, ...rest, options })

/** A screen, with what its address keeps. */
export function linkTo(
  label: string,
  path: string,
  search: Readonly<Record<string, string | number>> = {},
): StoredOption {
  const parameters = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) parameters.set(key, String(value))
  return { type: 'link', label, value: parameters.size === 0 ? path : `${path}?${parameters}` }
}

/** A file that is made on request. */
export const fileOption = (label: string, kind: string, request: object): StoredOption => ({
  type: 'download',
  label,
  kind,
  request,
})

/** Words that can be sent as the next message. */
export const offer = (
  label: string,
  name: Parameters<typeof typedCommand>[0],
  words: string,
): StoredOption => ({ type: 'none', label, value: typedCommand(name, words) })

/** `“best kettles”` */
export const quoted = (words: string) => `“${words}”`

/** `1 day`, `12 days` */
export const lasting = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
