import { useState } from 'react'
import type { Permission } from '#shared/access/permissions.ts'
import type { AccessLookup } from '#shared/features/user-access/contract.ts'
import { type FoundPerson, useUserSearch } from '#web/features/users/use-user-search.ts'
import { unfitWords } from './messages.ts'

/**
 * Who gets the open work: the manager who was named, if they may go on with it, until somebody says otherwise. `needed`
 * is what they must be allowed for that; null while nobody knows what there is.
 */
export function useHeir(
  { email, manager = '' }: Pick<AccessLookup, 'email' | 'manager'>,
  needed: Permission | null,
) {
  const [chosen, setChosen] = useState<FoundPerson | null>()
  const address = manager.trim().toLowerCase()
  const isOther = address !== '' && address !== email.trim().toLowerCase()
  const isManager = ({ username }: FoundPerson) => isOther && username.toLowerCase() === address
  const { people, isSearching } = useUserSearch(address, isOther && needed !== null, needed ?? undefined)
  const named = people.find(isManager)
  const isUnfit = isOther && needed !== null && chosen === undefined && named === undefined && !isSearching
  const anybody = useUserSearch(address, isUnfit)
  const unfit = isUnfit ? anybody.people.find(isManager) : undefined
  const heir = chosen === undefined ? (named ?? null) : chosen
  /** Whether the manager may be heir is still being asked. */
  const isAsked =
    isOther &&
    chosen === undefined &&
    named === undefined &&
    (isSearching || (isUnfit && anybody.isSearching))
  return {
    heir,
    setHeir: setChosen,
    isAsked,
    /** Why the manager who was named is not the heir, where that is known. */
    unfit: unfit && needed !== null ? unfitWords(unfit, needed) : null,
  }
}
