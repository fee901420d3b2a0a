import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { comparisonEndpoints } from '#shared/features/comparison/contract.ts'
import { shareOfVoiceEndpoints } from '#shared/features/share-of-voice/contract.ts'
import type { Sent } from '#shared/http/endpoint.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { refreshArticles } from '../articles/queries.ts'
import { FAILURES } from './messages.ts'

const SCAN_FRESH_MS = 10 * 60_000
const WORDS = ['excluded-words'] as const

/** The latest story with which one of our sites held the keyword; with a day, the latest of then. */
export const ownStoryQuery = (keywordId: number, until?: string) =>
  queryOptions({
    queryKey: ['comparison', 'own-story', keywordId, until ?? null],
    queryFn: ({ signal }) =>
      call(
        shareOfVoiceEndpoints.find,
        { query: { keyword: keywordId, ...(until === undefined ? {} : { until }) } },
        { signal },
      ),
  })

/** What the page of a story says. It is asked for once: a page that takes ten seconds takes them again. */
export const scanQuery = (url: string) =>
  queryOptions({
    queryKey: ['scans', url],
    queryFn: ({ signal }) => call(comparisonEndpoints.scan, { body: { url } }, { signal }),
    staleTime: SCAN_FRESH_MS,
    retry: false,
  })

export const excludedWordsQuery = queryOptions({
  queryKey: WORDS,
  queryFn: ({ signal }) => call(comparisonEndpoints.readExcludedWords, {}, { signal }),
})

/** Replaces the list, unless somebody else has done so since `base`. */
export function useSaveExcludedWords() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { content: string[]; base: string[] }) =>
      call(comparisonEndpoints.saveExcludedWords, { body }),
    onSuccess: (saved) => queries.setQueryData(WORDS, saved),
  })
}

export type UpdateBody = Sent<typeof comparisonEndpoints.createUpdate>['body']

/** Begins an article with the gaps as its checklist, once under this key; answers its number. */
export function useCreateUpdate(key: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: UpdateBody) => {
      const created = await call(comparisonEndpoints.createUpdate, { body }, { key })
      if (created === null) throw serviceUnavailable()
      return created.article_id
    },
    onSuccess: () => refreshArticles(queries),
    onError: handleError(FAILURES.create),
  })
}
