import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type UserName, userEndpoints } from '#shared/features/users/contract.ts'
import { call } from '#web/api/client.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

const PAUSE = 1000

/** The people who fit what is typed, asked for once the typing rests. */
export function useUserSearch(typed: string, isOpen: boolean) {
  const query = useDebounced(typed.trim(), PAUSE)
  return useQuery({
    queryKey: ['users', 'search', query],
    queryFn: ({ signal }) => call(userEndpoints.list, { query: { query } }, { signal }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    select: (answer): readonly UserName[] => answer?.nodes ?? [],
  })
}

/** The people with these numbers, e.g. those that an address names. */
export function useUsersByIds(ids: readonly number[]) {
  return useQuery({
    queryKey: ['users', 'ids', ids],
    queryFn: ({ signal }) => call(userEndpoints.list, { query: { ids: [...ids] } }, { signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    select: (answer): readonly UserName[] => answer?.nodes ?? [],
  })
}
