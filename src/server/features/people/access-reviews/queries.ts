import {
  aliasedTable,
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  min,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { grantsOf, ROLE_IDS } from '#shared/access/roles.ts'
import type { ReviewSort, SeenDecision } from '#shared/features/people/access-reviews/contract.ts'
import {
  type AccountStanding,
  type ReviewFact,
  unusedBefore,
} from '#shared/features/people/access-reviews/rules.ts'
import type { Db } from '../../../db/connect.ts'
import {
  accessReviewAccounts,
  accessReviewSystems,
  accessReviews,
} from '../../../db/schema/access-reviews.ts'
import { notices } from '../../../db/schema/notices.ts'
import { offboardingRuns } from '../../../db/schema/offboarding.ts'
import { accessSteps } from '../../../db/schema/user-access.ts'
import { users } from '../../../db/schema/users.ts'
import { fullNameIn } from '../../../db/sql/full-name.ts'
import type { ReviewRow } from './store.ts'

const MOST_REVIEWS = 50

const accounts = accessReviewAccounts
const systems = accessReviewSystems
const beginner = aliasedTable(users, 'beginner')
const finisher = aliasedTable(users, 'finisher')
const person = aliasedTable(users, 'person')
const decider = aliasedTable(users, 'decider')
const nameOf = (table: typeof person) => fullNameIn<string | null>(table)

/** Current standing of an account’s owner. Locked here or offboarded counts as left. */
const standing = sql<AccountStanding>`case
  when ${person.active} then 'known'
  when ${person.id} is not null or exists (
    select from ${offboardingRuns} r where r.email = ${accounts.email}) then 'left'
  when ${accounts.isOwn} then 'own'
  else 'nobody' end`

const isUndecided = isNull(accounts.decision)

/** What each fact says of an account. */
function factsOf(beganAt: Date): Record<ReviewFact, SQL> {
  const limit = sql`${unusedBefore(beganAt).toISOString()}::timestamptz`
  return {
    undecided: isUndecided,
    left: sql`${standing} = 'left'`,
    nobody: sql`${standing} = 'nobody'`,
    unseen: sql`${accounts.lastUsedAt} < ${limit}`,
    unknown: sql`${accounts.lastUsedAt} is null`,
    recent: sql`${accounts.lastUsedAt} >= ${limit}`,
  }
}

const isToKeep = (facts: Record<ReviewFact, SQL>) =>
  sql`(${facts.undecided} and ${facts.recent} and ${standing} = 'known')`

const countIf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`

/** How many accounts of a review each fact is true of. */
export async function countFacts(db: Db, { id, beganAt }: Pick<ReviewRow, 'id' | 'beganAt'>) {
  const facts = factsOf(beganAt)
  const [row] = await db
    .select({
      undecided: countIf(facts.undecided),
      left: countIf(facts.left),
      nobody: countIf(facts.nobody),
      unseen: countIf(facts.unseen),
      unknown: countIf(facts.unknown),
      recent: countIf(facts.recent),
      toKeep: countIf(isToKeep(facts)),
    })
    .from(accounts)
    .leftJoin(person, eq(person.id, accounts.personId))
    .where(eq(accounts.reviewId, id))
  const none = { undecided: 0, left: 0, nobody: 0, unseen: 0, unknown: 0, recent: 0, toKeep: 0 }
  const { toKeep, ...counted } = row ?? none
  return { facts: counted, toKeep }
}

export interface AccountsQuery {
  system?: string | undefined
  fact?: ReviewFact | undefined
  decision?: 'undecided' | 'to-keep' | 'keep' | 'revoking' | 'revoked' | 'closed' | undefined
  sort: ReviewSort
  sortOrder: 'asc' | 'desc'
  page: number
  perPage: number
}

function inReview({ id, beganAt }: Pick<ReviewRow, 'id' | 'beganAt'>, query: AccountsQuery) {
  const { system, fact, decision } = query
  const facts = factsOf(beganAt)
  const decided =
    decision === undefined
      ? undefined
      : decision === 'undecided'
        ? isUndecided
        : decision === 'to-keep'
          ? isToKeep(facts)
          : eq(accounts.decision, decision)
  return and(
    eq(accounts.reviewId, id),
    system === undefined ? undefined : eq(accounts.operation, system),
    fact === undefined ? undefined : facts[fact],
    decided,
  )
}

const STANDING_FIRST = [
  sql`array_position(array['left', 'nobody', 'own', 'known'], ${standing})`,
  sql`${accounts.lastUsedAt} asc nulls first`,
]

/** Sort keys as shown in the row: an account sorts by the name that its row displays. */
const SORTED: Readonly<Record<Exclude<ReviewSort, 'standing'>, SQL>> = {
  account: sql`lower(coalesce(${nameOf(person)}, nullif(${accounts.name}, ''), nullif(${accounts.email}, ''), ${accounts.account}))`,
  system: sql`lower(${systems.operationName})`,
  last_used_at: sql`${accounts.lastUsedAt}`,
}

/** Unknown values come last in both directions; the default order has its own rule. */
function orderOf({ sort, sortOrder }: Pick<AccountsQuery, 'sort' | 'sortOrder'>): SQL[] {
  if (sort === 'standing') return [...STANDING_FIRST, asc(accounts.id)]
  const by = SORTED[sort]
  return [sortOrder === 'asc' ? sql`${by} asc nulls last` : sql`${by} desc nulls last`, asc(accounts.id)]
}

export async function listAccounts(db: Db, review: Pick<ReviewRow, 'id' | 'beganAt'>, query: AccountsQuery) {
  const where = inReview(review, query)
  const { page, perPage } = query
  const rows = await accountsOf(db, review)
    .where(where)
    .orderBy(...orderOf(query))
    .limit(perPage)
    .offset((page - 1) * perPage)
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(accounts)
    .leftJoin(person, eq(person.id, accounts.personId))
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}

const accountsOf = (db: Db, { beganAt }: Pick<ReviewRow, 'beganAt'>) =>
  db
    .select({
      row: accounts,
      operationName: systems.operationName,
      isByName: systems.isByName,
      standing,
      isUnseen: sql<boolean>`coalesce(${factsOf(beganAt).unseen}, false)`,
      personName: nameOf(person),
      personActive: person.active,
      deciderName: nameOf(decider),
    })
    .from(accounts)
    .innerJoin(
      systems,
      and(eq(systems.reviewId, accounts.reviewId), eq(systems.operation, accounts.operation)),
    )
    .leftJoin(person, eq(person.id, accounts.personId))
    .leftJoin(decider, eq(decider.id, accounts.decidedBy))

export type ShownAccount = Awaited<ReturnType<typeof listAccounts>>['rows'][number]

export const findShown = async (
  db: Db,
  review: Pick<ReviewRow, 'id' | 'beganAt'>,
  id: number,
): Promise<ShownAccount | undefined> =>
  (await accountsOf(db, review).where(and(eq(accounts.reviewId, review.id), eq(accounts.id, id))))[0]

/** Who decided about one of these accounts otherwise than `seen`; undefined if nobody did. */
export async function findOtherDecider(
  db: Db,
  { reviewId, ids, seen }: { reviewId: number; ids: readonly number[]; seen: SeenDecision },
): Promise<{ name: string | null } | undefined> {
  const isOther = or(
    ne(accounts.decision, seen.decision),
    sql`${accounts.decidedAt} is distinct from ${seen.decided_at}::timestamptz`,
  )
  const [other] = await db
    .select({ name: nameOf(decider) })
    .from(accounts)
    .leftJoin(decider, eq(decider.id, accounts.decidedBy))
    .where(
      and(
        eq(accounts.reviewId, reviewId),
        inArray(accounts.id, [...ids]),
        isNotNull(accounts.decision),
        isOther,
      ),
    )
    .limit(1)
  return other
}

/** The systems of a review, with how many accounts each has. */
export const listSystemCounts = (db: Db, reviewId: number) =>
  db
    .select({
      system: systems,
      accounts: sql<number>`count(${accounts.id})::int`,
      undecided: sql<number>`(count(${accounts.id}) filter (where ${accounts.decision} is null))::int`,
    })
    .from(systems)
    .leftJoin(
      accounts,
      and(eq(accounts.reviewId, systems.reviewId), eq(accounts.operation, systems.operation)),
    )
    .where(eq(systems.reviewId, reviewId))
    .groupBy(systems.reviewId, systems.operation)
    .orderBy(asc(systems.position))

const countOf = (condition: SQL) =>
  sql<number>`(select count(*)::int from ${accounts} where ${accounts.reviewId} = ${accessReviews.id} and ${condition})`

const reviews = (db: Db) =>
  db
    .select({
      review: accessReviews,
      by: nameOf(beginner),
      endedBy: nameOf(finisher),
      accounts: countOf(sql`true`),
      undecided: countOf(sql`${accounts.decision} is null`),
      kept: countOf(sql`${accounts.decision} = 'keep'`),
      revoked: countOf(sql`${accounts.decision} in ('revoked', 'closed')`),
      failed: sql<number>`(select count(*)::int from ${systems}
        where ${systems.reviewId} = ${accessReviews.id} and ${systems.state} = 'failed')`,
    })
    .from(accessReviews)
    .innerJoin(beginner, eq(beginner.id, accessReviews.userId))
    .leftJoin(finisher, eq(finisher.id, accessReviews.endedBy))

/** A review with who began and finished it, and how many of its accounts stand how. */
export interface FoundReview {
  review: ReviewRow
  by: string | null
  endedBy: string | null
  accounts: number
  undecided: number
  kept: number
  revoked: number
  failed: number
}

/** The last reviews, the newest first. */
export const listReviews = (db: Db): Promise<FoundReview[]> =>
  reviews(db).orderBy(desc(accessReviews.id)).limit(MOST_REVIEWS)

export const findWholeReview = async (db: Db, id: number): Promise<FoundReview | undefined> =>
  (await reviews(db).where(eq(accessReviews.id, id)))[0]

/** People by their addresses. */
export async function listPeople(db: Db, emails: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(sql`${users.username} = any(${sql.param([...emails])}::text[])`)
  return new Map(rows.map(({ id, username }) => [username, id]))
}

/** Emails of accounts that a system identifies by name, from the latest lookup of each. */
export async function listKnownNames(db: Db, operation: string): Promise<Map<string, string>> {
  const name = sql<string>`lower(${accessSteps.account})`
  const rows = await db
    .selectDistinctOn([name], { name, email: accessSteps.email })
    .from(accessSteps)
    .where(and(eq(accessSteps.operation, operation), eq(accessSteps.step, 'active')))
    .orderBy(name, desc(accessSteps.id))
  return new Map(rows.map((row) => [row.name, row.email]))
}

/** When the first person came to this workspace. */
export async function findBeginning(db: Db): Promise<Date | null> {
  const [row] = await db.select({ at: min(users.createdAt) }).from(users)
  return row?.at ?? null
}

/** Whether a notice of this kind was sent since. */
export async function wasTold(db: Db, since: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: notices.id })
    .from(notices)
    .where(and(eq(notices.kind, 'access-review-due'), gte(notices.createdAt, since)))
    .limit(1)
  return row !== undefined
}

const MAY_REVIEW = ROLE_IDS.filter((roleId) => grantsOf(roleId).includes('UserAccess'))

/** Those who may review accounts. */
export const listReviewers = (db: Db): Promise<{ id: number }[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(users.active, eq(users.kind, 'person'), inArray(users.roleId, MAY_REVIEW)))
    .orderBy(asc(users.id))
