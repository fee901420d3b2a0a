import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isPermitted } from '#shared/access/permissions.ts'
import { SCREENS } from '#shared/access/screens.ts'
import {
  type COMMANDS,
  commandNamed,
  commandsFor,
  PERIODS,
  typedCommand,
} from '#shared/features/desk/bot/rules.ts'
import { useUser } from '#web/api/session.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { sitesQuery } from '../../ground/sites/queries.ts'
import { suggestedKeywordsQuery } from '../../keywords/keywords/queries.ts'
import { productsQuery } from '../../products/product-library/queries.ts'
import { ProductsSearch } from '../../products/product-library/search.ts'
import { articlesNamedQuery, postsNamedQuery } from './queries.ts'

export interface Completion {
  /** The field's text after the completion is picked. */
  text: string
  label: string
  /** The argument after the command. */
  argument: string
  note: string
  /** The command is complete and can be sent as it is. */
  isWhole: boolean
}

const PAUSE_MS = 200
const MOST = 6
const MOST_EACH = 2
/** A single letter occurs in too many names. */
const LEAST_LETTERS = 2

const NAME_ONLY = /^\/(\S*)$/
const WITH_WORDS = /^\/(\S+)\s+(.*)$/s

export const completionOf = ({ name, argument, summary }: (typeof COMMANDS)[number]): Completion => ({
  text: argument === '' ? typedCommand(name) : `${typedCommand(name)} `,
  label: `/${name}`,
  argument,
  note: summary,
  isWhole: argument === '',
})

/** Commands whose names start with the typed text. */
function useCommands(typed: string): Completion[] {
  const permissions = useUser()?.permissions ?? []
  const name = NAME_ONLY.exec(typed)?.[1]?.toLowerCase()
  if (name === undefined) return []
  return commandsFor(permissions)
    .filter((command) => command.name.startsWith(name))
    .map(completionOf)
}

/** The command typed with a space after it, if the user may run it, and the words after the space. */
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

/**
 * While the answer for more letters is loading, earlier results that still match stay, so that they do not vanish under
 * the pointer.
 */
function stillMatching<Row>(
  { data = [], isPlaceholderData }: { data?: readonly Row[] | null | undefined; isPlaceholderData: boolean },
  words: string,
  textOf: (row: Row) => string,
): readonly Row[] {
  const rows = data ?? []
  if (!isPlaceholderData) return rows
  return rows.filter((row) => textOf(row).toLowerCase().includes(words.toLowerCase()))
}

/** Products by ASIN or words; empty unless requested. */
function useProducts(words: string, isAsked: boolean) {
  const search = ProductsSearch.parse({ query: words, sort: 'earnings_30d', sortOrder: 'desc' })
  const enabled = isAsked && words.length >= LEAST_LETTERS
  const { data, isPlaceholderData } = useQuery({ ...productsQuery(search), enabled })
  if (!enabled) return []
  return stillMatching({ data: data?.rows, isPlaceholderData }, words, ({ asin, name }) => `${asin} ${name}`)
}

function useKeywords(words: string, isAsked: boolean) {
  const enabled = isAsked && words !== ''
  const found = useQuery({ ...suggestedKeywordsQuery(words), enabled, placeholderData: keepPreviousData })
  return enabled ? stillMatching(found, words, ({ keyword }) => keyword) : []
}

function usePosts(words: string, isAsked: boolean) {
  const enabled = isAsked && words.length >= LEAST_LETTERS
  const found = useQuery({ ...postsNamedQuery(words), enabled, placeholderData: keepPreviousData })
  return enabled ? stillMatching(found, words, ({ POST_TITLE: title }) => title) : []
}

function useArticles(words: string, isAsked: boolean) {
  const enabled = isAsked && words.length >= LEAST_LETTERS
  const found = useQuery({ ...articlesNamedQuery(words), enabled, placeholderData: keepPreviousData })
  return enabled ? stillMatching(found, words, ({ title }) => title) : []
}

const POST = /^[^\s/]+\/\S+$/

/** A site or a post, followed by a number of weeks. */
function useEarners(words: string, rested: string, isAsked: boolean): Completion[] {
  const { data: sites } = useQuery({ ...sitesQuery, enabled: isAsked })
  const posts = usePosts(POST.test(rested) ? '' : rested, isAsked)
  if (!isAsked) return []
  const [first = '', rest] = words.toLowerCase().split(' ')
  const site = sites?.find((each) => each.code === first)
  if ((site || POST.test(first)) && rest === undefined)
    return PERIODS.map((weeks) =>
      whole(
        typedCommand('earnings', `${first} ${weeks} weeks`),
        `${weeks} weeks`,
        site?.display_name ?? `Post ${first}`,
      ),
    )
  const named = rest === undefined ? (sites ?? []) : []
  return [
    ...named
      .filter(({ code: own, display_name: name }) => `${own} ${name.toLowerCase()}`.includes(first))
      .map(({ code: own, display_name: name }) => ({
        ...whole(`${typedCommand('earnings', own)} `, name, own),
        isWhole: false,
      })),
    ...posts.map(({ SITE: own, POST_ID: id, POST_TITLE: title }) => ({
      ...whole(`${typedCommand('earnings', `${own}/${id}`)} `, title, `${own}/${id}`),
      isWhole: false,
    })),
  ]
}

/** Articles, posts, products and keywords that match the words and that the user may see, a few of each. */
function useFound(words: string, isAsked: boolean): Completion[] {
  const permissions = useUser()?.permissions ?? []
  const may = (screen: 'article' | 'contentTracker' | 'products' | 'keywords') =>
    isAsked && isPermitted(permissions, SCREENS[screen].access)
  const named = (label: string, note: string) => ({ label, note })
  const found = [
    useArticles(words, may('article')).map(({ title }) => named(title, 'article')),
    usePosts(words, may('contentTracker')).map(({ POST_TITLE: title }) => named(title, 'post')),
    useProducts(words, may('products')).map(({ name }) => named(name, 'product')),
    useKeywords(words, may('keywords')).map(({ keyword }) => named(keyword, 'keyword')),
  ].flatMap((each) => each.slice(0, MOST_EACH))
  // An article and its post share a title, so both are found by it.
  const notes = Map.groupBy(
    found.filter(({ label }) => label !== ''),
    ({ label }) => label,
  )
  return [...notes].map(([label, all]) =>
    whole(typedCommand('find', label), label, all.map(({ note }) => note).join(', ')),
  )
}

/**
 * Completions for the typed text: first commands, then their arguments. `isNaming` means that the text is
 * only the beginning of a command's name, so Enter picks the first completion.
 */
export function useCompletions(typed: string): { completions: readonly Completion[]; isNaming: boolean } {
  const commands = useCommands(typed)
  const { name, words } = useAsked(typed)
  const rested = useDebounced(words, PAUSE_MS)
  const products = useProducts(rested, name === 'stock').map(({ asin, name: label }) =>
    whole(typedCommand('stock', asin), label, asin),
  )
  const keywords = useKeywords(rested, name === 'keyword').map(({ keyword }) =>
    whole(typedCommand('keyword', keyword), keyword, ''),
  )
  const about = [
    ...products,
    ...keywords,
    ...useEarners(words, rested, name === 'earnings'),
    ...useFound(rested, name === 'find'),
  ].filter(({ text }) => text.trim() !== typed.trim() || name === 'earnings')
  return {
    completions: commands.length > 0 ? commands : about.slice(0, MOST),
    isNaming: commands.length > 0,
  }
}
