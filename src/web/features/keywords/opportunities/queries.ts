import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { keywordResearchEndpoints } from '#shared/features/keywords/keyword-research/contract.ts'
import { type Keyword, keywordEndpoints } from '#shared/features/keywords/keywords/contract.ts'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import {
  type ChartRows,
  type Opportunity,
  type OpportunityPage,
  opportunityEndpoints,
  type SearchedPage,
} from '#shared/features/keywords/opportunities/contract.ts'
import type { Country, LeadTimes } from '#shared/features/keywords/opportunities/rules.ts'
import { marketExportEndpoints } from '#shared/features/market/market-exports/contract.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Answered } from '#shared/http/endpoint.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { useAddedToast } from '../keyword-changes/queries.ts'
import { refreshKeywords, refreshTags, takenKeywordIn } from '../keywords/queries.ts'
import { FAILURES } from './messages.ts'
import { filterOf, type OpportunitiesSearch, type SearchedSearch } from './search.ts'

export const OPPORTUNITIES = ['opportunities'] as const
const PAGES = [...OPPORTUNITIES, 'page'] as const
const SEARCHED = [...OPPORTUNITIES, 'searched'] as const
/** The query key of keyword research results. */
export const RESEARCHED = ['keyword-research', 'keywords'] as const
type Researched = Answered<typeof keywordResearchEndpoints.keywords>

export const opportunitiesQuery = (search: OpportunitiesSearch) => {
  const query = filterOf(search)
  return queryOptions({
    queryKey: [...PAGES, query],
    queryFn: ({ signal }) => call(opportunityEndpoints.list, { query }, { signal }),
    select: (page) => ({
      rows: page?.keywords ?? [],
      total: page?.total_count ?? 0,
      unknown: page?.unknown_count ?? 0,
      without: page?.without ?? [],
      problem: page?.problem ?? null,
      lead: page?.lead ?? null,
    }),
    placeholderData: keepPreviousData,
  })
}

/** Requests a file of all matching keywords, in the order of the list. */
export function startKeywordsFile(search: OpportunitiesSearch) {
  const { page: _page, ...query } = filterOf(search)
  return call(marketExportEndpoints.keywords, { query })
}

/** Queries for which our pages appear although none of them targets the query. */
export const searchedQuery = ({ site, query: words, excludeExistingKeywords, ...search }: SearchedSearch) => {
  const query = {
    ...search,
    ...(site === undefined ? {} : { site }),
    ...(words === '' ? {} : { query: words }),
    exclude_existing_keywords: excludeExistingKeywords ? ('true' as const) : ('false' as const),
  }
  return queryOptions({
    queryKey: [...SEARCHED, query],
    queryFn: ({ signal }) => call(opportunityEndpoints.searched, { query }, { signal }),
    select: (page) => ({
      rows: page?.nodes ?? [],
      total: page?.totalCount ?? 0,
      until: page?.until ?? null,
    }),
    placeholderData: keepPreviousData,
  })
}

export const overviewQuery = (country: Country) =>
  queryOptions({
    queryKey: [...OPPORTUNITIES, 'overview', country],
    queryFn: ({ signal }) => call(opportunityEndpoints.overview, { query: { country } }, { signal }),
    staleTime: HOUR_MS,
  })

export const categoriesQuery = (country: Country) =>
  queryOptions({
    queryKey: [...OPPORTUNITIES, 'categories', country],
    queryFn: ({ signal }) => call(opportunityEndpoints.categories, { query: { country } }, { signal }),
    select: (answer) => answer?.categories ?? [],
    staleTime: HOUR_MS,
  })

/** The endpoints of a keyword's charts. */
export const CHARTS = {
  searchVolume: opportunityEndpoints.searchVolume,
  averageUnitsSold: opportunityEndpoints.averageUnitsSold,
  averagePrice: opportunityEndpoints.averagePrice,
  seasonality: opportunityEndpoints.seasonality,
} as const
export type ChartName = keyof typeof CHARTS

export const chartQuery = (chart: ChartName, name: string, country: Country) =>
  queryOptions({
    queryKey: [...OPPORTUNITIES, 'chart', chart, country, name],
    queryFn: ({ signal }) => call(CHARTS[chart], { query: { name, country } }, { signal }),
    select: (answer): ChartRows['data'] => answer?.data ?? [],
    staleTime: HOUR_MS,
  })

export const topProductsQuery = (asins: readonly string[], country: Country) =>
  queryOptions({
    queryKey: [...OPPORTUNITIES, 'products', country, asins],
    queryFn: ({ signal }) =>
      call(opportunityEndpoints.topProducts, { query: { asins: [...asins], country } }, { signal }),
    select: (answer) => answer?.data.data.products ?? [],
    staleTime: HOUR_MS,
  })

