import type { Permission } from '../../../access/permissions.ts'
import { SCREENS } from '../../../access/screens.ts'

/** A look-up that the bot offers to users with permission. */
export interface BotCommand {
  name: string
  /** Argument after the name; empty if there is none. */
  argument: string
  /** Summary of its answer. */
  summary: string
  /** Users with any of these permissions may use it; everybody if empty. */
  access: readonly Permission[]
}

const command = <const Name extends string>(
  name: Name,
  argument: string,
  summary: string,
  access: readonly Permission[] = [],
) => ({ name, argument, summary, access }) satisfies BotCommand

/** Everything that the bot knows, in the order in which it is offered. */
export const COMMANDS = [
  command('stock', 'ASIN or name', 'stock, price, where it’s used', SCREENS.products.access),
  command('keyword', 'words', 'who holds it and for how long', SCREENS.keywords.access),
  command('pending', '', 'what’s waiting for you', SCREENS.pendingArticles.access),
  command('earnings', 'site or post', 'earnings, and the period before', SCREENS.contentTracker.access),
  command('health', '', 'broken connections', ['ManageUsers']),
  command('find', 'words', 'anything that matches'),
  command('help', '', 'all commands'),
] as const

export type BotCommandName = (typeof COMMANDS)[number]['name']

const isAllowed = ({ access }: BotCommand, granted: readonly Permission[]) =>
  access.length === 0 || access.some((permission) => granted.includes(permission))

/** Commands for a user with these permissions. */
export const commandsFor = (granted: readonly Permission[]): (typeof COMMANDS)[number][] =>
  COMMANDS.filter((each) => isAllowed(each, granted))

/** A command by its name, in whatever case. */
export const commandNamed = (name: string): (typeof COMMANDS)[number] | undefined =>
  COMMANDS.find((each) => each.name === name.toLowerCase())

/** What a message asks for that begins with a slash: a name, known or not, and the words behind it. */
export interface AskedCommand {
  name: string
  words: string
}

/** Null for a message that is no command. */
export function askedCommand(message: string): AskedCommand | null {
  const found = /^\s*\/(\S*)(.*)$/s.exec(message)
  if (!found) return null
  const [, name = '', words = ''] = found
  return { name: name.toLowerCase(), words: words.trim().replace(/\s+/g, ' ') }
}

/** As it is typed. */
export const typedCommand = (name: BotCommandName, words = ''): string => `/${name} ${words}`.trimEnd()

/** Over how many full weeks earnings are offered. */
export const PERIODS = [4, 12, 26, 52] as const
export const PERIOD_PRESET = 4
/** Longest history with data. */
export const MOST_WEEKS = 104

const DAYS = { d: 1, w: 7, m: 365 / 12, y: 365 } as const
const PERIOD = /(?:^|\s)(\d{1,4})\s*(d|w|m|y)(?:ays?|eeks?|onths?|ears?)?$/i

/** Splits `hs 12 weeks` into words and a number of full weeks; without a number, the default. */
export function askedPeriod(words: string): { words: string; weeks: number } {
  const found = PERIOD.exec(words)
  if (!found) return { words, weeks: PERIOD_PRESET }
  const unit = found[2]?.toLowerCase() as keyof typeof DAYS
  const weeks = Math.round((Number(found[1]) * DAYS[unit]) / DAYS.w)
  return { words: words.slice(0, found.index).trim(), weeks: Math.min(Math.max(weeks, 1), MOST_WEEKS) }
}

/** How many of the letters at the beginning are the same: since when a keyword is held by the same side. */
export function lengthOfRun(history: string): number {
  const held = history.replaceAll('-', '')
  const [first = ''] = held
  const end = [...held].findIndex((letter) => letter !== first)
  return end === -1 ? held.length : end
}
