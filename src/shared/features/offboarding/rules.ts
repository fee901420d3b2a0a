import { counted } from '../../format/count.ts'
import { keysOf } from '../../format/keys.ts'
import type { OffboardingState } from './contract.ts'

/** What has become of a system, for people. */
export const STATE_WORDS: Readonly<Record<OffboardingState, string>> = {
  waiting: 'Waiting',
  running: 'Revoking …',
  revoked: 'Revoked',
  inactive: 'Inactive',
  refused: 'Refused',
  failed: 'Failed',
}

/** A run leaves nothing open on these. */
export const isSettled = (state: OffboardingState): boolean => state === 'revoked' || state === 'inactive'

/** What others use of somebody, besides their articles. */
export const SHARED_KINDS = ['views', 'rules', 'queries'] as const
export type SharedKind = (typeof SHARED_KINDS)[number]

type WorkKind = 'articles' | 'claims' | SharedKind
/** How many pieces of each kind there are. */
export type WorkCounts = Readonly<Partial<Record<WorkKind, number>>>

const WORK_NOUNS: Readonly<Record<WorkKind, readonly [one: string, more: string]>> = {
  articles: ['open article', 'open articles'],
  claims: ['review', 'reviews'],
  views: ['team view', 'team views'],
  rules: ['alert rule', 'alert rules'],
  queries: ['saved query', 'saved queries'],
}

/** `7 open articles`, `1 alert rule`: kind by kind, those of which there are none left out. */
export const workWords = (counts: WorkCounts): string[] =>
  keysOf(WORK_NOUNS).flatMap((kind) => {
    const count = counts[kind] ?? 0
    const [one, more] = WORK_NOUNS[kind]
    return count === 0 ? [] : [`${counted(count)} ${count === 1 ? one : more}`]
  })

type Work = Readonly<Partial<Record<WorkKind, readonly unknown[]>>>

export const countsOf = (work: Work): WorkCounts =>
  Object.fromEntries(keysOf(WORK_NOUNS).map((kind) => [kind, work[kind]?.length ?? 0]))
