import { queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type SignInRulesBody,
  type SignInRulesState,
  signInRulesEndpoints,
} from '#shared/features/ground/sign-in-rules/contract.ts'
import { refusalOf, serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { refreshProfile } from '#web/features/ground/auth/queries.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { MESSAGES } from './messages.ts'

const known = <Value>(answer: Value | null): Value => {
  if (answer === null) throw serviceUnavailable()
  return answer
}

export const rulesQuery = queryOptions({
  queryKey: ['sign-in-rules'],
  queryFn: async ({ signal }) => known(await call(signInRulesEndpoints.read, {}, { signal })),
})

export function useSaveRules() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (body: SignInRulesBody) => known(await call(signInRulesEndpoints.save, { body })),
    onSuccess: (saved) => {
      queries.setQueryData(rulesQuery.queryKey, saved)
      notify({ kind: 'success', title: MESSAGES.saved })
      // The sign-in card shows whether passwords are limited.
      void queries.invalidateQueries({ queryKey: healthQuery.queryKey })
      // They may ask the user who saved them for a second factor too.
      refreshProfile().catch(() => {})
    },
  })
}

/** The saved rules, if another user changed them meanwhile. */
export const overtakenBy = (error: unknown): SignInRulesState | null =>
  refusalOf(signInRulesEndpoints.save, 409, error)?.current ?? null

/** Whether the rules would shut out the user who saves them. */
export const isLockout = (error: unknown): boolean =>
  refusalOf(signInRulesEndpoints.save, 422, error)?.unmet.includes('own_factor') ?? false

/** What the server missed when the rules were saved. */
export const unmetOf = (error: unknown) => refusalOf(signInRulesEndpoints.save, 422, error)?.unmet ?? []
export type Unmet = ReturnType<typeof unmetOf>[number]
