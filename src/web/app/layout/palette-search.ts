import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { UseNavigateResult } from '@tanstack/react-router'
import {
  mayOpen,
  menuFor,
  type PlainScreenName,
  SCREENS,
  type ScreenName,
  type Visitor,
} from '#shared/access/screens.ts'
import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { userEndpoints } from '#shared/features/ground/users/contract.ts'
import { contentTrackerEndpoints } from '#shared/features/posts/content-tracker/contract.ts'
import { productLibraryEndpoints } from '#shared/features/products/product-library/contract.ts'
import { fullName } from '#shared/format/full-name.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { boardsQuery } from '#web/features/articles/board/queries.ts'
import { suggestedKeywordsQuery } from '#web/features/keywords/keywords/queries.ts'
import { REPORT_LABELS } from '#web/features/market/reports/messages.ts'
import { TAB_LABELS as GSC_LABELS } from '#web/features/posts/gsc-keywords/messages.ts'
import type { GscTab } from '#web/features/posts/gsc-keywords/search.ts'

export interface Destination {
  key: string
  kind: 'Screen' | 'Board' | 'Keyword' | 'Article' | 'Product' | 'Post' | 'Person'
  label: string
  open(navigate: UseNavigateResult<string>): Promise<void>
}

const MOST = 5
const fits = (text: string, label: string) => label.toLowerCase().includes(text.toLowerCase())

interface Place {
  key: string
  screen: ScreenName
  label: string
  /** Other search terms besides its label. */
  words?: string
  open: Destination['open']
}

const placeOf = (screen: PlainScreenName, label: string, words = ''): Place => ({
  key: screen,
  screen,
  label,
  words,
  open: (navigate) => navigate({ to: SCREENS[screen].path }),
})

/** Screens that are not in the menu. */
const BESIDE_MENU: readonly Place[] = [
  placeOf('tools', SCREENS.tools.title),
  placeOf('notices', SCREENS.notices.title, 'bell'),
  placeOf('firstSteps', SCREENS.firstSteps.title, 'set up getting started'),
  placeOf('outbox', SCREENS.outbox.title, 'mails'),
  placeOf('signInRules', SCREENS.signInRules.title, 'second factor two-factor 2fa sessions tokens security'),
  placeOf('eventHooks', SCREENS.eventHooks.title, 'webhooks n8n zapier slack teams integrations'),
  placeOf('runs', SCREENS.runs.title, 'failed mails emails jobs schedule background'),
]

const searchConsoleTab = (tab: GscTab, words: string): Place => ({
  key: `search-console-${tab}`,
  screen: 'gscKeywords',
  label: GSC_LABELS[tab],
  words,
  open: (navigate) => navigate({ to: SCREENS.gscKeywords.path, search: { tab } }),
})

const reportPart = (report: 'surfaces' | 'winners', words: string): Place => ({
  key: report,
  screen: 'report',
  label: REPORT_LABELS[report],
  words,
  open: (navigate) => navigate({ to: SCREENS.report.path, params: { report } }),
})

/** Parts of screens that users think of as screens. */
const PARTS: readonly Place[] = [
  placeOf('oosReport', REPORT_LABELS.oos, 'stock board out of stock by article'),
  {
    key: 'stock-by-product',
    screen: 'oosReport',
    label: `${REPORT_LABELS.oos}, by product`,
    words: 'stock board out of stock replace everywhere',
    open: (navigate) => navigate({ to: SCREENS.oosReport.path, search: { group: 'product' } }),
  },
  reportPart('surfaces', 'share of voice publishers'),
  reportPart('winners', 'win share'),
  {
    key: 'alert-rules',
    screen: 'contentTracker',
    label: 'Alert rules',
    words: 'alarms warnings',
    open: (navigate) => navigate({ to: SCREENS.contentTracker.path, search: { tab: 'alerts' } }),
  },
  {
    key: 'planner',
    screen: 'keywordOpportunities',
    label: 'Planner',
    words: 'plan calendar by publish-by date',
    open: (navigate) => navigate({ to: SCREENS.keywordOpportunities.path, search: { source: 'planner' } }),
  },
  searchConsoleTab('striking', 'search console second page'),
  searchConsoleTab('rivals', 'cannibalization rivals search console'),
  searchConsoleTab('ignored', 'search console'),
  searchConsoleTab('log', 'search console'),
  {
    key: 'api-tokens',
    screen: 'profile',
    label: 'API tokens',
    words: 'keys scripts programs curl integrations',
    open: (navigate) => navigate({ to: SCREENS.profile.path, search: { tab: 'api' } }),
  },
  {
    key: 'service-accounts',
    screen: 'users',
    label: 'Service accounts',
    words: 'machines bots integrations api tokens',
    open: (navigate) => navigate({ to: SCREENS.users.path, search: { kind: 'service' } }),
  },
  { ...placeOf('userAccess', 'Offboarding runs', 'leavers revoke'), key: 'offboarding' },
  { ...placeOf('userAccess', 'Access reviews', 'who has access'), key: 'access-reviews' },
]

/** Synonyms of menu entries. */
const MENU_WORDS: Readonly<Partial<Record<PlainScreenName, string>>> = {
  gscKeywords: 'search console',
  dbQuery: 'database interface sql console',
  scan: 'connectivity',
  uploadKeywords: 'import',
  changes: 'undo',
}

