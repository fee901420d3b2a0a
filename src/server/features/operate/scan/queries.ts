import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import { ROLE_IDS, ROLES } from '#shared/access/roles.ts'
import { type FoundItem, outcomeOf, type ScanOutcome } from '#shared/features/operate/scan/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { articleMirrors, articlePosts } from '../../../db/schema/article-work.ts'
import { articles } from '../../../db/schema/articles.ts'
import { siteEarnings } from '../../../db/schema/content.ts'
import { eventHooks } from '../../../db/schema/event-hooks.ts'
import { scanRuns } from '../../../db/schema/scan.ts'
import { searchDays } from '../../../db/schema/searches.ts'
import { publisherDays } from '../../../db/schema/share-of-voice.ts'
import { sites } from '../../../db/schema/sites.ts'
import { users } from '../../../db/schema/users.ts'
import { canSignIn } from '../../../db/sql/can-sign-in.ts'
import { fullNameIn } from '../../../db/sql/full-name.ts'
import { hookFailingSince } from '../../../db/sql/hook-failing-since.ts'

/** Of the last runs of a function. */
const MOST_SHOWN = 14
const FORGOTTEN_MS = 40 * 60_000
const count = sql<number>`count(*)::int`
const ofSite = { siteId: sites.id, site: sites.displayName }

export type SiteCount = { siteId: number; site: string; count: number }

/** Sites at work. */
export const listSitesAtWork = (db: Db) =>
  db.select().from(sites).where(isNull(sites.retiredAt)).orderBy(sites.displayName, sites.id)

/** Copies of one kind that have failed, or have been behind for longer than their job tries, by site. */
export async function countBehind(db: Db, target: 'task' | 'post', now: Date) {
  const before = new Date(now.getTime() - FORGOTTEN_MS)
  return db
    .select({ ...ofSite, count, error: sql<string | null>`max(${articleMirrors.error})` })
    .from(articleMirrors)
    .innerJoin(articles, eq(articles.id, articleMirrors.articleId))
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(
      and(
        eq(articleMirrors.target, target),
        sql`(${articleMirrors.state} = 'failed' or ${articleMirrors.state} = 'waiting' and ${articleMirrors.updatedAt} < ${before.toISOString()}::timestamptz)`,
      ),
    )
    .groupBy(sites.id)
    .orderBy(sites.displayName)
}

/** Published articles whose post is no longer where readers find it, by site. */
export const countLostPosts = (db: Db): Promise<SiteCount[]> =>
  db
    .select({ ...ofSite, count })
    .from(articlePosts)
    .innerJoin(articles, eq(articles.id, articlePosts.articleId))
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(and(eq(articles.status, 'published'), inArray(articlePosts.state, ['withdrawn', 'gone'])))
    .groupBy(sites.id)
    .orderBy(sites.displayName)

