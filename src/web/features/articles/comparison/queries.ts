import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { comparisonEndpoints } from '#shared/features/articles/comparison/contract.ts'
import { shareOfVoiceEndpoints } from '#shared/features/market/share-of-voice/contract.ts'
import type { Sent } from '#shared/http/endpoint.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { refreshArticles } from '../articles/queries.ts'
import { FAILURES } from './messages.ts'

const SCAN_FRESH_MS = 10 * 60_000
const WORDS = ['excluded-words'] as const

/** The latest story with which one of our sites held the keyword; with a day, the latest up to that day. */
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

/** The content of a story's page. Not retried: a page that takes ten seconds would take them again. */
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

/** Replaces the list, unless another user changed it since `base`. */
export function useSaveExcludedWords() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { content: string[]; base: string[] }) =>
      call(comparisonEndpoints.saveExcludedWords, { body }),
    onSuccess: (saved) => queries.setQueryData(WORDS, saved),
  })
}

export type UpdateBody = Sent<typeof comparisonEndpoints.createUpdate>['body']

/** Creates an article with the gaps as its checklist, with an idempotency key; returns its id. */
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
