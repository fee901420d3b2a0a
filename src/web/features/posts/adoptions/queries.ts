import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { adoptionEndpoints } from '#shared/features/posts/adoptions/contract.ts'
import type { AdoptedOutcome } from '#shared/features/posts/adoptions/rules.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { addedWords, FAILURES } from './messages.ts'

const ADOPTIONS = ['adoptions'] as const
/** Poll interval while a run is in progress, and how soon a run started by the schedule is noticed. */
const WATCHED_MS = 2000
const UNWATCHED_MS = 60_000

/** The tracked posts of a site, and the progress of the import. */
export const adoptionQuery = (siteId: number) =>
  queryOptions({
    queryKey: [...ADOPTIONS, 'site', siteId],
    queryFn: ({ signal }) => call(adoptionEndpoints.read, { params: { id: siteId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.running ? WATCHED_MS : UNWATCHED_MS),
  })

/** The outcome for each post of a run. */
export const reportQuery = (id: number, { page, outcome }: { page: number; outcome?: AdoptedOutcome }) =>
  queryOptions({
    queryKey: [...ADOPTIONS, 'report', id, { page, outcome }],
    queryFn: ({ signal }) =>
      call(
        adoptionEndpoints.posts,
        { params: { id }, query: { page, ...(outcome ? { outcomes: [outcome] } : {}) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

/** What adding the focus keywords of a site's posts would bring. */
export const postKeywordsQuery = (siteId: number) =>
  queryOptions({
    queryKey: [...ADOPTIONS, 'keywords', siteId],
    queryFn: ({ signal }) => call(adoptionEndpoints.keywords, { params: { id: siteId } }, { signal }),
    staleTime: 0,
  })

export const prepareReport = (id: number) => call(adoptionEndpoints.report, { params: { id } })

/** Starts importing a site. */
export function useAdopt(siteId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(adoptionEndpoints.start, { params: { id: siteId } }),
    onError: handleError(FAILURES.start),
    onSettled: () => queries.invalidateQueries({ queryKey: adoptionQuery(siteId).queryKey }),
  })
}

/** Stops the run of a site. */
export function useStopAdoption(siteId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(adoptionEndpoints.stop, { params: { id: siteId } }),
    onError: handleError(FAILURES.stop),
    onSettled: () => queries.invalidateQueries({ queryKey: ADOPTIONS }),
  })
}

/** Adds the focus keywords of a site's posts to Keywords. */
export function useAddPostKeywords(siteId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(adoptionEndpoints.addKeywords, { params: { id: siteId } }),
    onSuccess: (summary) => summary && notify({ kind: 'success', title: addedWords(summary) }),
    onError: handleError(FAILURES.addKeywords),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: postKeywordsQuery(siteId).queryKey }),
        queries.invalidateQueries({ queryKey: ['keywords'] }),
        queries.invalidateQueries({ queryKey: ['sites'] }),
      ]),
  })
}

/** Refetches the report and the keywords whenever a run has ended. */
export function useAdoptionEnd(runningId: number | undefined): void {
  const queries = useQueryClient()
  const seen = useRef(runningId)
  useEffect(() => {
    const hasEnded = seen.current !== undefined && runningId === undefined
    seen.current = runningId
    if (hasEnded) void queries.invalidateQueries({ queryKey: ADOPTIONS })
  }, [runningId, queries])
}