/** Screens that the user may open: those in the menu first, and matching names before synonyms. */
export function screensFitting(text: string, visitor: Visitor): Destination[] {
  const places = [
    ...menuFor(visitor).map(({ screen, label }) => placeOf(screen, label, MENU_WORDS[screen])),
    ...BESIDE_MENU,
    ...PARTS.filter(() => text !== ''),
  ]
  const named = places.filter(({ label }) => fits(text, label))
  const meant = places.filter((place) => !named.includes(place) && fits(text, place.words ?? ''))
  return [...named, ...meant]
    .filter(({ screen }) => mayOpen(SCREENS[screen].access, visitor))
    .map(({ key, label, open }) => ({ key, kind: 'Screen', label, open }))
}

async function keywordsFitting(text: string, queries: QueryClient): Promise<Destination[]> {
  const found = await queries.fetchQuery(suggestedKeywordsQuery(text))
  return found.slice(0, MOST).map(({ keyword_id, keyword }) => ({
    key: `keyword-${keyword_id}`,
    kind: 'Keyword',
    label: keyword,
    open: (navigate) => navigate({ to: SCREENS.keywords.path, search: { keyword } }),
  }))
}

async function peopleFitting(text: string, signal: AbortSignal): Promise<Destination[]> {
  const found = await call(userEndpoints.list, { query: { query: text } }, { signal })
  return (found?.nodes ?? []).slice(0, MOST).map(({ id, ...person }) => ({
    key: `person-${id}`,
    kind: 'Person',
    label: fullName(person),
    open: (navigate) => navigate({ to: SCREENS.userDetails.path, params: { id: String(id) } }),
  }))
}

async function boardsFitting(text: string, queries: QueryClient): Promise<Destination[]> {
  const boards = (await queries.fetchQuery(boardsQuery)) ?? []
  return boards
    .map(
      ({ gid, name }): Destination => ({
        key: `board-${gid}`,
        kind: 'Board',
        label: `${name} tasks`,
        open: (navigate) => navigate({ to: SCREENS.board.path, params: { gid } }),
      }),
    )
    .filter(({ kind, label }) => fits(text, `${label} ${kind}`))
    .slice(0, MOST)
}

const articleAt = (id: number, title: string): Destination => ({
  key: `article-${id}`,
  kind: 'Article',
  label: `${title} (${id})`,
  open: (navigate) => navigate({ to: SCREENS.article.path, params: { id: String(id) } }),
})

/** The article with an id; empty if there is none. */
async function articleOf(number: string, signal: AbortSignal): Promise<Destination[]> {
  const article = await call(articleEndpoints.read, { params: { id: number } }, { signal }).catch(
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 404) return null
      throw error
    },
  )
  return article ? [articleAt(article.article_id, article.title)] : []
}

/** Articles by title, preceded by the one with that id. */
async function articlesFitting(text: string, signal: AbortSignal): Promise<Destination[]> {
  const number = /^#?(\d{1,9})$/.exec(text)?.[1]
  const [numbered, titled] = await Promise.all([
    number === undefined ? [] : articleOf(number, signal),
    call(articleEndpoints.suggest, { query: { query: text } }, { signal }),
  ])
  const all = [...numbered, ...titled.map(({ article_id: id, title }) => articleAt(id, title))]
  return [...new Map(all.map((destination) => [destination.key, destination])).values()].slice(0, MOST)
}

/** Products by ASIN or words of their names, highest earnings first. */
async function productsFitting(query: string, signal: AbortSignal): Promise<Destination[]> {
  const asked = { query, perPage: MOST, sort: 'earnings_30d', sortOrder: 'desc' } as const
  const found = await call(productLibraryEndpoints.list, { query: asked }, { signal })
  return (found?.nodes ?? []).map(({ product_id: productId, asin, name }) => ({
    key: `product-${productId}`,
    kind: 'Product',
    label: `${name} (${asin})`,
    open: (navigate) => navigate({ to: SCREENS.products.path, search: { query: asin, productId } }),
  }))
}

/** Posts of our sites by title, highest earnings first. */
async function postsFitting(title: string, signal: AbortSignal): Promise<Destination[]> {
  const found = await call(contentTrackerEndpoints.content, { query: { title } }, { signal })
  return (found?.edges ?? []).slice(0, MOST).map(({ SITE: site, POST_ID: id, POST_TITLE: label }) => ({
    key: `post-${site}-${id}`,
    kind: 'Post',
    label: `${label} (${site}/${id})`,
    open: (navigate) =>
      navigate({
        to: SCREENS.contentTracker.path,
        search: { site, title: label, post: `${site}/${id}`, tab: 'products' },
      }),
  }))
}

/** Matches from the server; a failed part is left out so that the others still help. */
export const destinationsQuery = (text: string, visitor: Visitor, queries: QueryClient) =>
  queryOptions({
    queryKey: ['palette', text],
    enabled: text !== '',
    queryFn: async ({ signal }) => {
      const may = (
        screen: 'board' | 'keywords' | 'article' | 'products' | 'contentTracker' | 'userDetails',
      ) => mayOpen(SCREENS[screen].access, visitor)
      const parts = await Promise.allSettled([
        may('board') ? boardsFitting(text, queries) : [],
        may('keywords') ? keywordsFitting(text, queries) : [],
        may('article') ? articlesFitting(text, signal) : [],
        may('products') ? productsFitting(text, signal) : [],
        may('contentTracker') ? postsFitting(text, signal) : [],
        may('userDetails') ? peopleFitting(text, signal) : [],
      ])
      return parts.flatMap((part) => (part.status === 'fulfilled' ? part.value : []))
    },
  })
