import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { shareOfVoiceEndpoints } from '#shared/features/share-of-voice/contract.ts'
import { call, download } from '#web/api/client.ts'
import { queryString } from '#web/api/query-string.ts'
import { type ReportsSearch, surfacesFilterOf, winnersFilterOf, winnersPageOf } from './search.ts'

export const winnersQuery = (search: ReportsSearch) => {
  const query = winnersPageOf(search)
  return queryOptions({
    queryKey: ['reports', 'winners', query] as const,
    queryFn: ({ signal }) => call(shareOfVoiceEndpoints.winners, { query }, { signal }),
    select: (page) => ({
      rows: page?.data ?? [],
      total: page?.meta.total ?? 0,
      isMore: page?.meta.isMore ?? false,
    }),
    // Rows of another range say nothing of the days that they do not have.
    placeholderData: (rows, before) => (before?.queryKey[2].dateRange === query.dateRange ? rows : undefined),
  })
}

/** For which days there is a file. */
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

export const downloadDay = (date: string) =>
  download(`${shareOfVoiceEndpoints.dayCsv.path}${queryString({ date })}`)

export const downloadSurfaces = (search: ReportsSearch) =>
  download(`${shareOfVoiceEndpoints.surfacesXlsx.path}${queryString(surfacesFilterOf(search))}`)

export const startRawExport = (search: ReportsSearch) =>
  call(shareOfVoiceEndpoints.exportRaw, { body: winnersFilterOf(search) })

export const startWinnersExport = (search: ReportsSearch) =>
  call(shareOfVoiceEndpoints.exportReport, { body: winnersFilterOf(search) })
