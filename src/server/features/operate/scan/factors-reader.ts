import { SCREENS } from '#shared/access/screens.ts'
import { countedIn } from '#shared/format/count.ts'
import type { ConnectivityDeps, ScanCheck, ScanFinding } from './deps.ts'

const LABEL = 'Second factor'

async function findUnready({ signInRules }: ConnectivityDeps): Promise<ScanFinding> {
  const group = await signInRules.readUnready()
  if (group === null)
    return {
      label: LABEL,
      value: 'Not required',
      status: 'default',
      tip: `An administrator can require one in ${SCREENS.signInRules.title}.`,
    }
  const { missing, people, day, isDue } = group
  if (missing === 0) return { label: LABEL, value: 'Everybody who needs one has one', status: 'success' }
  return {
    label: LABEL,
    value: `${missing} of ${countedIn(people, 'person').replace('persons', 'people')} don’t have one`,
    status: 'warning',
    tip: isDue
      ? `They need one since ${day}: at their next sign-in, they have to set it up. ${SCREENS.signInRules.title} shows who.`
      : `They need one from ${day} on and were told by mail. ${SCREENS.signInRules.title} shows who.`,
  }
}

/** Whether people can go on signing in as the rules ask. */
export const signInChecks = (deps: ConnectivityDeps): ScanCheck[] => [
  {
    id: 'second-factors',
    name: 'People have the second factor that they need',
    find: async () => [await findUnready(deps)],
  },
]
