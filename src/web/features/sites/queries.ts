import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ListedSite, type ManagedSite, siteEndpoints } from '#shared/features/sites/contract.ts'
import type { SiteBody, SitePatch } from '#shared/features/sites/form.ts'
import { webhookEndpoints } from '#shared/features/webhooks/contract.ts'
import type { BoardKind } from '#shared/features/webhooks/rules.ts'
import type { Sent } from '#shared/http/endpoint.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { notify } from '#web/ui/notify.ts'
import { DONE, FAILURES } from './messages.ts'

const FIVE_MINUTES = 5 * 60_000
const HALF_A_MINUTE = 30_000
const SITES = ['sites'] as const

/** The sites we publish; they hardly ever change. */
export const sitesQuery = queryOptions({
  queryKey: SITES,
  queryFn: ({ signal }) => call(siteEndpoints.list, {}, { signal }),
  staleTime: FIVE_MINUTES,
})

/** The sites for which something new may be made, and those at rest that are chosen already. */
export const choosable = (
  sites: readonly ListedSite[] | null | undefined,
  chosen: readonly (number | string)[],
) => (sites ?? []).filter(({ site_id: id, retired }) => !retired || chosen.includes(id))

/** The sites with what is managed of them, and whether their boards are heard. */
export const managedSitesQuery = queryOptions({
  queryKey: [...SITES, 'managed'],
  queryFn: async ({ signal }) => {
    const sites = await call(siteEndpoints.list, { query: { webhooks: 'true' } }, { signal })
    // Asked in this way, by somebody who may, every row is whole.
    return sites as ManagedSite[]
  },
  refetchInterval: HALF_A_MINUTE,
  refetchIntervalInBackground: false,
})

/** Who started the webhook of a board, and what was heard. */
export const webhookQuery = (gid: string) =>
  queryOptions({
    queryKey: ['webhooks', gid],
    queryFn: ({ signal }) => call(webhookEndpoints.read, { params: { gid } }, { signal }),
    retry: false,
  })

export interface BoardOfSite {
  gid: string
  kind: BoardKind
  /** Its webhook is there already, and is started anew. */
  isActive: boolean
}

/** Starts the webhook of a board, or starts it anew. */
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

/** Sets where boards reach a development server; its dialog says why that failed. */
export function useSetTunnel() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (url: string) => call(webhookEndpoints.tunnel, { body: { url } }),
    onSettled: () => queries.invalidateQueries({ queryKey: SITES }),
  })
}

/** Adds a site, or changes what is named of the one with this number; its dialog says why that failed. */
export function useSaveSite(id: number | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: SitePatch) =>
      id === null
        ? // The form has made sure that a new site has everything.
          call(siteEndpoints.create, { body: body as SiteBody })
        : call(siteEndpoints.change, { params: { id }, body }),
    onSuccess: () => notify({ kind: 'success', title: id === null ? DONE.created : DONE.changed }),
    onSettled: () => queries.invalidateQueries({ queryKey: SITES }),
  })
}

/** Asks the systems of a site whether they let us in. */
export function useTestConnection() {
  return useMutation({
    mutationFn: async (body: Sent<typeof siteEndpoints.tryConnection>['body']) =>
      (await call(siteEndpoints.tryConnection, { body }))?.nodes ?? [],
    onError: handleError(FAILURES.connection),
  })
}
