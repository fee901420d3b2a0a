import { useQuery } from '@tanstack/react-query'
import { isPermitted } from '#shared/access/permissions.ts'
import { SCREENS } from '#shared/access/screens.ts'
import {
  type COMMANDS,
  commandNamed,
  commandsFor,
  PERIODS,
  typedCommand,
} from '#shared/features/bot/rules.ts'
import { useUser } from '#web/api/session.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { suggestedKeywordsQuery } from '../keywords/queries.ts'
import { productsQuery } from '../product-library/queries.ts'
import { ProductsSearch } from '../product-library/search.ts'
import { sitesQuery } from '../sites/queries.ts'
import { articlesNamedQuery, postsNamedQuery } from './queries.ts'

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
const MOST_EACH = 2
/** Fewer letters are in every second name. */
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

/** The commands whose names begin with what is typed. */
function useCommands(typed: string): Completion[] {
  const permissions = useUser()?.permissions ?? []
  const name = NAME_ONLY.exec(typed)?.[1]?.toLowerCase()
  if (name === undefined) return []
  return commandsFor(permissions)
    .filter((command) => command.name.startsWith(name))
    .map(completionOf)
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

/** Products by ASIN or words; none while those are not asked for. */
function useProducts(words: string, isAsked: boolean) {
  const search = ProductsSearch.parse({ query: words, sort: 'earnings_30d', sortOrder: 'desc' })
  const { data, isPlaceholderData } = useQuery({
    ...productsQuery(search),
    enabled: isAsked && words.length >= LEAST_LETTERS,
  })
  if (!isAsked || words.length < LEAST_LETTERS || isPlaceholderData) return []
  return data?.rows ?? []
}

function useKeywords(words: string, isAsked: boolean) {
  const { data } = useQuery({ ...suggestedKeywordsQuery(words), enabled: isAsked && words !== '' })
  return isAsked && words !== '' ? (data ?? []) : []
}

function usePosts(words: string, isAsked: boolean) {
  const isLong = words.length >= LEAST_LETTERS
  const { data } = useQuery({ ...postsNamedQuery(words), enabled: isAsked && isLong })
  return isAsked && isLong ? (data ?? []) : []
}

function useArticles(words: string, isAsked: boolean) {
  const isLong = words.length >= LEAST_LETTERS
  const { data } = useQuery({ ...articlesNamedQuery(words), enabled: isAsked && isLong })
  return isAsked && isLong ? (data ?? []) : []
}

const POST = /^[^\s/]+\/\S+$/

/** A site or a post, and then over how many weeks. */
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

/** What has the words and may be seen: articles, posts, products and keywords, a few of each. */
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
  // An article and its post have one title, and are found by it together.
  const notes = Map.groupBy(
    found.filter(({ label }) => label !== ''),
    ({ label }) => label,
  )
  return [...notes].map(([label, all]) =>
    whole(typedCommand('find', label), label, all.map(({ note }) => note).join(', ')),
  )
}

/**
 * What may follow what is typed: commands at first, and then what they are about. `isNaming` where what is typed is no
 * whole by itself, the beginning of a command's name, so that Enter takes the first of them.
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
