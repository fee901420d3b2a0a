import type { HandedOver } from '#shared/features/people/offboarding/contract.ts'
import { countsOf, STATE_WORDS, workWords } from '#shared/features/people/offboarding/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Mail } from '../../../integrations/mailer/port.ts'
import type { FoundRun } from './queries.ts'
import type { SystemRow } from './store.ts'

const workOf = ({ heir, claims, faults, ...work }: HandedOver): string[] => [
  ...workWords(countsOf(work)).map((words) =>
    heir === null ? `${words} stayed with them.` : `${words} went to ${heir}.`,
  ),
  ...(claims.length === 0 ? [] : [`${countedIn(claims.length, 'review')} released.`]),
  ...faults,
]

/** One mail about a whole run, to the person's manager. */
export function runMail(
  { run, by }: FoundRun,
  systems: readonly SystemRow[],
  { manager, timeZone }: { manager: string; timeZone: string },
): Mail {
  const who = run.name ?? run.email
  const left = systems.filter(({ state }) => state !== 'revoked' && state !== 'inactive')
  const subject =
    left.length === 0
      ? `Offboarding of ${who}: all accounts closed`
      : `Offboarding of ${who}: couldn’t close ${countedIn(left.length, 'system')}`
  const lines = systems.map(
    ({ operationName, state, detail, account, lastUsedAt }) =>
      `${operationName}${account === null ? '' : ` (${account})`}: ${STATE_WORDS[state]}. ${detail}${
        lastUsedAt === null ? '' : ` Last used ${dayAt(lastUsedAt, timeZone)}.`
      }`,
  )
  const work = run.handedOver === null ? [] : workOf(run.handedOver)
  const text = [
    `${by} closed the accounts of ${who} (${run.email}).`,
    lines.join('\n'),
    ...(work.length === 0 ? [] : [work.join('\n')]),
    'We’ll check all closed accounts again in a day.',
  ]
  return { to: manager, subject, text: `${text.join('\n\n')}\n` }
}
