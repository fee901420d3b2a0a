import { and, asc, count, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { AdoptedOutcome, OutcomeCounts } from '#shared/features/posts/adoptions/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { adoptedPosts, adoptions } from '../../../db/schema/adoptions.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { sites } from '../../../db/schema/sites.ts'
import { users } from '../../../db/schema/users.ts'
import type { AdoptedRow, AdoptionRow } from './store.ts'

/** A run with its user and outcomes. */
export interface ShownAdoption {
  run: AdoptionRow
  user: typeof users.$inferSelect | null
  outcomes: OutcomeCounts
  products: number
}

const HAS_NEWS = sql`exists (select from adopted_posts p where p.adoption_id = ${adoptions.id})`
const WHICH = {
  running: isNull(adoptions.endedAt),
  last: and(eq(adoptions.kind, 'whole'), isNotNull(adoptions.endedAt)),
  news: and(eq(adoptions.kind, 'news'), isNotNull(adoptions.endedAt), HAS_NEWS),
} as const

async function resultsOf(db: Db, adoptionId: number): Promise<Pick<ShownAdoption, 'outcomes' | 'products'>> {
  const rows = await db
    .select({ outcome: adoptedPosts.outcome, posts: count() })
    .from(adoptedPosts)
    .where(and(eq(adoptedPosts.adoptionId, adoptionId), isNotNull(adoptedPosts.outcome)))
    .groupBy(adoptedPosts.outcome)
  const { rows: found } = await db.execute<{ products: number }>(sql`
    select count(distinct asin)::int as products from adopted_posts p cross join lateral unnest(p.asins) as asin
    where p.adoption_id = ${adoptionId}::int`)
  return {
    outcomes: Object.fromEntries(rows.map(({ outcome, posts }) => [outcome, posts])),
    products: found[0]?.products ?? 0,
  }
}

/** The run of a site that is under way, the last one over all posts, or the last one that found news. */
export async function findShown(
  db: Db,
  siteId: number,
  which: keyof typeof WHICH,
): Promise<ShownAdoption | null> {
  const [found] = await db
    .select({ run: adoptions, user: users })
    .from(adoptions)
    .leftJoin(users, eq(users.id, adoptions.userId))
    .where(and(eq(adoptions.siteId, siteId), WHICH[which]))
    .orderBy(desc(adoptions.id))
    .limit(1)
  return found === undefined ? null : { ...found, ...(await resultsOf(db, found.run.id)) }
}

/** A run with what it has come to. */
export async function describeRun(db: Db, run: AdoptionRow): Promise<ShownAdoption> {
  const [user = null] =
    run.userId === null ? [] : await db.select().from(users).where(eq(users.id, run.userId))
  return { run, user, ...(await resultsOf(db, run.id)) }
}

/** The last successful check of a site, complete or for news. */
export async function findChecked(db: Db, siteId: number): Promise<AdoptionRow | undefined> {
  const [row] = await db
    .select()
    .from(adoptions)
    .where(and(eq(adoptions.siteId, siteId), eq(adoptions.state, 'finished')))
    .orderBy(desc(adoptions.id))
    .limit(1)
  return row
}

export interface ReportQuery {
  outcomes?: readonly AdoptedOutcome[] | undefined
  page: number
  pageSize: number
}

const inReport = (adoptionId: number, outcomes: readonly AdoptedOutcome[] = []) =>
  and(
    eq(adoptedPosts.adoptionId, adoptionId),
    isNotNull(adoptedPosts.outcome),
    outcomes.length === 0 ? undefined : inArray(adoptedPosts.outcome, [...outcomes]),
  )

/** Failures first, then news. */
const ORDER = sql`array_position(array['refused', 'gone', 'added', 'changed', 'ours', 'known'], ${adoptedPosts.outcome})`

export async function listReport(
  db: Db,
  adoptionId: number,
  { outcomes, page, pageSize }: ReportQuery,
): Promise<{ rows: AdoptedRow[]; total: number }> {
  const where = inReport(adoptionId, outcomes)
  const rows = await db
    .select()
    .from(adoptedPosts)
    .where(where)
    .orderBy(ORDER, asc(adoptedPosts.postId))
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return { rows, total: await db.$count(adoptedPosts, where) }
}

/** The sites at work whose posts were adopted once. */
export async function listAdoptedSites(db: Db): Promise<{ id: number; code: string }[]> {
  return db
    .selectDistinct({ id: sites.id, code: sites.code })
    .from(adoptions)
    .innerJoin(sites, eq(sites.id, adoptions.siteId))
    .where(and(eq(adoptions.kind, 'whole'), eq(adoptions.state, 'finished'), isNull(sites.retiredAt)))
    .orderBy(asc(sites.id))
}

/** Which of these keywords are in Keywords, by their identities. */
export async function listKnownKeywords(db: Db, identities: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ identity: keywords.identity })
    .from(keywords)
    .where(sql`${keywords.identity} = any(${sql.param([...identities])}::text[])`)
  return new Set(rows.map(({ identity }) => identity))
}

/** What a run is of, for the name of its file. */
export async function findSiteOfRun(db: Db, adoptionId: number): Promise<string | undefined> {
  const [row] = await db
    .select({ code: sites.code })
    .from(adoptions)
    .innerJoin(sites, eq(sites.id, adoptions.siteId))
    .where(eq(adoptions.id, adoptionId))
  return row?.code
}

/** The posts of a site that runs have refused, and that no later run has taken. */
export async function listRefused(db: Db, siteId: number): Promise<Set<number>> {
  const rows = await db
    .selectDistinctOn([adoptedPosts.postId], { id: adoptedPosts.postId, outcome: adoptedPosts.outcome })
    .from(adoptedPosts)
    .innerJoin(adoptions, eq(adoptions.id, adoptedPosts.adoptionId))
    .where(and(eq(adoptions.siteId, siteId), isNotNull(adoptedPosts.outcome)))
    .orderBy(adoptedPosts.postId, sql`${adoptions.id} desc`)
  return new Set(rows.filter(({ outcome }) => outcome === 'refused').map(({ id }) => id))
}
