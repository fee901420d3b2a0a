import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Claim, claimEndpoints } from '#shared/features/articles/claims/contract.ts'
import { call } from '#web/api/client.ts'
import { session } from '#web/api/session.ts'
import { useMutation } from '#web/api/use-mutation.ts'

/** Others see a claim within five seconds. */
const EVERY_MS = 3000
const CLAIMS = ['claims'] as const

/** The current review claims. */
export const claimsQuery = queryOptions({
  queryKey: CLAIMS,
  queryFn: ({ signal }) => call(claimEndpoints.list, {}, { signal }),
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
  retry: false,
})

/** Claims an article for a review. The caller handles a refusal, which names the holder. */
export function useClaimArticle() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, takeOver }: { id: number; takeOver: boolean }) =>
      call(claimEndpoints.claim, { params: { id }, body: { take_over: takeOver } }),
    onSettled: () => queries.invalidateQueries({ queryKey: CLAIMS }),
  })
}

/** Releases an article, even while the page is being left. Without a session there is no claim to release. */
export function useReleaseArticle(): (id: number) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (id: number) => call(claimEndpoints.release, { params: { id } }, { keepalive: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: CLAIMS }),
  })
  return useCallback((id) => session.token() !== null && mutate(id), [mutate])
}

/** The claim of another user on an article. */
export function claimOfOther(
  claims: readonly Claim[] | undefined,
  articleId: number,
  userId: number | undefined,
): Claim | undefined {
  return claims?.find((claim) => claim.article_id === articleId && claim.user.id !== userId)
}