/** Keywords that do not say which statuses their articles have. */
export async function countWrongStatuses(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with real as (
      select l.keyword_id, bit_or(article_status_bit(a.status)) as statuses
      from article_keywords l join articles a using (article_id)
      where counts_as_article(a.revises_id, a.status) group by l.keyword_id
    )
    select count(*)::int as count from keywords k left join real r using (keyword_id)
    where (k.article_statuses <> 0 or r.keyword_id is not null)
      and k.article_statuses <> coalesce(r.statuses, 0)`)
  return rows[0]?.count ?? 0
}

const isShown = <T extends { address: string | null }>(row: T): row is T & { address: string } =>
  row.address !== null

/** The logos of all sites. */
export async function listLogos(db: Db) {
  const logos = await db
    .select({ ...ofSite, address: sites.logoUrl, label: sql<string>`'its logo'` })
    .from(sites)
  return logos.filter(isShown)
}

/** The pictures of articles below a number, the newest articles first. */
export async function listPictures(db: Db, { below, most }: { below: number | null; most: number }) {
  const isBelow = below === null ? undefined : lt(articles.id, below)
  const pictures = await db
    .select({ ...ofSite, articleId: articles.id, address: articles.imageUrl, label: articles.title })
    .from(articles)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(and(isNotNull(articles.imageUrl), isBelow))
    .orderBy(desc(articles.id))
    .limit(most)
  return pictures.filter(isShown)
}

/** The newest week of earnings, day of share of voice and day of searches, as days; null without data. */
export async function newestDays(db: Db) {
  const [[earnings], [hits], [searches]] = await Promise.all([
    db.select({ day: sql<string | null>`max(${siteEarnings.weekStart})::text` }).from(siteEarnings),
    db.select({ day: sql<string | null>`max(${publisherDays.day})::text` }).from(publisherDays),
    db.select({ day: sql<string | null>`max(${searchDays.day})::text` }).from(searchDays),
  ])
  return { earnings: earnings?.day ?? null, hits: hits?.day ?? null, searches: searches?.day ?? null }
}

/** Number of jobs that failed for good, by their names. */
export async function countFailedForGood(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ name: string; count: number }>(
    sql`select name, count(*)::int as count from jobs.job where state = 'failed' group by name`,
  )
  return new Map(rows.map((row) => [row.name, row.count]))
}

/** How long the job that waits longest could have begun, in seconds. */
export async function longestWait(db: Db): Promise<number> {
  const { rows } = await db.execute<{ waits: number }>(sql`
    select coalesce(extract(epoch from now() - min(start_after) filter (where state = 'created')), 0)::int as waits
    from jobs.job`)
  return rows[0]?.waits ?? 0
}

/** What the database's clock says, in milliseconds since 1970. */
export async function databaseTime(db: Db): Promise<number> {
  const { rows } = await db.execute<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as now`,
  )
  return rows[0]?.now ?? 0
}

/** Users who may look at the scan and can sign in, with their permissions. */
export async function listScanReaders(db: Db): Promise<{ id: number; permissions: readonly Permission[] }[]> {
  const roles = ROLE_IDS.filter((role) => ROLES[role].grants.includes('ManageScan'))
  const found = await db
    .select({ id: users.id, roleId: users.roleId })
    .from(users)
    .where(and(inArray(users.roleId, roles), eq(users.active, true), canSignIn, gt(users.id, 0)))
  return found.map(({ id, roleId }) => ({ id, permissions: ROLES[roleId].grants }))
}

export interface LastRun {
  status: ScanOutcome
  items: readonly FoundItem[]
  took: number
  ranAt: Date
  runner: string | null
  /** What the last runs came to, the oldest first. */
  history: ScanOutcome[]
}

/** The last run of a function as users with these permissions see it, with earlier outcomes; undefined if it never ran. */
export async function findLastRun(
  db: Db,
  functionId: string,
  { permissions }: { permissions: readonly Permission[] },
): Promise<LastRun | undefined> {
  const rows = await db
    .select({ run: scanRuns, runner: fullNameIn<string | null>(users) })
    .from(scanRuns)
    .leftJoin(users, eq(users.id, scanRuns.userId))
    .where(eq(scanRuns.functionId, functionId))
    .orderBy(desc(scanRuns.id))
    .limit(MOST_SHOWN)
  const shown = rows.map(({ run, runner }) => {
    const items = run.items.filter(({ access = [] }) => isPermitted(permissions, access))
    return { ...run, runner, items, status: outcomeOf(items) }
  })
  const [last] = shown
  return last && { ...last, history: shown.map(({ status }) => status).toReversed() }
}

export interface HookHealth {
  name: string
  state: 'active' | 'paused' | 'gone'
  isStoppedByUser: boolean
  /** Null while events arrive. */
  failingSince: Date | null
}

/** How sending to each event hook goes, by name. */
export const listHookStates = (db: Db): Promise<HookHealth[]> =>
  db
    .select({
      name: eventHooks.name,
      state: eventHooks.state,
      isStoppedByUser: sql<boolean>`${eventHooks.stoppedBy} is not null`,
      failingSince: hookFailingSince(sql`${eventHooks}`).mapWith(eventHooks.failingSince),
    })
    .from(eventHooks)
    .where(isNull(eventHooks.deletedAt))
    .orderBy(eventHooks.name)
