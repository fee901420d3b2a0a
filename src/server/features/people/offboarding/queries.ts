import { and, asc, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { grantsOf, ROLE_IDS } from '#shared/access/roles.ts'
import type { HeldWork, RunSummary } from '#shared/features/people/offboarding/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { alertRules } from '../../../db/schema/alert-rules.ts'
import { articles } from '../../../db/schema/articles.ts'
import { consoleQueries } from '../../../db/schema/db-query.ts'
import { savedViews } from '../../../db/schema/keywords.ts'
import { offboardingRuns, offboardingSystems } from '../../../db/schema/offboarding.ts'
import { serviceAccounts } from '../../../db/schema/service-accounts.ts'
import { sites } from '../../../db/schema/sites.ts'
import { users } from '../../../db/schema/users.ts'
import { fullNameIn } from '../../../db/sql/full-name.ts'
import type { ClaimsService } from '../../articles/area.ts'

const MOST_RUNS = 50
/** Statuses of open work. Published, rejected and canceled articles need no owner to act. */
const OPEN = ['draft', 'requested', 'returned', 'approved']

const held = {
  article_id: articles.id,
  // Only its owner may see the title of a draft.
  title: sql<string>`case when ${articles.status} = 'draft' then '' else ${articles.title} end`,
  status: articles.status,
  begun_at: sql<string>`to_char(${articles.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  site: sites.displayName,
  task_url: articles.taskUrl,
}

/** A user's open work, and the shared work that others use. */
export async function readHeldWork(
  db: Db,
  userId: number,
  { listClaimed }: Pick<ClaimsService, 'listClaimed'>,
): Promise<HeldWork> {
  // One after another, because it may run within a transaction.
  const own = await db
    .select(held)
    .from(articles)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(and(eq(articles.userId, userId), inArray(articles.status, OPEN)))
    .orderBy(asc(articles.id))
  const claims = await db
    .select(held)
    .from(articles)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(inArray(articles.id, await listClaimed(db, userId)))
    .orderBy(asc(articles.id))
  const views = await db
    .select({ view_id: savedViews.id, screen: savedViews.screen, name: savedViews.name })
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), savedViews.isTeam))
    .orderBy(asc(savedViews.id))
  const rules = await db
    .select({ rule_id: alertRules.id, name: alertRules.name })
    .from(alertRules)
    .where(and(eq(alertRules.ownerId, userId), isNull(alertRules.deletedAt)))
    .orderBy(asc(alertRules.id))
  const queries = await db
    .select({ query_id: consoleQueries.id, name: consoleQueries.name })
    .from(consoleQueries)
    .where(eq(consoleQueries.userId, userId))
    .orderBy(asc(consoleQueries.id))
  const owned = await db
    .select({ user_id: users.id, name: users.firstName })
    .from(serviceAccounts)
    .innerJoin(users, eq(users.id, serviceAccounts.userId))
    .where(eq(serviceAccounts.ownerId, userId))
    .orderBy(asc(users.id))
  return { articles: own, claims, views, rules, queries, service_accounts: owned }
}

export const findPerson = async (db: Db, email: string) =>
  (
    await db
      .select()
      .from(users)
      .where(eq(sql`lower(${users.username})`, email))
  )[0]

const isPerson = (id: number) => and(eq(users.id, id), eq(users.kind, 'person'))

/** The user with the manager's address; undefined if there is none. */
export const findManager = async (db: Db, address: string | null | undefined) =>
  address ? findPerson(db, address.trim().toLowerCase()) : undefined

/** A person with this id; a service account neither leaves nor inherits. */
export const findUser = async (db: Db, id: number) => (await db.select().from(users).where(isPerson(id)))[0]

export type FoundUser = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** Returns the user, whose lock state cannot change until the transaction ends. */
export const lockUser = async (db: Db, id: number) =>
  (await db.select().from(users).where(isPerson(id)).for('share'))[0]

const MAY_CLOSE = ROLE_IDS.filter((roleId) => grantsOf(roleId).includes('UserAccess'))

/** Users who may close accounts, except the leaving user. */
export const listClosers = (db: Db, leaver: string): Promise<{ id: number }[]> =>
  db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        users.active,
        eq(users.kind, 'person'),
        inArray(users.roleId, MAY_CLOSE),
        ne(sql`lower(${users.username})`, leaver),
      ),
    )
    .orderBy(asc(users.id))

const states = sql<RunSummary['states']>`coalesce((
  select json_object_agg(state, number) from (
    select state, count(*)::int as number from ${offboardingSystems}
    where ${offboardingSystems}.run_id = ${offboardingRuns}.run_id group by state
  ) counted), '{}')`
const openAgain = sql<number>`(
  select count(*)::int from ${offboardingSystems}
  where ${offboardingSystems}.run_id = ${offboardingRuns}.run_id and later_state = 'open')`
const starter = fullNameIn(users)

const runs = (db: Db) =>
  db
    .select({ run: offboardingRuns, by: starter, states, openAgain })
    .from(offboardingRuns)
    .innerJoin(users, eq(users.id, offboardingRuns.userId))

export type FoundRun = Awaited<ReturnType<typeof listRuns>>[number]

/** The latest runs, newest first. */
export const listRuns = (db: Db) => runs(db).orderBy(desc(offboardingRuns.id)).limit(MOST_RUNS)

export const findWholeRun = async (db: Db, id: number): Promise<FoundRun | undefined> =>
  (await runs(db).where(eq(offboardingRuns.id, id)))[0]
