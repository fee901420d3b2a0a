import { SCREENS } from '#shared/access/screens.ts'
import { countedIn } from '#shared/format/count.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import type { ConnectivityDeps, ScanCheck, ScanFinding } from './deps.ts'

const LABEL = 'Second factor'
/** A longer list is not useful. */
const MOST_NAMED = 10

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

const PROVIDER = 'Sign-in provider'

async function findProvider({ provider, signInRules }: ConnectivityDeps): Promise<ScanFinding[]> {
  try {
    const health = await provider.readHealth()
    if (health === null && (await signInRules.isLimitIdle()))
      return [
        {
          label: PROVIDER,
          value: 'Not set up, so the rule about passwords has no effect',
          status: 'warning',
          tip: 'Everybody can sign in with a password. Set OIDC_ISSUER again, or let everybody use passwords in Sign-in rules.',
        },
      ]
    if (health === null)
      return [{ label: PROVIDER, value: 'Not set up', status: 'default', tip: 'Set OIDC_ISSUER to use one.' }]
    const { label, limit, renamed } = health
    const answer: ScanFinding = limit
      ? { label, value: limit, status: 'warning' }
      : { label, value: 'Answers', status: 'success' }
    if (renamed.length === 0) return [answer]
    return [
      answer,
      {
        label: `Different email at ${label}`,
        value: countedIn(renamed.length, 'user'),
        status: 'warning',
        tip: `They can still sign in. Their emails in Copydesk: ${renamed.slice(0, MOST_NAMED).join(', ')}.`,
      },
    ]
  } catch (error) {
    if (!(error instanceof IntegrationError)) throw error
    const tip = 'People with a password or passkey can still sign in. The server’s log has the details.'
    return [{ label: error.system, value: sayRefusal(error), status: 'error', tip }]
  }
}

/** Whether people can go on signing in as the rules ask. */
export const signInChecks = (deps: ConnectivityDeps): ScanCheck[] => [
  {
    id: 'second-factors',
    name: 'Everybody has the second factor they need',
    find: async () => [await findUnready(deps)],
  },
  {
    id: 'sign-in-provider',
    name: 'Sign-in provider answers',
    find: () => findProvider(deps),
  },
]
