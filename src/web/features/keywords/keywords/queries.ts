import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type KeywordRow,
  keywordEndpoints,
  keywordPage,
  keywordSuggestions,
} from '#shared/features/keywords/keywords/contract.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import type { Sent } from '#shared/http/endpoint.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { refusalOf, serviceUnavailable } from '#web/api/api-error.ts'
import { call, download } from '#web/api/client.ts'
import { KEYWORDS_KEY } from '#web/api/query-client.ts'
import { queryString } from '#web/api/query-string.ts'
import { useRecords } from '#web/api/records.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { filterOf, type KeywordsSearch } from './search.ts'

/** Invalidates all data that shows keywords. */
export const refreshKeywords = (queries: QueryClient) => queries.invalidateQueries({ queryKey: KEYWORDS_KEY })

/** The same for tags. */
export const refreshTags = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: tagsQuery.queryKey })

/** Keywords that match the typed text. */
export const suggestedKeywordsQuery = (keyword: string) =>
  queryOptions({
    queryKey: [...KEYWORDS_KEY, 'suggestions', keyword],
    queryFn: ({ signal }) => call(keywordSuggestions, { query: { keyword } }, { signal }),
    enabled: keyword !== '',
  })

const askedFor = (search: KeywordsSearch) => ({
  ...filterOf(search),
  sort: search.sort,
  sortOrder: search.sortOrder,
})

export const keywordsQuery = (search: KeywordsSearch) => {
  const query = {
    ...askedFor(search),
    limit: PAGE_SIZE,
    offset: (search.page - 1) * PAGE_SIZE,
    currentPage: search.page,
  }
  return queryOptions({
    queryKey: [...KEYWORDS_KEY, 'page', query],
    queryFn: ({ signal }) => call(keywordPage, { query }, { signal }),
    select: (page) => ({
      rows: page?.data ?? [],
      total: page?.meta.total ?? 0,
      isMore: page?.meta.is_more ?? false,
    }),
    placeholderData: keepPreviousData,
  })
}

export const keywordQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEYWORDS_KEY, 'one', id],
    queryFn: ({ signal }) => call(keywordEndpoints.read, { params: { id } }, { signal }),
  })

/** Changes of the tracked keywords since the user's last visit. */
export const movesQuery = queryOptions({
  queryKey: [...KEYWORDS_KEY, 'moves'],
  queryFn: ({ signal }) => call(keywordEndpoints.moves, {}, { signal }),
  staleTime: MINUTE_MS,
})

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) => call(keywordEndpoints.tags, {}, { signal }),
  staleTime: MINUTE_MS,
})

type KeywordBody = Sent<typeof keywordEndpoints.create>['body']

function certain<Row extends KeywordRow>(row: Row | null): Row {
  if (row === null) throw serviceUnavailable()
  return row
}

const keywordId = ({ keyword_id: id }: KeywordRow) => id

/** The keywords with this browser's own changes applied. */
export const useKeywordRecords = () => useRecords('keyword', keywordId)

/** Shows a written keyword in all lists. */
function useShown() {
  const queries = useQueryClient()
  const { keep } = useKeywordRecords()
  return (saved: KeywordRow) => {
    keep(saved)
    queries.setQueryData(keywordQuery(saved.keyword_id).queryKey, saved)
    void refreshTags(queries)
    return refreshKeywords(queries)
  }
}

/** The keyword as another user saved it, if that is why a save was refused. */
export const currentKeywordIn = (error: unknown): KeywordRow | null =>
  refusalOf(keywordEndpoints.update, 409, error)?.current ?? null

/** The id of the existing keyword with the same words, if that is why a save was refused. */
export const takenKeywordIn = (error: unknown): number | null =>
  (refusalOf(keywordEndpoints.create, 409, error) ?? refusalOf(keywordEndpoints.update, 409, error))
    ?.keyword_id ?? null

interface Saving {
  /** Null for a new one. */
  id: number | null
  body: KeywordBody
  version: number | undefined
}

/** Creates or saves a keyword. `change_id` is the change to undo. */
export function useSaveKeyword() {
  const show = useShown()
  return useMutation({
    mutationFn: async ({ id, body, version }: Saving) =>
      certain(
        id === null
          ? await call(keywordEndpoints.create, { body })
          : await call(keywordEndpoints.update, { params: { id }, body: { ...body, version } }),
      ),
    onSuccess: ({ change_id: _change, ...row }) => show(row),
  })
}

/**
 * Starts or stops tracking a keyword; changes by other users to its other fields are kept. `change_id` is the
 * change to undo.
 */
export function useTrackKeyword() {
  const show = useShown()
  return useMutation({
    mutationFn: async ({ id, tracked }: { id: number; tracked: boolean }) => {
      const saved = await call(keywordEndpoints.update, { params: { id }, body: { tracked } })
      if (saved === null) throw serviceUnavailable()
      return saved
    },
    onSuccess: ({ change_id: _change, ...row }) => show(row),
  })
}

/** All keywords that match the filters, as a file. */
export const downloadKeywords = (search: KeywordsSearch): Promise<Blob> =>
  download(`${keywordEndpoints.csv.path}${queryString(askedFor(search))}`)
