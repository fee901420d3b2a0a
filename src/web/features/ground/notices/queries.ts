import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ScreenName } from '#shared/access/screens.ts'
import { noticeEndpoints } from '#shared/features/ground/notices/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FAILURES } from './messages.ts'

const EVERY_MS = 15_000
const NOTICES = ['notices'] as const

/** The number of unread notices; polled four times a minute while the page is visible. */
export const unreadQuery = queryOptions({
  queryKey: [...NOTICES, 'count'],
  queryFn: async ({ signal }) => (await call(noticeEndpoints.count, {}, { signal }))?.unread_count ?? 0,
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
})

/** A page of notices; its count also updates the bell. */
export const noticesQuery = (page: number) =>
  queryOptions({
    queryKey: [...NOTICES, 'list', page],
    queryFn: async ({ signal, client }) => {
      const answer = await call(noticeEndpoints.list, { query: { page } }, { signal })
      if (answer) {
        // A count that is still being fetched is older than this one.
        await client.cancelQueries(unreadQuery)
        client.setQueryData(unreadQuery.queryKey, answer.unread_count)
      }
      return answer
    },
    select: (page) => ({
      rows: page?.nodes ?? [],
      total: page?.totalCount ?? 0,
      unread: page?.unread_count ?? 0,
    }),
    placeholderData: keepPreviousData,
  })

/** Marks the given notices as read, or all. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: number[] | 'all') =>
      call(noticeEndpoints.markRead, { body: { ids } }, { keepalive: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: NOTICES }),
    onError: handleError(FAILURES.mark),
  })
}

/** Asks the administrators for access to a screen, at most once a day for each. */
export const useAskAccess = () =>
  useMutation({
    mutationFn: (screen: ScreenName) => call(noticeEndpoints.askAccess, { body: { screen } }),
    onError: handleError(FAILURES.ask),
  })
