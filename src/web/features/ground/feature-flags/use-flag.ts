import { useQuery } from '@tanstack/react-query'
import { type FlagName, type FlagValue, flagValue } from '#shared/features/ground/feature-flags/rules.ts'
import { useUser } from '#web/api/session.ts'
import { flagsQuery } from './queries.ts'

/** The value of a flag for the signed-in user; its default until loaded. */
export function useFlag<Name extends FlagName>(name: Name): FlagValue<Name> {
  const isSignedIn = useUser() !== null
  const { data } = useQuery({ ...flagsQuery, enabled: isSignedIn })
  return flagValue(name, data ?? [])
}
