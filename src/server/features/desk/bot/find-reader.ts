import { isPermitted } from '#shared/access/permissions.ts'
import { SCREENS } from '#shared/access/screens.ts'
import { statusLabel } from '#shared/features/articles/articles/rules.ts'
import { ContentFilter } from '#shared/features/posts/content-tracker/contract.ts'
import type { StoredOption } from '../../../db/schema/bot.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import type { Caller } from '../../../security/actor.ts'
import { linkTo, quoted, say } from './answer-text.ts'
import type { CommandDeps, CommandReader } from './deps.ts'

const MOST_EACH = 3

interface Found {
  noun: string
  options: StoredOption[]
}

const pathOf = (path: string, id: number) => path.replace('$id', String(id))

async function findArticles({ articles }: CommandDeps, actor: Caller, words: string): Promise<Found> {
  const found = await articles.suggestArticles(actor, words)
  return {
    noun: 'articles',
    options: found.map(({ id, title, status }) =>
      linkTo(`${title} · ${statusLabel(status)}`, pathOf(SCREENS.article.path, id)),
    ),
  }
}

async function findKeywords({ keywords }: CommandDeps, _actor: Caller, words: string): Promise<Found> {
  const found = await keywords.suggestKeywords(words)
  return {
    noun: 'keywords',
    options: found.map(({ id, keyword }) =>
      linkTo(`${keyword} · keyword`, SCREENS.keywords.path, { keyword, keyword_id: id }),
    ),
  }
}

async function findProducts({ library }: CommandDeps, _actor: Caller, words: string): Promise<Found> {
  const { rows } = await library.listProducts({
    query: words,
    stock: null,
    page: 1,
    perPage: MOST_EACH,
    sort: 'earnings_30d',
    sortOrder: 'desc',
  })
  return {
    noun: 'products',
    options: rows.map(({ product: { id, asin, name } }) =>
      linkTo(`${name} · ${asin}`, SCREENS.products.path, { query: asin, productId: id }),
    ),
  }
}

async function findPosts({ contentTracker }: CommandDeps, _actor: Caller, words: string): Promise<Found> {
  const { rows } = await contentTracker.readContent({ ...ContentFilter.parse({ title: words }), page: 1 })
  return {
    noun: 'posts',
    options: rows.map(({ SITE, POST_ID, POST_TITLE: title }) =>
      linkTo(`${title} · post`, SCREENS.contentTracker.path, { title, post: `${SITE}/${POST_ID}` }),
    ),
  }
}

async function findPeople({ users }: CommandDeps, actor: Caller, words: string): Promise<Found> {
  const { nodes } = await users.searchUsers(actor, { query: words, page: 1, sortOrder: 'asc' })
  return {
    noun: 'people',
    options: nodes.map((user) =>
      linkTo(`${fullNameOf(user)} · person`, pathOf(SCREENS.userDetails.path, user.id)),
    ),
  }
}

/** Nouns to search, with the screens that require permission. */
const NOUNS = [
  { screen: SCREENS.article, find: findArticles },
  { screen: SCREENS.keywords, find: findKeywords },
  { screen: SCREENS.products, find: findProducts },
  { screen: SCREENS.contentTracker, find: findPosts },
  { screen: SCREENS.userDetails, find: findPeople },
] as const

/** `/find`: everything with these words that the current user may see. */
export const readFound: CommandReader = async (deps, actor, words) => {
  if (words === '') return say('What are you looking for? Type part of a title, a name or an ASIN.')
  const seen = NOUNS.filter(({ screen }) => isPermitted(actor.permissions, screen.access))
  const all = await Promise.all(seen.map(({ find }) => find(deps, actor, words)))
  const found = all.filter(({ options }) => options.length > 0)
  if (found.length === 0) return say(`Nothing you can see matches ${quoted(words)}.`)
  return say(
    `${quoted(words)} is in ${found.map(({ noun }) => noun).join(', ')}. Best matches:`,
    found.flatMap(({ options }) => options.slice(0, MOST_EACH)),
  )
}
