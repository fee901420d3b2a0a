import { type SQL, sql } from 'drizzle-orm'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import type { PlanQuery } from '#shared/features/keywords/planner/contract.ts'
import { MOST_PLANS, PLANNED_MONTHS } from '#shared/features/keywords/planner/rules.ts'
import { plusMonths } from '#shared/format/day.ts'
import type { Db } from '../../../db/connect.ts'

/** A planned keyword with its progress. */
export interface FoundPlan extends Record<string, unknown> {
  id: number
  country: Country
  name: string
  keywordId: number | null
  siteId: number
  siteCode: string
  siteName: string
  /** `yyyy-MM`. */
  month: string
  publishBy: string | null
  peakOn: string | null
  score: number | null
  volume: number | null
  asins: string[]
  userId: number
  firstName: string
  lastName: string
  note: string
  version: number
  articleId: number | null
  title: string | null
  status: string | null
  trackedSite: string | null
  trackedPost: string | null
}

/** The reader, who does not see other users' drafts, and the market whose searches are planned. */
export interface PlanView {
  viewerId: number
  source: string
}

/** Each with its site's newest article about it, and the tracked post of that article. */
const plans = ({ viewerId, source }: PlanView) => sql`
  from planned_keywords p
    join sites s on s.site_id = p.site_id
    join users u on u.id = p.user_id
    left join keywords k on k.identity = p.identity
    left join market_keywords m on m.source = ${source} and m.country = p.country and m.identity = p.identity
    left join lateral (
      select a.article_id, a.title, a.status
      from article_keywords l join articles a using (article_id)
      where l.keyword_id = k.keyword_id and a.site_id = p.site_id and a.revises_id is null
        and a.status not in ('rejected', 'canceled') and (a.status <> 'draft' or a.user_id = ${viewerId}::int)
      order by a.article_id desc limit 1
    ) a on true
    left join lateral (
      select s.code, c.post_id from content_posts c
      where c.article_id = a.article_id and c.gone_at is null and a.status = 'published' limit 1
    ) t on true`

const COLUMNS = sql`
  p.plan_id as id, p.country, p.name, k.keyword_id as "keywordId", p.site_id as "siteId", lower(s.code) as "siteCode",
  s.display_name as "siteName", to_char(p.month, 'YYYY-MM') as month,
  to_char(p.publish_by, 'YYYY-MM-DD') as "publishBy", to_char(p.peak_on, 'YYYY-MM-DD') as "peakOn", m.score, m.volume,
  coalesce(m.asins, '{}') as asins,
  p.user_id as "userId", u.first_name as "firstName", u.last_name as "lastName", p.note, p.version,
  a.article_id as "articleId", a.title, a.status, lower(t.code) as "trackedSite", t.post_id as "trackedPost"`

/** Plans for the months from `first` on, and unfinished ones of the year before. */
function within(first: string, { site, by, country }: PlanQuery): SQL {
  const month = (count: number) => sql`${`${plusMonths(first, count)}-01`}::date`
  const conditions = [
    sql`p.removed_at is null and p.month >= ${month(-PLANNED_MONTHS)} and p.month < ${month(PLANNED_MONTHS)}`,
    sql`(p.month >= ${month(0)} or a.status is distinct from 'published')`,
    ...(site === undefined ? [] : [sql`p.site_id = ${site}::int`]),
    ...(by === undefined ? [] : [sql`p.user_id = any(${sql.param([...by])}::int[])`]),
    ...(country === undefined ? [] : [sql`p.country = ${country}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** Plans from a month on, oldest first, and their number. */
export async function listPlans(
  db: Db,
  view: PlanView,
  { first, query }: { first: string; query: PlanQuery },
): Promise<{ rows: FoundPlan[]; total: number }> {
  const { rows } = await db.execute<FoundPlan & { total: number }>(sql`
    select ${COLUMNS}, (count(*) over ())::int as total ${plans(view)} where ${within(first, query)}
    order by p.month, p.publish_by nulls last, p.plan_id limit ${MOST_PLANS}`)
  return { rows, total: rows[0]?.total ?? 0 }
}

/** Plans by id. */
export async function findPlans(db: Db, view: PlanView, ids: readonly number[]): Promise<FoundPlan[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<FoundPlan>(sql`
    select ${COLUMNS} ${plans(view)} where p.plan_id = any(${sql.param([...ids])}::int[])
    order by p.month, p.publish_by nulls last, p.plan_id`)
  return rows
}

/** Seasons of searches by identity; unknown ones are missing. */
export async function findSeasons(
  db: Db,
  { source, country, identities }: { source: string; country: Country; identities: readonly string[] },
): Promise<Map<string, { name: string; seasonality: number | null; peakWeek: number | null }>> {
  const { rows } = await db.execute<{
    identity: string
    name: string
    seasonality: number | null
    peakWeek: number | null
  }>(sql`
    select identity, name, seasonality, peak_week as "peakWeek" from market_keywords
    where source = ${source} and country = ${country} and identity = any(${sql.param([...identities])}::text[])`)
  return new Map(rows.map((row) => [row.identity, row]))
}
