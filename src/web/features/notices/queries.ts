import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { noticeEndpoints } from '#shared/features/notices/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { FAILURES } from './messages.ts'

const EVERY_MS = 15_000
const NOTICES = ['notices'] as const

/** How many notices are unread; asked again four times a minute while the page is visible. */
export const unreadQuery = queryOptions({
  queryKey: [...NOTICES, 'count'],
  queryFn: async ({ signal }) => (await call(noticeEndpoints.count, {}, { signal }))?.unreadCount ?? 0,
  refetchInterval: EVERY_MS,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
})

/** A page of notices; the bell counts what the page does. */
export const noticesQuery = (page: number) =>
  queryOptions({
    queryKey: [...NOTICES, 'list', page],
    queryFn: async ({ signal, client }) => {
      const answer = await call(noticeEndpoints.list, { query: { page } }, { signal })
      if (answer) {
        // What was counted before this is older.
        await client.cancelQueries(unreadQuery)
        client.setQueryData(unreadQuery.queryKey, answer.unreadCount)
      }
      return answer
    },
    select: (page) => ({
      rows: page?.nodes ?? [],
      total: page?.totalCount ?? 0,
      unread: page?.unreadCount ?? 0,
    }),
    placeholderData: keepPreviousData,
  })

/** Marks the named notices as read, or all. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids: number[] | 'all') =>
      call(noticeEndpoints.markRead, { body: { ids } }, { keepalive: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: NOTICES }),
    onError: handleError(FAILURES.mark),
  })
}
