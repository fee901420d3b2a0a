import type {
  HandedOver,
  HeldWork,
  OffboardingState,
  PlannedSystem,
} from '#shared/features/offboarding/contract.ts'
import { isSettled } from '#shared/features/offboarding/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import type { Tone } from '#web/ui/status-badge.tsx'

export const MESSAGES = {
  planFailed: 'What would be done could not be read.',
  startFailed: 'The run could not be started.',
  repeatFailed: 'The run could not be repeated.',
  runFailed: 'The run could not be read.',
  runsFailed: 'The runs could not be read.',
  handOverFailed: 'The open work could not be handed over.',
  heldFailed: 'What is still theirs could not be read.',
  peopleFailed: 'Users could not be searched.',
  noSuchRun: 'There is no such run.',
  noRuns: 'Nobody was offboarded yet. Every run stands here, with its report.',
  noHeir: 'Nobody will go on with the open articles: they stay with an account that is closed.',
  oneAfterAnother:
    'One after another, on the server: this page may be closed. One that fails does not stop the others, and can be repeated. A day later every account is looked for again.',
  exportAbout: 'Every system with its account, what was done, when, and what was found a day later.',
} as const

export const planTitle = (who: string): string => `Revoke all access of ${who}?`

/** How many systems a run will try to close. */
export const toClose = (systems: readonly PlannedSystem[]): number =>
  systems.filter(({ plan }) => plan === 'closes' || plan === 'unknown').length

/** What starts the run: those that were found open, and those that could not be asked. */
export function startWords(systems: readonly PlannedSystem[]): string {
  const count = (kind: PlannedSystem['plan']) => systems.filter(({ plan }) => plan === kind).length
  const [closes, unknown] = [count('closes'), count('unknown')]
  if (closes === 0) return unknown === 0 ? 'Start' : `Try ${counted(unknown)}`
  return `Revoke all ${counted(closes)}${unknown === 0 ? '' : `, try ${counted(unknown)}`}`
}

/** Why fewer are closed than were found open; null where none is left out. */
export function refusedWords(systems: readonly PlannedSystem[]): string | null {
  const refused = systems.filter(({ plan }) => plan === 'refused').length
  return refused === 0
    ? null
    : `${countedIn(refused, 'system')} will be left out, for the reason that stands there.`
}

export const PLAN_LOOKS: Readonly<Record<PlannedSystem['plan'], { label: string; tone: Tone }>> = {
  closes: { label: 'Will be closed', tone: 'warn' },
  nothing: { label: 'Nothing to close', tone: 'quiet' },
  refused: { label: 'Refused', tone: 'bad' },
  unknown: { label: 'Will be tried', tone: 'note' },
}

export const STATE_TONES: Readonly<Record<OffboardingState, Tone>> = {
  waiting: 'warn',
  running: 'note',
  revoked: 'good',
  inactive: 'quiet',
  refused: 'bad',
  failed: 'bad',
}

export const LATER_LOOKS = {
  away: { label: 'Still closed', tone: 'good' },
  open: { label: 'Open again', tone: 'bad' },
  unknown: { label: 'Could not be asked', tone: 'warn' },
} as const satisfies Readonly<Record<string, { label: string; tone: Tone }>>

type States = Partial<Record<OffboardingState, number>>

const WORDS: Readonly<Record<OffboardingState, string>> = {
  revoked: 'revoked',
  running: 'running',
  waiting: 'waiting',
  failed: 'failed',
  refused: 'refused',
  inactive: 'closed already',
}
const ORDER = ['revoked', 'running', 'waiting', 'failed', 'refused', 'inactive'] as const

/** `2 revoked · 1 running · 3 waiting` */
export const statesWords = (states: States): string =>
  ORDER.flatMap((state) => {
    const count = states[state] ?? 0
    return count === 0 ? [] : [`${counted(count)} ${WORDS[state]}`]
  }).join(' · ')

/** How many systems of a run are closed, and of how many. */
export function closedOf(states: States): { closed: number; all: number } {
  const counts = ORDER.map((state) => ({ state, count: states[state] ?? 0 }))
  const sum = (list: typeof counts) => list.reduce((total, { count }) => total + count, 0)
  return { closed: sum(counts.filter(({ state }) => isSettled(state))), all: sum(counts) }
}

export const answerWords = (states: States, isRunning: boolean): string => {
  const { closed, all } = closedOf(states)
  if (isRunning) return `${counted(closed)} of ${countedIn(all, 'system')} closed so far`
  return closed === all
    ? `Closed on ${all === 1 ? 'the one system' : `all ${countedIn(all, 'system')}`}`
    : `${counted(all - closed)} of ${countedIn(all, 'system')} could not be closed`
}

/** What somebody holds, line by line. */
export const heldWords = ({ articles, claims, views }: HeldWork): string[] => [
  ...(articles.length > 0 ? [countedIn(articles.length, 'open article')] : []),
  ...(claims.length > 0 ? [`${countedIn(claims.length, 'review')}, which will be released`] : []),
  ...(views.length > 0
    ? [`${countedIn(views.length, 'saved view')} of the team, which stay as they are`]
    : []),
]

export const handedWords = ({ heir, articles, claims }: HandedOver): string[] => [
  ...(articles.length > 0
    ? [`${countedIn(articles.length, 'open article')} ${heir === null ? 'stayed' : `to ${heir}`}`]
    : []),
  ...(claims.length > 0 ? [`${countedIn(claims.length, 'review')} released`] : []),
]

export const repeatWords = (count: number): string => `Repeat ${counted(count)}`
