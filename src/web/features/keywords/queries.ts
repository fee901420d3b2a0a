import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type KeywordRow,
  keywordEndpoints,
  keywordPage,
  keywordSuggestions,
} from '#shared/features/keywords/contract.ts'
import type { Sent } from '#shared/http/endpoint.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import { isConflict, serviceUnavailable } from '#web/api/api-error.ts'
import { call, download } from '#web/api/client.ts'
import { queryString } from '#web/api/query-string.ts'
import { filterOf, type KeywordsSearch } from './search.ts'

const KEYWORDS = ['keywords'] as const
const MINUTE = 60_000

/** The keywords that fit what is typed. */
export const suggestedKeywordsQuery = (keyword: string) =>
  queryOptions({
    queryKey: [...KEYWORDS, 'suggestions', keyword],
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
    queryKey: [...KEYWORDS, 'page', query],
    queryFn: ({ signal }) => call(keywordPage, { query }, { signal }),
    select: (page) => ({
      rows: page?.data ?? [],
      total: page?.meta.total ?? 0,
      isMore: page?.meta.isMore ?? false,
    }),
    placeholderData: keepPreviousData,
  })
}

export const keywordQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEYWORDS, 'one', id],
    queryFn: ({ signal }) => call(keywordEndpoints.read, { params: { id } }, { signal }),
  })

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) => call(keywordEndpoints.tags, {}, { signal }),
  staleTime: MINUTE,
})

type KeywordBody = Sent<typeof keywordEndpoints.create>['body']

function certain(row: KeywordRow | null): KeywordRow {
  if (row === null) throw serviceUnavailable()
  return row
}

/** What everybody sees of a keyword that was written. */
function useShown() {
  const queries = useQueryClient()
  return (saved: KeywordRow) => {
    queries.setQueryData(keywordQuery(saved.keyword_id).queryKey, saved)
    void queries.invalidateQueries({ queryKey: tagsQuery.queryKey })
    return queries.invalidateQueries({ queryKey: KEYWORDS })
  }
}

/** The keyword as somebody else has saved it, if that is why a save was refused. */
export function currentKeywordIn(error: unknown): KeywordRow | null {
  const details = isConflict(error) ? (error.details as { current?: KeywordRow } | null) : null
  // The contract says so: a save on an old version answers with the keyword as it is now.
  return details?.current ?? null
}

/** Creates where `row` is null, saves what was made of that row otherwise. */
export function useSaveKeyword() {
  return useMutation({
    mutationFn: async ({ row, body }: { row: KeywordRow | null; body: KeywordBody }) =>
      certain(
        row === null
          ? await call(keywordEndpoints.create, { body })
          : await call(keywordEndpoints.update, {
              params: { id: row.keyword_id },
              body: { ...body, version: row.version },
            }),
      ),
    onSuccess: useShown(),
  })
}

async function saveTracked(row: KeywordRow, tracked: boolean): Promise<KeywordRow> {
  const body = {
    keyword: row.keyword,
    tags: row.tags.map(({ tag }) => ({ tag })),
    sites: row.sites.map(({ site_id }) => site_id),
    tracked,
    version: row.version,
  }
  return certain(await call(keywordEndpoints.update, { params: { id: row.keyword_id }, body }))
}

/** Tracks a keyword or stops that; the rest of it stays as it is by now, not as it was when the list was read. */
export function useTrackKeyword() {
  return useMutation({
    async mutationFn({ id, tracked }: { id: number; tracked: boolean }) {
      const row = certain(await call(keywordEndpoints.read, { params: { id } }))
      return saveTracked(row, tracked).catch((error: unknown) => {
        // Whatever else somebody has made of it in this moment stays.
        const current = currentKeywordIn(error)
        if (current === null) throw error
        return saveTracked(current, tracked)
      })
    },
    onSuccess: useShown(),
  })
}

/** Everything that the filters find, as a file. */
export const downloadKeywords = (search: KeywordsSearch): Promise<Blob> =>
  download(`${keywordEndpoints.csv.path}${queryString(askedFor(search))}`)
