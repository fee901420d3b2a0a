import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { ScreenName } from '#shared/access/screens.ts'
import {
  type DigestSettings,
  type NotificationSettings,
  noticeEndpoints,
} from '#shared/features/ground/notices/contract.ts'
import type { NoticeWay } from '#shared/features/ground/notices/form.ts'
import type { ChosenGroup } from '#shared/features/ground/notices/rules.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { FAILURES, NOTIFICATIONS } from './messages.ts'

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

const known = <Value>(answer: Value | null): Value => {
  if (answer === null) throw serviceUnavailable()
  return answer
}

/** How the user hears of their notices. */
export const settingsQuery = queryOptions({
  queryKey: [...NOTICES, 'settings'],
  queryFn: async ({ signal }) => known(await call(noticeEndpoints.readSettings, {}, { signal })),
})

/** Changes are sent one after the other, so that the last answer is the newest. */
const SCOPE = { id: 'notification-settings' }

function useSettingsChange<Change>(change: (wish: Change) => Promise<NotificationSettings | null>) {
  const queries = useQueryClient()
  return useMutation({
    scope: SCOPE,
    mutationFn: async (wish: Change) => known(await change(wish)),
    onMutate: () => queries.cancelQueries(settingsQuery),
    onSuccess: (saved) => queries.setQueryData(settingsQuery.queryKey, saved),
  })
}

export const useChooseWay = () =>
  useSettingsChange(({ group, way }: { group: ChosenGroup; way: NoticeWay }) =>
    call(noticeEndpoints.choose, { params: { group }, body: { way } }),
  )

export const useDefaultWays = () => useSettingsChange<void>(() => call(noticeEndpoints.useDefaults))

export const useSaveDigest = () =>
  useSettingsChange((body: DigestSettings) => call(noticeEndpoints.saveDigest, { body }))

export function useSendDigest() {
  const send = useSettingsChange<void>(() => call(noticeEndpoints.sendDigest))
  return {
    isPending: send.isPending,
    send: () =>
      send.mutate(undefined, {
        onSuccess: () => notify({ kind: 'success', title: NOTIFICATIONS.sent }),
        onError: handleError(NOTIFICATIONS.notSent),
      }),
  }
}

/** What the link of a mail switches off. */
export const mailLinkQuery = (token: string) =>
  queryOptions({
    queryKey: [...NOTICES, 'mail-link', token],
    queryFn: async ({ signal }) =>
      known(await call(noticeEndpoints.readMailLink, { params: { token } }, { signal })),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useUnsubscribe = (token: string) =>
  useMutation({
    mutationFn: () =>
      call(noticeEndpoints.unsubscribe, { params: { token }, body: { 'List-Unsubscribe': 'One-Click' } }),
  })
