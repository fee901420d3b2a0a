import { type SQL, sql } from 'drizzle-orm'
import { type AlertCondition, KINDS, type Span } from '#shared/features/desk/alert-rules/rules.ts'
import type { Db } from '../../../db/connect.ts'

/** The condition of a rule and its site. */
export interface AskedFacts extends AlertCondition {
  siteId: number | null
}

export const factKind = ({ kind, against }: Pick<AskedFacts, 'kind' | 'against'>): string =>
  kind === 'earnings-fell' && against === 'year' ? 'earnings-fell-year' : kind

/** Facts that reach a threshold and meet the rule's other conditions. */
function reaches(asked: AskedFacts, threshold: number): SQL {
  const least = asked.kind === 'earnings-fell' ? sql`and was >= ${asked.least}::int` : sql``
  const site = asked.siteId === null ? sql`` : sql`and site_ids @> array[${asked.siteId}::int]`
  return sql`kind = ${factKind(asked)} and value >= ${threshold}::int ${least} ${site}`
}

/** Day 0 of `dayNumber`. */
const EPOCH = sql`date '1970-01-01'`

/** Most spans in a back-test. A rule with more fires too often to be useful. */
const MOST_SPANS = 200_000

const since = (from: string) => sql`(to_day is null or to_day > ${from}::date)`

/** Whether a threshold matches too often for a back-test. */
export async function isTooMuch(
  db: Db,
  asked: AskedFacts,
  { threshold, from }: { threshold: number; from: string },
): Promise<boolean> {
  const { rows } = await db.execute<{ spans: number }>(sql`
    select count(*)::int as spans from (
      select from alert_facts where ${reaches(asked, threshold)} and ${since(from)} limit ${MOST_SPANS + 1}::int) spans`)
  return (rows[0]?.spans ?? 0) > MOST_SPANS
}

/** Spans of each subject since a day, oldest first. */
export async function listSpans(
  db: Db,
  asked: AskedFacts,
  { threshold, from }: { threshold: number; from: string },
): Promise<Map<number, Span[]>> {
  const { rows } = await db.execute<{ id: number; from: number; to: number | null; value: number }>(sql`
    select subject_id as id, from_day - ${EPOCH} as "from", to_day - ${EPOCH} as "to", value from alert_facts
    where ${reaches(asked, threshold)} and ${since(from)} order by subject_id, from_day`)
  return Map.groupBy(rows, ({ id }) => id)
}

export interface NamedFact extends Record<string, unknown> {
  id: number
  value: number
  was: number
  is: number
  from: number
  to: number | null
}

const isSoOn = (today: string) =>
  sql`from_day <= ${today}::date and (to_day is null or to_day > ${today}::date)`

/** Number of matches on a day. */
export async function countNamed(db: Db, asked: AskedFacts, today: string): Promise<number> {
  const { rows } = await db.execute<{ named: number }>(
    sql`select count(*)::int as named from alert_facts where ${reaches(asked, asked.threshold)} and ${isSoOn(today)}`,
  )
  return rows[0]?.named ?? 0
}

/** Matches on a day, the most severe first; all of them, or up to a limit. */
export async function listNamed(
  db: Db,
  asked: AskedFacts,
  today: string,
  most: number | null = null,
): Promise<NamedFact[]> {
  const { rows } = await db.execute<NamedFact>(sql`
    select subject_id as id, value, was, "is", from_day - ${EPOCH} as "from", to_day - ${EPOCH} as "to" from alert_facts
    where ${reaches(asked, asked.threshold)} and ${isSoOn(today)}
    order by ${asked.kind === 'earnings-at-risk' ? sql`"is"` : sql`abs(was - "is")`} desc, subject_id limit ${most}::int`)
  return rows
}

/** Whether one subject matches. */
export async function isNamed(
  db: Db,
  asked: AskedFacts,
  { subjectId, today }: { subjectId: number; today: string },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from alert_facts where ${reaches(asked, asked.threshold)} and subject_id = ${subjectId}::int
      and ${isSoOn(today)} limit 1`)
  return rows.length > 0
}

/** Findings for these subjects on these days, in order; unknown ones are missing. */
export async function listFindings(
  db: Db,
  asked: Pick<AskedFacts, 'kind' | 'against'>,
  moments: readonly { id: number; day: number }[],
): Promise<Map<string, { was: number; is: number }>> {
  const { rows } = await db.execute<{ id: number; day: number; was: number; is: number }>(sql`
    select told.id, told.day, fact.was, fact."is"
    from unnest(${sql.param(moments.map(({ id }) => id))}::integer[], ${sql.param(moments.map(({ day }) => day))}::integer[]) as told (id, day)
    join alert_facts fact on fact.kind = ${factKind(asked)} and fact.subject_id = told.id
      and fact.from_day <= ${EPOCH} + told.day and (fact.to_day is null or fact.to_day > ${EPOCH} + told.day)`)
  return new Map(rows.map(({ id, day, was, is }) => [`${id} ${day}`, { was, is }]))
}

export interface Reach extends Record<string, unknown> {
  knownFrom: string | null
  countedAt: string
}

export async function findReach(db: Db, asked: AskedFacts): Promise<Reach | undefined> {
  const { rows } = await db.execute<Reach>(sql`
    select known_from::text as "knownFrom", counted_at as "countedAt" from alert_reaches where kind = ${factKind(asked)}`)
  return rows[0]
}

export interface SubjectName extends Record<string, unknown> {
  id: number
  title: string
  /** `hs/40001`; null for subjects other than posts. */
  post: string | null
}

const NAMES = {
  post: (ids: SQL) => sql`
    select p.content_post_id as id, p.title, lower(s.code) || '/' || p.post_id as post
    from content_posts p join sites s using (site_id) where p.content_post_id = any(${ids})`,
  product: (ids: SQL) => sql`
    select product_id as id, coalesce(nullif(name, ''), asin) as title, null as post from products where product_id = any(${ids})`,
  keyword: (ids: SQL) => sql`
    select keyword_id as id, keyword as title, null as post from keywords where keyword_id = any(${ids})`,
}

/** Names of subjects; deleted ones are missing. */
export async function nameSubjects(
  db: Db,
  kind: AskedFacts['kind'],
  ids: readonly number[],
): Promise<Map<number, SubjectName>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<SubjectName>(
    NAMES[KINDS[kind].noun](sql`${sql.param([...ids])}::integer[]`),
  )
  return new Map(rows.map((row) => [row.id, row]))
}
