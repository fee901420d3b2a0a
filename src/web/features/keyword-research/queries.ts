import { queryOptions } from '@tanstack/react-query'
import { keywordResearchEndpoints } from '#shared/features/keyword-research/contract.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { call } from '#web/api/client.ts'
import { RESEARCHED } from '../opportunities/queries.ts'
import type { ResearchSearch } from './search.ts'

type Asked = Pick<ResearchSearch, 'keyword' | 'country'>

export const researchQuery = ({ keyword, country }: Asked) =>
  queryOptions({
    queryKey: [...RESEARCHED, country, keyword],
    queryFn: ({ signal }) =>
      call(keywordResearchEndpoints.keywords, { query: { keyword, country } }, { signal }),
    enabled: keyword !== '',
    // A look-up may cost money: nobody asks twice by coming back.
    staleTime: HOUR_MS,
  })

export const questionsQuery = ({ keyword, country }: Asked) =>
  queryOptions({
    queryKey: ['keyword-research', 'questions', country, keyword],
    queryFn: ({ signal }) =>
      call(keywordResearchEndpoints.peopleAlsoAsk, { query: { keyword, country } }, { signal }),
    enabled: keyword !== '',
    staleTime: HOUR_MS,
  })
