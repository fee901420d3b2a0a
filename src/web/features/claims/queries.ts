import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Claim, claimEndpoints } from '#shared/features/claims/contract.ts'
import { call } from '#web/api/client.ts'
import { session } from '#web/api/session.ts'

/** Others see a claim within five seconds. */
const EVERY_MS = 3000
const CLAIMS = ['claims'] as const

/** Who reviews what at the moment. */
export const claimsQuery = queryOptions({
  queryKey: CLAIMS,
  queryFn: ({ signal }) => call(claimEndpoints.list, {}, { signal }),
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
  retry: false,
})

/** Claims an article for a review. The caller shows who else has it where it is refused. */
export function useClaimArticle() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, takeOver }: { id: number; takeOver: boolean }) =>
      call(claimEndpoints.claim, { params: { id }, body: { takeOver } }),
    onSettled: () => queries.invalidateQueries({ queryKey: CLAIMS }),
  })
}

/** Lets an article go, also when the page is being left; with its session a claim has ended already. */
export function useReleaseArticle(): (id: number) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: number) => call(claimEndpoints.release, { params: { id } }, { keepalive: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: CLAIMS }),
  })
  return useCallback((id) => session.token() !== null && mutate(id), [mutate])
}

/** The claim on an article that somebody else holds. */
export function claimOfOther(
  claims: readonly Claim[] | undefined,
  articleId: number,
  userId: number | undefined,
): Claim | undefined {
  return claims?.find((claim) => claim.article_id === articleId && claim.user.id !== userId)
}
