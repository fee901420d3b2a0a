import { queryOptions, type UseQueryResult, useQueries } from '@tanstack/react-query'
import {
  type AskedQuestion,
  keywordResearchEndpoints,
  type ResearchRow,
} from '#shared/features/keywords/keyword-research/contract.ts'
import { keywordPage } from '#shared/features/keywords/keywords/contract.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Answered } from '#shared/http/endpoint.ts'
import { call } from '#web/api/client.ts'
import { KEYWORDS_KEY } from '#web/api/query-client.ts'
import { RESEARCHED } from '../opportunities/queries.ts'
import { keywordsOf, type ResearchSearch } from './search.ts'

interface Asked {
  keyword: string
  country: ResearchSearch['country']
}

const researchQuery = ({ keyword, country }: Asked) =>
  queryOptions({
    queryKey: [...RESEARCHED, country, keyword],
    queryFn: ({ signal }) =>
      call(keywordResearchEndpoints.keywords, { query: { keyword, country } }, { signal }),
    // A lookup can cost money, so coming back must not repeat it.
    staleTime: HOUR_MS,
  })

const questionsQuery = ({ keyword, country }: Asked) =>
  queryOptions({
    queryKey: ['keyword-research', 'questions', country, keyword],
    queryFn: ({ signal }) =>
      call(keywordResearchEndpoints.peopleAlsoAsk, { query: { keyword, country } }, { signal }),
    staleTime: HOUR_MS,
  })

const MOST_LOST = 3

/** The tracked keywords that were lost latest since that day. */
export const lostQuery = (since: string) => {
  const query = {
    lost_since: since,
    sort: 'moved',
    sortOrder: 'desc',
    limit: MOST_LOST,
    currentPage: 1,
  } as const
  return queryOptions({
    queryKey: [...KEYWORDS_KEY, 'page', query],
    queryFn: ({ signal }) => call(keywordPage, { query }, { signal }),
    select: (page) => page?.data ?? [],
  })
}

/** A row with the positions, from 1, of the keywords that it was found by. */
export type Found<Row> = Row & { from: readonly number[] }

/** Merges rows of several responses without duplicates; a row keeps its first position. */
function joined<Row>(answers: readonly (readonly Row[])[], nameOf: (row: Row) => string): Found<Row>[] {
  const known = new Map<string, Found<Row> & { from: number[] }>()
  for (const [at, rows] of answers.entries())
    for (const row of rows) {
      const name = nameOf(row).toLowerCase()
      const before = known.get(name)
      if (before) before.from.push(at + 1)
      else known.set(name, { ...row, from: [at + 1] })
    }
  return [...known.values()]
}

type Said = Pick<Answered<typeof keywordResearchEndpoints.keywords>, 'usage' | 'as_of' | 'problem'>

/** Merges several lookups: successful ones are shown, and only if all fail is it an error. */
function together<Answer extends Said, Row>(
  results: readonly UseQueryResult<Answer | null>[],
  rowsOf: (answer: Answer) => readonly Row[],
  nameOf: (row: Row) => string,
) {
  const answers = results.map(({ data }) => data ?? null)
  const [first] = answers.flatMap((answer) => answer ?? [])
  const failed = results.flatMap(({ error, data, refetch }, at) =>
    error && !data ? [{ at, error, retry: () => void refetch() }] : [],
  )
  const isFailed = results.length > 0 && failed.length === results.length
  return {
    data: first && {
      rows: joined(
        answers.map((answer) => (answer ? rowsOf(answer) : [])),
        nameOf,
      ),
      usage: answers.findLast((answer) => answer !== null)?.usage,
      asOf: first.as_of,
      problem: answers.find((answer) => answer?.problem)?.problem ?? null,
    },
    /** The failed lookups by position, if others succeeded. */
    failed: isFailed ? [] : failed,
    error: isFailed ? (results[0]?.error ?? null) : null,
    isPending: !first && !isFailed,
    isFetching: results.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(failed.map(({ at }) => results[at]?.refetch())),
  }
}

const keywordsTogether = (
  results: UseQueryResult<Answered<typeof keywordResearchEndpoints.keywords> | null>[],
) =>
  together(
    results,
    ({ keywords }) => keywords,
    ({ keyword }: ResearchRow) => keyword,
  )
const questionsTogether = (
  results: UseQueryResult<Answered<typeof keywordResearchEndpoints.peopleAlsoAsk> | null>[],
) =>
  together(
    results,
    ({ questions }) => questions,
    ({ question }: AskedQuestion) => question,
  )

/** Related searches for each of the keywords. */
export const useResearched = (search: ResearchSearch) =>
  useQueries({
    queries: keywordsOf(search).map((keyword) => researchQuery({ keyword, country: search.country })),
    combine: keywordsTogether,
  })

/** Questions that people ask about each of the keywords. */
export const useAsked = (search: ResearchSearch) =>
  useQueries({
    queries: keywordsOf(search).map((keyword) => questionsQuery({ keyword, country: search.country })),
    combine: questionsTogether,
  })
