import { useState } from 'react'
import type { Permission } from '#shared/access/permissions.ts'
import type { AccessLookup } from '#shared/features/people/user-access/contract.ts'
import { type FoundPerson, useUserSearch } from '#web/features/ground/users/use-user-search.ts'
import { heirRefusal, strangerWords } from './messages.ts'

interface Named {
  /** The email address of a manager other than the user; null if none was named. */
  address: string | null
  needed: Permission | null
}

const personAt = (people: readonly FoundPerson[], address: string | null) =>
  people.find(({ username }) => username.toLowerCase() === address)

/** Why the named manager may not take the work. Requested only once it is certain that they may not. */
function useUnfit({ address, needed }: Named, isUnfit: boolean) {
  const all = useUserSearch(address ?? '', isUnfit)
  const person = isUnfit ? personAt(all.people, address) : undefined
  const isStranger = isUnfit && address !== null && !person && !all.isSearching && all.error === null
  return {
    unfit:
      person && needed !== null ? heirRefusal(person, needed) : isStranger ? strangerWords(address) : null,
    isAsked: isUnfit && all.isSearching,
  }
}

/** The named manager: the account with that address that may take the work, or the one that may not. */
function useManager(named: Named) {
  const { address, needed } = named
  const isKnown = address !== null && needed !== null
  const able = useUserSearch(address ?? '', isKnown, needed ?? undefined)
  const fit = personAt(able.people, address) ?? null
  // A failed search proves nothing.
  const isUnfit = isKnown && fit === null && !able.isSearching && able.error === null
  const { unfit, isAsked } = useUnfit(named, isUnfit)
  return {
    fit,
    /** Why the manager cannot be the heir, if known. */
    unfit,
    isAsked: address !== null && fit === null && (able.isSearching || isAsked),
  }
}

/**
 * The heir of the open work: the named manager, if they may take it, until the user chooses someone else.
 * `needed` is the permissions this requires; null while the work is unknown or nothing is handed over.
 */
export function useHeir(
  { email, manager = '' }: Pick<AccessLookup, 'email' | 'manager'>,
  needed: Permission | null,
) {
  const [chosen, setChosen] = useState<FoundPerson | null>()
  const named = manager.trim().toLowerCase()
  const address = named === '' || named === email.trim().toLowerCase() ? null : named
  const { fit, unfit, isAsked } = useManager({ address, needed })
  const isOpen = chosen === undefined
  return {
    heir: isOpen ? fit : chosen,
    setHeir: setChosen,
    /** The check whether the manager may be the heir is in progress. */
    isAsked: isOpen && isAsked,
    unfit: isOpen ? unfit : null,
  }
}
