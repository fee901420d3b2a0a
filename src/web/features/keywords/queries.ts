import { queryOptions } from '@tanstack/react-query'
import { keywordSuggestions } from '#shared/features/keywords/contract.ts'
import { call } from '#web/api/client.ts'

/** The keywords that fit what is typed. */
export const suggestedKeywordsQuery = (keyword: string) =>
  queryOptions({
    queryKey: ['keywords', 'suggestions', keyword],
    queryFn: ({ signal }) => call(keywordSuggestions, { query: { keyword } }, { signal }),
    enabled: keyword !== '',
  })
