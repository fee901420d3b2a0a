import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Permission } from '#shared/access/permissions.ts'
import type { RoleId } from '#shared/access/roles.ts'
import { type UserName, userEndpoints } from '#shared/features/ground/users/contract.ts'
import { call } from '#web/api/client.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'

const PAUSE = 1000

/** A person found by a search, with their role if the user may see it; `active` is 0 if they are locked. */
export type FoundPerson = UserName & { role_id?: RoleId | undefined; active?: number | undefined }

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** The text that a person is searched by. */
export const searchedIn = ({ first_name, last_name, username }: UserName): string =>
  `${first_name} ${last_name} ${username}`

/**
 * The server's match: every typed word, in the name or the email. The domain is ignored because all addresses
 * share it.
 */
export function fitsTyped(person: string, typed: string): boolean {
  const whole = person.toLowerCase()
  const withoutDomain = whole.replace(/@\S*$/, '')
  return wordsOf(typed).every((word) => (word.includes('@') ? whole : withoutDomain).includes(word))
}

function distance({ first_name, last_name }: UserName, typed: string): number {
  const names = ` ${first_name} ${last_name}`.toLowerCase()
  const distances = wordsOf(typed).map((word) => {
    if (names.includes(` ${word}`)) return 0
    return names.includes(word) ? 1 : 2
  })
  return distances.reduce<number>((sum, each) => sum + each, 0)
}

/** The server's order: names that start with the typed text, then names that contain it. */
const nearestFirst = (people: readonly FoundPerson[], typed: string): FoundPerson[] =>
  people.toSorted((one, other) => distance(one, typed) - distance(other, typed))

/**
 * People who match the typed text, debounced. Until the response arrives, the previous results stay, so
 * callers filter them with `fitsTyped`.
 */
export function useUserSearch(typed: string, isOpen: boolean, holding?: Permission) {
  const query = useDebounced(typed.trim(), PAUSE)
  const found = useQuery({
    queryKey: ['users', 'search', query, holding],
    queryFn: ({ signal }) =>
      call(userEndpoints.list, { query: { query, ...(holding ? { holding } : {}) } }, { signal }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
    select: (answer): readonly FoundPerson[] => answer?.nodes ?? [],
  })
  const isSearching = found.isFetching || query !== typed.trim()
  return {
    people: nearestFirst(found.data ?? [], typed),
    error: found.error,
    isSearching,
    /** The search has finished and found no one. */
    isNobody: !isSearching && found.isSuccess && found.data.length === 0,
  }
}

type UserSearch = ReturnType<typeof useUserSearch>

/** Why the list is empty. */
export function nobodyNote({ error, isSearching }: UserSearch, failTitle: string): string {
  if (isSearching) return 'Searching …'
  return error ? failTitle : 'No matching users'
}

/** The people with these ids, e.g. from the address. */
export function useUsersByIds(ids: readonly number[]) {
  return useQuery({
    queryKey: ['users', 'ids', ids],
    queryFn: ({ signal }) => call(userEndpoints.list, { query: { ids: [...ids] } }, { signal }),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    select: (answer): readonly UserName[] => answer?.nodes ?? [],
  })
}
