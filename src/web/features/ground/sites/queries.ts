import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type ListedSite, type ManagedSite, siteEndpoints } from '#shared/features/ground/sites/contract.ts'
import type { SiteBody, SitePatch } from '#shared/features/ground/sites/form.ts'
import { webhookEndpoints } from '#shared/features/operate/webhooks/contract.ts'
import type { BoardKind } from '#shared/features/operate/webhooks/rules.ts'
import type { Sent } from '#shared/http/endpoint.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { DONE, FAILURES } from './messages.ts'

const FIVE_MINUTES = 5 * 60_000
const HALF_A_MINUTE = 30_000
const SITES = ['sites'] as const

/** The sites we publish; they rarely change. */
export const sitesQuery = queryOptions({
  queryKey: SITES,
  queryFn: ({ signal }) => call(siteEndpoints.list, {}, { signal }),
  staleTime: FIVE_MINUTES,
})

/** The sites to choose from for new work: active ones, and inactive ones that are already chosen. */
export const choosable = (
  sites: readonly ListedSite[] | null | undefined,
  chosen: readonly (number | string)[],
) => (sites ?? []).filter(({ site_id: id, retired }) => !retired || chosen.includes(id))

/** The sites with their settings, and whether their boards' webhooks are active. */
export const managedSitesQuery = queryOptions({
  queryKey: [...SITES, 'managed'],
  queryFn: async ({ signal }) => {
    const sites = await call(siteEndpoints.list, { query: { webhooks: 'true' } }, { signal })
    // With this parameter and the permission, every row has all fields.
    return sites as ManagedSite[]
  },
  refetchInterval: HALF_A_MINUTE,
  refetchIntervalInBackground: false,
})

/** Who started a board's webhook, and its latest events. */
export const webhookQuery = (gid: string) =>
  queryOptions({
    queryKey: ['webhooks', gid],
    queryFn: ({ signal }) => call(webhookEndpoints.read, { params: { gid } }, { signal }),
    retry: false,
  })

export interface BoardOfSite {
  gid: string
  kind: BoardKind
  /** The webhook already exists and is reset. */
  isActive: boolean
}

/** Starts the webhook of a board, or resets it. */
export function useStartWebhook() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ gid, kind }: BoardOfSite) =>
      call(webhookEndpoints.start, { params: { gid }, body: { type: kind } }),
    onSuccess: (details, { gid, isActive }) => {
      if (details) queries.setQueryData(webhookQuery(gid).queryKey, details)
      notify({ kind: 'success', title: isActive ? DONE.reset : DONE.started })
    },
    onError: (error, { isActive }) => handleError(isActive ? FAILURES.reset : FAILURES.start)(error),
    onSettled: () => queries.invalidateQueries({ queryKey: SITES }),
  })
}

/** Sets the address at which boards reach a development server. The dialog shows an error. */
export function useSetTunnel() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (url: string) => call(webhookEndpoints.tunnel, { body: { url } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SITES }),
  })
}

/** Creates a site, or changes the settings of the one with this id. The dialog shows an error. */
export function useSaveSite(id: number | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SitePatch) =>
      id === null
        ? // The form has already checked that a new site is complete.
          call(siteEndpoints.create, { body: body as SiteBody })
        : call(siteEndpoints.change, { params: { id }, body }),
    onSuccess: () => notify({ kind: 'success', title: id === null ? DONE.created : DONE.changed }),
    onSettled: () => queries.invalidateQueries({ queryKey: SITES }),
  })
}

/** Tests whether the systems of a site accept our credentials. */
export function useTestConnection() {
  return useMutation({
    mutationFn: async (body: Sent<typeof siteEndpoints.tryConnection>['body']) =>
      (await call(siteEndpoints.tryConnection, { body })) ?? [],
    onError: handleError(FAILURES.connection),
  })
}

/** Checks now whether a site's readers get the style sheet of posts. */
export function useCheckPostStyle() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(siteEndpoints.checkPostStyle, { params: { id } }),
    onError: handleError(FAILURES.style),
    onSettled: () => queries.invalidateQueries({ queryKey: SITES }),
  })
}
