import { useQuery } from '@tanstack/react-query'
import { commandNamed, commandsFor, PERIODS, typedCommand } from '#shared/features/bot/rules.ts'
import { ASIN_PATTERN, tidyAsin } from '#shared/features/products/rules.ts'
import { useUser } from '#web/api/session.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { suggestedKeywordsQuery } from '../keywords/queries.ts'
import { productsQuery } from '../product-library/queries.ts'
import { ProductsSearch } from '../product-library/search.ts'
import { sitesQuery } from '../sites/queries.ts'

export interface Completion {
  /** What the field says once it is picked. */
  text: string
  label: string
  /** What follows the command. */
  argument: string
  note: string
  /** There is nothing to add: it is sent as it is. */
  isWhole: boolean
}

const PAUSE_MS = 200
const MOST = 6
/** Fewer letters are in every second name. */
const LEAST_LETTERS = 2

const NAME_ONLY = /^\/(\S*)$/
const WITH_WORDS = /^\/(\S+)\s+(.*)$/s

/** The commands whose names begin with what is typed. */
function useCommands(typed: string): Completion[] {
  const permissions = useUser()?.permissions ?? []
  const name = NAME_ONLY.exec(typed)?.[1]?.toLowerCase()
  if (name === undefined) return []
  return commandsFor(permissions)
    .filter((command) => command.name.startsWith(name))
    .map((command) => ({
      text: command.argument === '' ? typedCommand(command.name) : `${typedCommand(command.name)} `,
      label: `/${command.name}`,
      argument: command.argument,
      note: command.summary,
      isWhole: command.argument === '',
    }))
}

/** The command that is typed with a blank behind it, if somebody may use it, and the words after that. */
function useAsked(typed: string) {
  const permissions = useUser()?.permissions ?? []
  const [, name = '', words = ''] = WITH_WORDS.exec(typed) ?? []
  const command = commandNamed(name)
  const isTheirs = command !== undefined && commandsFor(permissions).includes(command)
  return { name: isTheirs ? command.name : null, words: words.trim() }
}

const whole = (text: string, label: string, note: string): Completion => ({
  text,
  label,
  argument: '',
  note,
  isWhole: true,
})

/** Products by ASIN or words. */
function useProducts(words: string, isAsked: boolean): Completion[] {
  const search = ProductsSearch.parse({ query: words, sort: 'earnings_30d', sortOrder: 'desc' })
  const { data, isPlaceholderData } = useQuery({
    ...productsQuery(search),
    enabled: isAsked && words.length >= LEAST_LETTERS,
  })
  if (!isAsked || words.length < LEAST_LETTERS || isPlaceholderData) return []
  return (data?.rows ?? []).map(({ asin, name }) => whole(typedCommand('stock', asin), name, asin))
}

function useKeywords(words: string, isAsked: boolean): Completion[] {
  const { data } = useQuery({ ...suggestedKeywordsQuery(words), enabled: isAsked && words !== '' })
  if (!isAsked || words === '') return []
  return (data ?? []).map(({ keyword }) => whole(typedCommand('keyword', keyword), keyword, ''))
}

/** A site, and then over how many weeks. */
function useEarners(words: string, isAsked: boolean): Completion[] {
  const { data: sites } = useQuery({ ...sitesQuery, enabled: isAsked })
  if (!isAsked) return []
  const [code = '', rest] = words.toLowerCase().split(' ')
  const site = sites?.find((each) => each.code === code)
  if (site && rest === undefined)
    return PERIODS.map((weeks) =>
      whole(typedCommand('earnings', `${code} ${weeks} weeks`), `${weeks} weeks`, site.display_name),
    )
  if (rest !== undefined) return []
  return (sites ?? [])
    .filter(({ code: own, display_name: name }) => `${own} ${name.toLowerCase()}`.includes(code))
    .map(({ code: own, display_name: name }) => ({
      ...whole(`${typedCommand('earnings', own)} `, name, own),
      isWhole: false,
    }))
}

/**
 * What may follow what is typed: commands at first, and then what they are about. `isNaming` where what is typed is no
 * whole by itself, so that Enter takes the first of them: the beginning of a command's name, or words for a product.
 */
export function useCompletions(typed: string): { completions: readonly Completion[]; isNaming: boolean } {
  const commands = useCommands(typed)
  const { name, words } = useAsked(typed)
  const rested = useDebounced(words, PAUSE_MS)
  const products = useProducts(rested, name === 'stock')
  const isProductNamed = products.length > 0 && rested === words && !ASIN_PATTERN.test(tidyAsin(words))
  const about = [
    ...products,
    ...useKeywords(rested, name === 'keyword'),
    ...useEarners(words, name === 'earnings'),
  ].filter(({ text }) => text.trim() !== typed.trim() || name === 'earnings')
  return {
    completions: commands.length > 0 ? commands : about.slice(0, MOST),
    isNaming: commands.length > 0 || isProductNamed,
  }
}
