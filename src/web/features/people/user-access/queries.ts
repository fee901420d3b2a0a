import { queryOptions } from '@tanstack/react-query'
import {
  type AccessItem,
  type AccessLookup,
  userAccessEndpoints,
} from '#shared/features/people/user-access/contract.ts'
import { call } from '#web/api/client.ts'

export const accountQuery = (sought: AccessLookup) =>
  queryOptions({
    queryKey: ['user-access', 'account', sought],
    queryFn: ({ signal }) => call(userAccessEndpoints.check, { query: sought }, { signal }),
    // A refetch queries all systems again, so only the Find button triggers it.
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  })

/** The findings and changes about a person, newest first. */
export const stepsQuery = (email: string) =>
  queryOptions({
    queryKey: ['user-access', 'steps', email],
    queryFn: async ({ signal }) =>
      (await call(userAccessEndpoints.steps, { query: { email } }, { signal }))?.nodes ?? [],
  })

export const revokeAccess = ({ operation, operationId }: AccessItem, sought: AccessLookup) =>
  call(userAccessEndpoints.revoke, { body: { source: operation, data: { id: operationId, ...sought } } })
