import { isPermitted, type Permission } from '../../../access/permissions.ts'
import { grantsOf, type RoleId } from '../../../access/roles.ts'
import { SCREENS } from '../../../access/screens.ts'
import { counted } from '../../../format/count.ts'
import { keysOf } from '../../../format/keys.ts'
import type { HeldWork, OffboardingState } from './contract.ts'

/** Display text of a system's state. */
export const STATE_WORDS: Readonly<Record<OffboardingState, string>> = {
  waiting: 'Waiting',
  running: 'Revoking …',
  revoked: 'Revoked',
  inactive: 'Inactive',
  refused: 'Refused',
  failed: 'Failed',
}

/** States that leave nothing to do. */
export const isSettled = (state: OffboardingState): boolean => state === 'revoked' || state === 'inactive'

/** Work of a user that others use, besides articles. */
export const SHARED_KINDS = ['views', 'rules', 'queries'] as const
export type SharedKind = (typeof SHARED_KINDS)[number]

type SharedWork = Pick<HeldWork, SharedKind>
type Grants = readonly Permission[]

/** Whether the heir may see what alert rules report, or run saved queries. */
export const mayHave = (kind: 'rules' | 'queries', grants: Grants): boolean =>
  isPermitted(grants, kind === 'rules' ? SCREENS.contentTracker.access : SCREENS.dbQuery.access)

const mayOpen = (screen: string, grants: Grants): boolean =>
  Object.entries(SCREENS).some(
    ([name, { access }]) => name === screen && typeof access !== 'string' && isPermitted(grants, access),
  )

/** Shared work that stays with the leaving user, because the heir may not use it. */
export const staysOf = ({ views, rules, queries }: SharedWork, grants: Grants): SharedWork => ({
  views: views.filter(({ screen }) => !mayOpen(screen, grants)),
  rules: mayHave('rules', grants) ? [] : rules,
  queries: mayHave('queries', grants) ? [] : queries,
})

/** Work that goes to the heir: all but what stays. */
export function goesOf(work: HeldWork, grants: Grants): HeldWork {
  const stays = staysOf(work, grants)
  return {
    ...work,
    views: work.views.filter((view) => !stays.views.includes(view)),
    rules: work.rules.filter((rule) => !stays.rules.includes(rule)),
    queries: work.queries.filter((query) => !stays.queries.includes(query)),
  }
}

/** The permission that an heir needs: to write articles if there are any, otherwise just to sign in. */
export const neededOf = ({ articles }: Pick<HeldWork, 'articles'>): Permission =>
  articles.length > 0 ? 'CreateArticle' : 'Profile'

interface PossibleHeir {
  id: number
  active: boolean
  roleId: RoleId
}

/**
 * An heir of open articles must be able to work on them and must not be leaving. Without articles, no writing
 * permission is needed.
 */
export const isFitHeir = <Heir extends PossibleHeir>(
  heir: Heir | undefined,
  leaverId: number | undefined,
  held: Pick<HeldWork, 'articles'>,
): heir is Heir =>
  heir?.active === true && heir.id !== leaverId && grantsOf(heir.roleId).includes(neededOf(held))

export const unfitWords = ({ articles }: Pick<HeldWork, 'articles'>): string =>
  `Choose another active user${articles.length > 0 ? ' who can write articles' : ''}`

type WorkKind = 'articles' | 'claims' | SharedKind | 'service_accounts'
/** Number of pieces per kind. */
export type WorkCounts = Readonly<Partial<Record<WorkKind, number>>>

const WORK_NOUNS: Readonly<Record<WorkKind, readonly [one: string, more: string]>> = {
  articles: ['open article', 'open articles'],
  claims: ['review', 'reviews'],
  views: ['team view', 'team views'],
  rules: ['alert rule', 'alert rules'],
  queries: ['saved query', 'saved queries'],
  service_accounts: ['service account', 'service accounts'],
}

/** `7 open articles`, `1 alert rule`: one entry per kind that is not empty. */
export const workWords = (counts: WorkCounts): string[] =>
  keysOf(WORK_NOUNS).flatMap((kind) => {
    const count = counts[kind] ?? 0
    const [one, more] = WORK_NOUNS[kind]
    return count === 0 ? [] : [`${counted(count)} ${count === 1 ? one : more}`]
  })

type Work = Readonly<Partial<Record<WorkKind, readonly unknown[]>>>

export const countsOf = (work: Work): WorkCounts =>
  Object.fromEntries(keysOf(WORK_NOUNS).map((kind) => [kind, work[kind]?.length ?? 0]))
