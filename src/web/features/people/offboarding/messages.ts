import type { Permission } from '#shared/access/permissions.ts'
import { grantsOf } from '#shared/access/roles.ts'
import type {
  HandedOver,
  HeldWork,
  OffboardingState,
  PlannedSystem,
} from '#shared/features/people/offboarding/contract.ts'
import { countsOf, goesOf, isSettled, staysOf, workWords } from '#shared/features/people/offboarding/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { fullName } from '#shared/format/full-name.ts'
import { keysOf } from '#shared/format/keys.ts'
import type { FoundPerson } from '#web/features/ground/users/use-user-search.ts'
import type { Tone } from '#web/ui/cells/status-badge.tsx'

export const MESSAGES = {
  planFailed: 'Couldn’t load the plan.',
  startFailed: 'Couldn’t start the run.',
  repeatFailed: 'Couldn’t retry the run.',
  runFailed: 'Couldn’t load the run.',
  runsFailed: 'Couldn’t load the runs.',
  handOverFailed: 'Couldn’t hand over the open work.',
  heldFailed: 'Couldn’t load this person’s open work.',
  peopleFailed: 'Users could not be searched.',
  noSuchRun: 'This run doesn’t exist.',
  noEvidenceYet: 'Each check and change will be listed here, with its time and who made it.',
  noRuns: 'No offboarding runs yet.',
  held: 'What they own',
  handed: 'To be handed over',
  nothingHanded: 'Nothing.',
  stays: 'Not handed over',
  heir: 'New owner of open work',
  heirGets:
    'They get open articles and service accounts, plus the team views, alert rules and saved queries they’re allowed to use.',
  oneAfterAnother:
    'Systems are closed one by one on the server, so you can leave this page. If one fails, the others go on and you can retry it. All accounts are checked again a day later.',
  exportAbout: 'One row per system: the account, its result and time, and the check a day later.',
} as const

/** Who is notified when the run ends, if anyone. */
export function mailWords(manager: string | undefined, isLocked: boolean): string {
  if (!manager) return ''
  return isLocked
    ? ` ${manager} is locked in Copydesk and won’t get an email when it ends.`
    : ` ${manager} gets an email when it ends.`
}

export const planTitle = (who: string): string => `Revoke all of ${who}’s access?`

/** The number of systems in which a run will try to revoke access. */
export const toClose = (systems: readonly PlannedSystem[]): number =>
  systems.filter(({ plan }) => plan === 'closes' || plan === 'unknown').length

/** Label of the start button: counts systems with open access and systems that could not be checked. */
export function startWords(systems: readonly PlannedSystem[]): string {
  const count = (kind: PlannedSystem['plan']) => systems.filter(({ plan }) => plan === kind).length
  const [closes, unknown] = [count('closes'), count('unknown')]
  if (closes === 0) return unknown === 0 ? 'Start' : `Try ${countedIn(unknown, 'system')}`
  return `Revoke all ${counted(closes)}${unknown === 0 ? '' : `, try ${counted(unknown)}`}`
}

/** Why fewer systems are closed than were found open; null if none is left out. */
export function refusedWords(systems: readonly PlannedSystem[]): string | null {
  const refused = systems.filter(({ plan }) => plan === 'refused').length
  return refused === 0
    ? null
    : `${countedIn(refused, 'system')} will be skipped. The reason is in ${refused === 1 ? 'its' : 'each'} row.`
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
  unknown: { label: 'No answer', tone: 'warn' },
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

/** The number of closed systems of a run, and of all its systems. */
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
    : `Couldn’t close ${counted(all - closed)} of ${countedIn(all, 'system')}`
}

/** The open work of a user, by kind. */
export const heldWords = ({ claims, ...work }: HeldWork): string[] => [
  ...workWords(countsOf(work)),
  ...workWords(countsOf({ claims })).map((words) => `${words}, which will be released`),
]

/** The consequence if no heir is chosen. */
export const noHeirWords = ({ rules, service_accounts: accounts }: HeldWork): string =>
  [
    'It stays with the closed account, and no one takes it over.',
    ...(rules.length === 0 ? [] : ['Its alert rules no longer notify anyone.']),
    ...(accounts.length === 0 ? [] : ['Warnings about its service accounts’ tokens reach no user.']),
  ].join(' ')

/**
 * Why the named person cannot take the work although others can; null while their permissions are unknown.
 */
export function heirRefusal(person: FoundPerson, needed: Permission): string | null {
  if (person.role_id === undefined) return null
  const mayWrite = needed !== 'CreateArticle' || grantsOf(person.role_id).includes(needed)
  // A person who has the permission to write and still cannot take the work is locked.
  const isLocked = mayWrite || person.active === 0
  const lacks = [...(isLocked ? ['is locked'] : []), ...(mayWrite ? [] : ['can’t write articles'])]
  const writes = needed === 'CreateArticle' ? ' who can write articles' : ''
  return `${fullName(person)} ${lacks.join(' and ')}. Choose another active user${writes}.`
}

/** Why the named address belongs to no account that could take the work. */
export const strangerWords = (address: string): string =>
  `${address} has no Copydesk account. Choose a new owner.`

/**
 * The parts of the work that would go to the heir and that would stay. All of it goes while the heir's
 * permissions are unknown.
 */
export function sharesOf(work: HeldWork, heir: FoundPerson | null) {
  const nothing = { views: [], rules: [], queries: [] }
  if (heir?.role_id === undefined) return { goes: work, stays: nothing }
  const grants = grantsOf(heir.role_id)
  return { goes: goesOf(work, grants), stays: staysOf(work, grants) }
}

/**
 * The work that would not go to the heir, and why; null if all of it would, or while their permissions are
 * unknown.
 */
export function staysWords(work: HeldWork, heir: FoundPerson): string | null {
  if (heir.role_id === undefined) return null
  const counts = countsOf(staysOf(work, grantsOf(heir.role_id)))
  const pieces = workWords(counts)
  if (pieces.length === 0) return null
  const isOne = keysOf(counts).reduce((sum, kind) => sum + (counts[kind] ?? 0), 0) === 1
  return `${pieces.join(', ')} will stay: ${fullName(heir)} isn’t allowed to use ${isOne ? 'it' : 'them'}.`
}

export const handedWords = ({ heir, claims, ...work }: HandedOver): string[] => [
  ...workWords(countsOf(work)).map((words) => `${words} ${heir === null ? 'stayed' : `to ${heir}`}`),
  ...workWords(countsOf({ claims })).map((words) => `${words} released`),
]

/** Confirms the handover, with the amounts by kind. */
export function movedWords(before: HeldWork, left: HeldWork | null, heir: string): string {
  const [was, is] = [countsOf(before), left === null ? {} : countsOf(left)]
  const moved = workWords(
    Object.fromEntries(keysOf(was).map((kind) => [kind, (was[kind] ?? 0) - (is[kind] ?? 0)])),
  )
  return moved.length === 0
    ? `${heir} isn’t allowed to use any of it`
    : `${moved.join(', ')} handed over to ${heir}`
}

/** Whether all of the work stayed where it is. */
export const isLeft = ({ heir, claims: _released, ...work }: HandedOver): boolean =>
  heir === null && workWords(countsOf(work)).length > 0

export const repeatWords = (count: number): string => `Retry ${countedIn(count, 'step')}`
