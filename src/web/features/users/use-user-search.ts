import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Permission } from '#shared/access/permissions.ts'
import type { RoleId } from '#shared/access/roles.ts'
import { type UserName, userEndpoints } from '#shared/features/users/contract.ts'
import { call } from '#web/api/client.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'

const PAUSE = 1000

/** Somebody who was found, with their role, and 0 for `active` where they are locked, as far as one may know it. */
export type FoundPerson = UserName & { role_id?: RoleId | undefined; active?: number | undefined }

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')

/** What a person is found by. */
export const searchedIn = ({ first_name, last_name, username }: UserName): string =>
  `${first_name} ${last_name} ${username}`

/** What the server looks for: every word typed, in the name or the email, of which all have the same end. */
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

/** Whose first or last name begins with what is typed, then who has it inside, as the server puts them in order. */
const nearestFirst = (people: readonly FoundPerson[], typed: string): FoundPerson[] =>
  people.toSorted((one, other) => distance(one, typed) - distance(other, typed))

/**
 * The people who fit what is typed, asked for once the typing rests. Until they are there these are the ones of what
 * was typed before, so whoever lists them asks of each whether it fits (`fitsTyped`).
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
    /** Everybody has been asked about and there is nobody. */
    isNobody: !isSearching && found.isSuccess && found.data.length === 0,
  }
}

type UserSearch = ReturnType<typeof useUserSearch>

/** Why nobody is listed. */
export function nobodyNote({ error, isSearching }: UserSearch, failTitle: string): string {
  if (isSearching) return 'Searching …'
  return error ? failTitle : 'No matching users'
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
