import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { shareOfVoiceEndpoints } from '#shared/features/market/share-of-voice/contract.ts'
import { call } from '#web/api/client.ts'

export interface Days {
  from: string
  to: string
}

/** The holders of a keyword per day. */
export const statsQuery = (keywordId: number, { from, to }: Days) =>
  queryOptions({
    queryKey: ['stats', keywordId, from, to],
    queryFn: ({ signal }) =>
      call(shareOfVoiceEndpoints.list, { query: { keyword_id: keywordId, from, to } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** A stat with the content of its story. */
export const statQuery = (id: number) =>
  queryOptions({
    queryKey: ['stats', 'one', id],
    queryFn: ({ signal }) => call(shareOfVoiceEndpoints.read, { params: { id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The figures of the days, and their events. */
export const calendarQuery = (keywordId: number, { from, to }: Days) =>
  queryOptions({
    queryKey: ['stats', 'calendar', keywordId, from, to],
    queryFn: ({ signal }) =>
      call(shareOfVoiceEndpoints.calendar, { query: { keyword_id: keywordId, from, to } }, { signal }),
    placeholderData: keepPreviousData,
  })
