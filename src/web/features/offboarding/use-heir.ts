import { useState } from 'react'
import type { Permission } from '#shared/access/permissions.ts'
import type { AccessLookup } from '#shared/features/user-access/contract.ts'
import { type FoundPerson, useUserSearch } from '#web/features/users/use-user-search.ts'
import { heirRefusal, strangerWords } from './messages.ts'

interface Named {
  /** The address of a manager who is somebody else; null where none was named. */
  address: string | null
  needed: Permission | null
}

const personAt = (people: readonly FoundPerson[], address: string | null) =>
  people.find(({ username }) => username.toLowerCase() === address)

/** Why somebody is not among those who may have the work; asked once that is certain. */
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

/** The manager who was named: whoever has the address and may go on with the work, or whoever has it and may not. */
function useManager(named: Named) {
  const { address, needed } = named
  const isKnown = address !== null && needed !== null
  const able = useUserSearch(address ?? '', isKnown, needed ?? undefined)
  const fit = personAt(able.people, address) ?? null
  // A search that has failed has told nothing.
  const isUnfit = isKnown && fit === null && !able.isSearching && able.error === null
  const { unfit, isAsked } = useUnfit(named, isUnfit)
  return {
    fit,
    /** Why they are not the heir, where that is known. */
    unfit,
    isAsked: address !== null && fit === null && (able.isSearching || isAsked),
  }
}

/**
 * Who gets the open work: the manager who was named, if they may go on with it, until somebody says otherwise. `needed`
 * is what they must be allowed for that; null while nobody knows what there is, or where nothing is given.
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
    /** Whether the manager may be heir is still being asked. */
    isAsked: isOpen && isAsked,
    unfit: isOpen ? unfit : null,
  }
}
