import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { type ReportChoices, shareOfVoiceEndpoints } from '#shared/features/market/share-of-voice/contract.ts'
import { call, download } from '#web/api/client.ts'
import { queryString } from '#web/api/query-string.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { type ReportsSearch, surfacesFilterOf, winnersFilterOf, winnersPageOf } from './search.ts'

export const winnersQuery = (search: ReportsSearch) => {
  const query = winnersPageOf(search)
  return queryOptions({
    queryKey: ['reports', 'winners', query] as const,
    queryFn: ({ signal }) => call(shareOfVoiceEndpoints.winners, { query }, { signal }),
    select: (page) => ({
      rows: page?.data ?? [],
      total: page?.meta.total ?? 0,
      isMore: page?.meta.is_more ?? false,
    }),
    // Rows of another range lack days, so they are no placeholder.
    placeholderData: (rows, before) => (before?.queryKey[2].dateRange === query.dateRange ? rows : undefined),
  })
}

/** The days that have a file. */
export const hasReportQuery = (dateRange: number) =>
  queryOptions({
    queryKey: ['reports', 'days', dateRange],
    queryFn: ({ signal }) => call(shareOfVoiceEndpoints.hasReport, { query: { dateRange } }, { signal }),
    select: (files) => files ?? {},
  })

export const surfacesQuery = (search: ReportsSearch) => {
  const query = surfacesFilterOf(search)
  return queryOptions({
    queryKey: ['reports', 'surfaces', query],
    queryFn: ({ signal }) => call(shareOfVoiceEndpoints.surfaces, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** The user's stored settings of the reports. */
export const reportChoicesQuery = queryOptions({
  queryKey: ['reports', 'choices'],
  queryFn: ({ signal }) => call(shareOfVoiceEndpoints.readChoices, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/**
 * Stores changes to the user's report settings. An error can be ignored: the address has the settings too.
 */
export function useRemember(): (patch: Partial<ReportChoices>) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: async (patch: Partial<ReportChoices>) => {
      const known = await queries.fetchQuery({ ...reportChoicesQuery, staleTime: 0 })
      const body = { winners_size: null, surfaces_view: null, oos_group: null, ...known, ...patch }
      return call(shareOfVoiceEndpoints.choose, { body })
    },
    scope: { id: 'report choices' },
    onSuccess: (saved) => queries.setQueryData(reportChoicesQuery.queryKey, saved),
  })
  return mutate
}

export const downloadDay = (date: string) =>
  download(`${shareOfVoiceEndpoints.dayCsv.path}${queryString({ date })}`)

export const downloadSurfaces = (search: ReportsSearch) =>
  download(`${shareOfVoiceEndpoints.surfacesXlsx.path}${queryString(surfacesFilterOf(search))}`)

export const startRawExport = (search: ReportsSearch) =>
  call(shareOfVoiceEndpoints.exportRaw, { body: winnersFilterOf(search) })

export const startWinnersExport = (search: ReportsSearch) =>
  call(shareOfVoiceEndpoints.exportReport, { body: winnersFilterOf(search) })
