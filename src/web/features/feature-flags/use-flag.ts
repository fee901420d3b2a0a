import { useQuery } from '@tanstack/react-query'
import { type FlagName, type FlagValue, flagValue } from '#shared/features/feature-flags/rules.ts'
import { useUser } from '#web/api/session.ts'
import { flagsQuery } from './queries.ts'

/** What a flag says to whoever is signed in; its default until that is known. */
export function useFlag<Name extends FlagName>(name: Name): FlagValue<Name> {
  const isSignedIn = useUser() !== null
  const { data } = useQuery({ ...flagsQuery, enabled: isSignedIn })
  return flagValue(name, data ?? [])
}
