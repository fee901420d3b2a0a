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
  if (missing === 0) return { label: LABEL, value: 'All people in scope have one', status: 'success' }
  return {
    label: LABEL,
    value: `${missing} of ${countedIn(people, 'person').replace('persons', 'people')} don’t have one`,
    status: 'warning',
    tip: isDue
      ? `Required since ${day}. They must set one up at their next sign-in. ${SCREENS.signInRules.title} lists them.`
      : `They need one from ${day} on and get mails about it. ${SCREENS.signInRules.title} lists them.`,
  }
}

/** Whether people can go on signing in as the rules ask. */
export const signInChecks = (deps: ConnectivityDeps): ScanCheck[] => [
  {
    id: 'second-factors',
    name: 'Everybody has the second factor they need',
    find: async () => [await findUnready(deps)],
  },
]
