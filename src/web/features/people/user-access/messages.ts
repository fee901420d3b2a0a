import type { AccessStep } from '#shared/features/people/user-access/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'

export const FAILURES = {
  find: 'Couldn’t look up the account.',
  revoke: 'Couldn’t revoke the access.',
  steps: 'Couldn’t load the history.',
} as const

export const REVOKED = 'Revoked'
export const NOT_REVOKED = 'Not revoked'
export const OWN_ACCESS = 'You can’t revoke your own access.'
export const EXPLANATION =
  'All systems are checked at once and the results are logged. You can’t revoke your own access, the last administrator’s, or the account Copydesk signs in with.'
export const NO_STEPS = 'No checks or changes for this account yet.'

interface AccessTally {
  open: number
  systems: number
  /** Systems that could not be checked. */
  failed: number
}

/** The result in one line. */
export const openWords = ({ open, systems, failed }: AccessTally): string =>
  open === 0
    ? failed > 0
      ? 'No open accounts found'
      : `All ${countedIn(systems, 'account')} closed`
    : `${counted(open)} of ${countedIn(systems, 'system')} ${open === 1 ? 'is' : 'are'} still open`

export const unaskedWords = (failed: number): string =>
  `${countedIn(failed, 'system')} didn’t answer, so we don’t know about accounts there.`

export const revokeQuestion = (email: string, system: string) => ({
  title: `Revoke ${email}’s access to ${system}?`,
  content: 'The account is closed and signed out.',
  okText: 'Revoke',
  cancelText: 'Cancel',
  danger: true,
})

export const STEP_LABELS = {
  active: 'found open',
  inactive: 'found closed',
  asked: 'asked to close',
  failed: 'failed',
  revoked: 'revoked',
} as const

/** Whether a step only records a state that was found, instead of a change. */
const isFinding = ({ step }: AccessStep): boolean => step === 'active' || step === 'inactive'

/** Groups consecutive equal findings of a lookup; each change stays on its own. */
export const looksOf = (steps: readonly AccessStep[]): AccessStep[][] => [
  ...Map.groupBy(steps, (each) =>
    isFinding(each) ? `${each.step} ${each.by} ${each.at}` : String(each.access_step_id),
  ).values(),
]

/** The number of systems for which a lookup found the same. */
export function foundWords(steps: readonly AccessStep[]): string {
  const systems = new Set(steps.map(({ operation }) => operation)).size
  const words = steps[0]?.step === 'active' ? 'Found open' : 'Found closed'
  return `${words} on ${countedIn(systems, 'system')}`
}

export interface Look {
  steps: readonly AccessStep[]
  /** The times of earlier lookups with the same findings, latest first. */
  before: string[]
}

const isDone = ({ step }: AccessStep): boolean => step === 'asked' || step === 'revoked'

/** The findings of a whole lookup; null if something was changed, because changes are never folded. */
const foundIn = (steps: readonly AccessStep[]): string | null =>
  steps.some(isDone) || !steps.some(isFinding)
    ? null
    : JSON.stringify(steps.map(({ operation, step, account, detail }) => [operation, step, account, detail]))

/** Folds consecutive lookups by the same user that found nothing new into the newest of them. */
export function foldedLooks(steps: readonly AccessStep[]): Look[] {
  const folded: Look[] = []
  let last: { found: string | null; by: string; looks: Look[] } | undefined
  for (const atOnce of Map.groupBy(steps, ({ by, at }) => `${by} ${at}`).values()) {
    const [{ by, at } = { by: '', at: '' }] = atOnce
    const found = foundIn(atOnce)
    if (found !== null && found === last?.found && by === last.by) {
      for (const { before } of last.looks) before.push(at)
      continue
    }
    last = { found, by, looks: looksOf(atOnce).map((alike) => ({ steps: alike, before: [] })) }
    folded.push(...last.looks)
  }
  return folded
}
