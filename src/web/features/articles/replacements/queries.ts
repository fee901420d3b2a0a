import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { replacementEndpoints } from '#shared/features/articles/replacements/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FAILURES } from './messages.ts'

const REPLACEMENTS = ['replacements'] as const
const POLL_MS = 700

/** Products of the same category that are in stock. */
export const candidatesQuery = (asin: string) =>
  queryOptions({
    queryKey: [...REPLACEMENTS, 'candidates', asin],
    queryFn: ({ signal }) => call(replacementEndpoints.candidates, { query: { asin } }, { signal }),
  })

const isGoingOn = (state: string | undefined) => state === 'applying' || state === 'undoing'

/** A replacement with its places; polled while it is running. */
export const replacementQuery = (id: number) =>
  queryOptions({
    queryKey: [...REPLACEMENTS, 'one', id],
    queryFn: ({ signal }) => call(replacementEndpoints.read, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (isGoingOn(state.data?.state) ? POLL_MS : false),
  })

/** The changes to the text of a live post. Those of a started set do not change any more. */
export const differenceQuery = (id: number, placeId: number) =>
  queryOptions({
    queryKey: [...REPLACEMENTS, 'difference', id, placeId],
    queryFn: ({ signal }) => call(replacementEndpoints.difference, { params: { id, placeId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The edits that an article requests of a post on its site; null if there are none. */
export const editsQuery = (articleId: number, version: number) =>
  queryOptions({
    queryKey: [...REPLACEMENTS, 'edits', articleId, version],
    queryFn: ({ signal }) => call(replacementEndpoints.edits, { params: { id: articleId } }, { signal }),
    // A save of the same article leaves the card where it is.
    placeholderData: (previous, query) => (query?.queryKey[2] === articleId ? previous : undefined),
  })

/** A page of replacements, newest first. */
export const replacementsQuery = (page: number) =>
  queryOptions({
    queryKey: [...REPLACEMENTS, 'page', page],
    queryFn: ({ signal }) => call(replacementEndpoints.list, { query: { page } }, { signal }),
    select: (found) => ({ rows: found?.nodes ?? [], total: found?.totalCount ?? 0 }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.nodes.some((row) => isGoingOn(row.state)) ? POLL_MS : false),
  })

/** Replacements that could be undone because the old product is available again. */
export const backQuery = queryOptions({
  queryKey: [...REPLACEMENTS, 'back'],
  queryFn: ({ signal }) => call(replacementEndpoints.back, {}, { signal }),
})

/** Invalidates the data about replacements. */
export const refreshReplacements = (queries: QueryClient) =>
  queries.invalidateQueries({ queryKey: REPLACEMENTS })

/** Fixes the set of places of a product, with the changes to each. */
export const usePrepare = () =>
  useMutation({
    mutationFn: (body: { asin: string; replacement: string }) => call(replacementEndpoints.prepare, { body }),
  })

function useStep<Given>(
  failTitle: string,
  step: (given: Given) => ReturnType<typeof call<typeof replacementEndpoints.read>>,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: step,
    onSuccess: (replacement) => {
      if (replacement)
        queries.setQueryData(replacementQuery(replacement.replacement_id).queryKey, replacement)
    },
    onError: handleError(failTitle),
    onSettled: () => refreshReplacements(queries),
  })
}

interface ApplyBody {
  places: number[]
  accepted: number[]
  answers: { place: number; sentence: string; words: string }[]
}

/** Replaces the product in these places. */
export const useApply = () =>
  useStep(FAILURES.apply, ({ id, ...body }: { id: number } & ApplyBody) =>
    call(replacementEndpoints.apply, { params: { id }, body }),
  )

/** Retries the failed places. */
export const useRetryReplacement = () =>
  useStep(FAILURES.retry, (id: number) => call(replacementEndpoints.retry, { params: { id } }))

/** Restores the old product. */
export const useUndoReplacement = () =>
  useStep(FAILURES.undo, (id: number) => call(replacementEndpoints.undo, { params: { id } }))