/** Lead times in days, under the names of the rules. */
export const leadOf = ({ rank_days, rank_of, write_days, write_of }: OpportunityPage['lead']): LeadTimes => ({
  rankDays: rank_days,
  rankOf: rank_of,
  writeDays: write_days,
  writeOf: write_of,
})

const UNUSED: Opportunity['ours'] = { articles: 0, winning_percentage: null }

type Marks = readonly (readonly [name: string, id: number | null])[]

/** Marks keywords as ours, or with null as not ours, wherever they are shown. Known figures stay. */
function mark(queries: QueryClient, marks: Marks) {
  const ids = new Map(marks.map(([name, id]) => [keywordIdentity(name), id]))
  const marked = <Row extends Pick<Opportunity, 'name' | 'keyword_id' | 'ours'>>(whole: Row) => {
    const id = ids.get(keywordIdentity(whole.name))
    if (id === undefined) return whole
    const { keyword_id: _id, ours = UNUSED, ...row } = whole
    return id === null ? row : { ...row, keyword_id: id, ours }
  }
  queries.setQueriesData<SearchedPage | null>(
    { queryKey: SEARCHED },
    (page) =>
      page && {
        ...page,
        nodes: page.nodes.map(marked),
      },
  )
  queries.setQueriesData<OpportunityPage | null>(
    { queryKey: PAGES },
    (page) =>
      page && {
        ...page,
        keywords: page.keywords.map(marked),
      },
  )
  queries.setQueriesData<Researched | null>(
    { queryKey: RESEARCHED },
    (answer) =>
      answer && {
        ...answer,
        keywords: answer.keywords.map((row) => {
          const id = ids.get(keywordIdentity(row.keyword))
          return id === undefined ? row : { ...row, keyword_id: id ?? undefined }
        }),
      },
  )
}

/** Placeholder id until the keyword is created. */
const PENDING_ID = 0

/** Adds a keyword and shows a notice with an undo and a link to request an article. */
export function useAddOne() {
  const queries = useQueryClient()
  const { mutate } = useAddKeyword()
  const tell = useAddedToast()
  return (keyword: string) =>
    mutate(keyword, {
      // Null if another user added it in the meantime: then there is nothing to undo here.
      onSuccess: ({ id, changeId }) =>
        changeId !== null &&
        tell({ id, keyword, changeId }, { onUndone: () => mark(queries, [[keyword, null]]) }),
      onError: handleError(FAILURES.save),
    })
}

interface KeywordsToAdd {
  keywords: string[]
  sites: number[]
  tags: string[]
}

type AddedKeywords = Answered<typeof keywordEndpoints.createMany>

/**
 * Adds keywords with the same sites and tags as one change, and marks them as ours. `onAdded` also runs if the
 * caller has left the screen by then.
 */
export function useAddKeywords(onAdded: (made: AddedKeywords, sent: KeywordsToAdd) => void) {
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ tags, ...body }: KeywordsToAdd) {
      const words = { ...body, tags: tags.map((tag) => ({ tag })) }
      const made = await call(keywordEndpoints.createMany, { body: words })
      if (made === null) throw serviceUnavailable()
      return made
    },
    async onSuccess(made, sent) {
      mark(
        queries,
        [...made.added, ...made.existing].map(({ keyword, keyword_id: id }) => [keyword, id]),
      )
      await Promise.all([refreshKeywords(queries), refreshTags(queries)])
      onAdded(made, sent)
    },
    onError: handleError(FAILURES.save),
  })
}

/** Removes the marks of keywords that are no longer ours, after an undo. */
export function useUnmark() {
  const queries = useQueryClient()
  return (keywords: readonly Keyword[]) =>
    mark(
      queries,
      keywords.map(({ keyword }) => [keyword, null]),
    )
}

/** Adds a keyword without tags or sites; if another user has added it meanwhile, it counts as ours too. */
export function useAddKeyword() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (keyword: string): Promise<{ id: number; changeId: number | null }> => {
      try {
        const row = await call(keywordEndpoints.create, { body: { keyword } })
        if (row === null) throw serviceUnavailable()
        return { id: row.keyword_id, changeId: row.change_id }
      } catch (error) {
        const taken = takenKeywordIn(error)
        if (taken === null) throw error
        return { id: taken, changeId: null }
      }
    },
    onMutate: (keyword) => mark(queries, [[keyword, PENDING_ID]]),
    onError: (_error, keyword) => mark(queries, [[keyword, null]]),
    async onSuccess({ id }, keyword) {
      mark(queries, [[keyword, id]])
      await refreshKeywords(queries)
    },
  })
}
