import { useState } from 'react'
import type { Permission } from '#shared/access/permissions.ts'
import type { AccessLookup } from '#shared/features/user-access/contract.ts'
import type { UserName } from '#shared/features/users/contract.ts'
import { useUserSearch } from '#web/features/users/use-user-search.ts'

/** Without it nobody can go on with an article. */
export const MAY_WRITE: Permission = 'CreateArticle'

/** Who gets the open work: the manager who was named, if they may write, until somebody says otherwise. */
export function useHeir({ email, manager = '' }: Pick<AccessLookup, 'email' | 'manager'>) {
  const [chosen, setChosen] = useState<UserName | null>()
  const address = manager.trim().toLowerCase()
  const isOther = address !== '' && address !== email.trim().toLowerCase()
  const { people, isSearching } = useUserSearch(address, isOther, MAY_WRITE)
  const named = isOther ? people.find(({ username }) => username.toLowerCase() === address) : undefined
  const heir = chosen === undefined ? (named ?? null) : chosen
  /** Whether the manager may be heir is still being asked. */
  const isAsked = isOther && chosen === undefined && named === undefined && isSearching
  return { heir, setHeir: setChosen, isAsked }
}
