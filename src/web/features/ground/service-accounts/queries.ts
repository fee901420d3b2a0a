import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type ServiceAccount,
  type ServiceAccountBody,
  type ServiceAccountChange,
  serviceAccountEndpoints,
} from '#shared/features/ground/service-accounts/contract.ts'
import { ApiError, refusalOf } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { MESSAGES } from './messages.ts'
import type { ServiceAccountsSearch } from './search.ts'

const KEY = ['service-accounts'] as const

export const serviceAccountsQuery = ({ query, page, sort, sortOrder }: ServiceAccountsSearch) =>
  queryOptions({
    queryKey: [...KEY, 'list', { query, page, sort, sortOrder }],
    queryFn: async ({ signal }) => {
      const asked = { page, sort, sortOrder, ...(query === '' ? {} : { query }) }
      const found = await call(serviceAccountEndpoints.list, { query: asked }, { signal })
      return { rows: found?.nodes ?? [], total: found?.totalCount ?? 0 }
    },
    placeholderData: keepPreviousData,
  })

/** One service account; null if none has this id. */
export const serviceAccountQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEY, 'one', id],
    queryFn: ({ signal }) =>
      call(serviceAccountEndpoints.read, { params: { id } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })

/** The account as another user saved it, if that is why a save was refused. */
export const currentAccountIn = (error: unknown): ServiceAccount | null =>
  refusalOf(serviceAccountEndpoints.update, 409, error)?.current ?? null

type Change = { id: null; body: ServiceAccountBody; key: string } | { id: number; body: ServiceAccountChange }

/** Creates a service account, or changes the one with this id. */
export function useSaveServiceAccount(done: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) =>
      change.id === null
        ? call(serviceAccountEndpoints.create, { body: change.body }, { key: change.key })
        : call(serviceAccountEndpoints.update, { params: { id: change.id }, body: change.body }),
    onSuccess: (account) => {
      if (account) queries.setQueryData(serviceAccountQuery(account.id).queryKey, account)
      notify({ kind: 'success', title: done || MESSAGES.updated })
    },
    onSettled: () => {
      // Locking, a role and an owner also show on the tokens and in the trail.
      for (const noun of [KEY[0], 'tokens', 'audit']) void queries.invalidateQueries({ queryKey: [noun] })
    },
  })
}
