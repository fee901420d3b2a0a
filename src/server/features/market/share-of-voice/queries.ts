import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { publisherDays, publishers, stats, stories } from '../../../db/schema/share-of-voice.ts'
import { safeCell } from '../../../db/sql/safe-cell.ts'

/** Both ends included, as `yyyy-MM-dd`. */
export interface DayRange {
  from: string
  to: string
}

export interface ReadStat {
  id: number
  keywordId: number
  day: string
  publisher: string
  isWinning: boolean
  story: Pick<typeof stories.$inferSelect, 'title' | 'publishedDate' | 'url' | 'items'>
}

const integers = (values: readonly number[]) => sql`${sql.param([...values])}::integer[]`

const wholeStats = (db: Db) =>
  db
    .select({
      id: stats.id,
      keywordId: stats.keywordId,
      day: stats.day,
      publisher: publishers.name,
      isWinning: stats.isWinning,
      story: {
        title: stories.title,
        publishedDate: stories.publishedDate,
        url: stories.url,
        items: stories.items,
      },
    })
    .from(stats)
    .innerJoin(publishers, eq(publishers.id, stats.publisherId))
    .innerJoin(stories, eq(stories.id, stats.storyId))

const inRange = ({ from, to }: DayRange) => sql`${stats.day} between ${from}::date and ${to}::date`

/** Holders of a keyword per day: ours first, the others in the displayed order. */
export async function listStats(db: Db, keywordId: number, range: DayRange): Promise<ReadStat[]> {
  return wholeStats(db)
    .where(and(eq(stats.keywordId, keywordId), inRange(range)))
    .orderBy(asc(stats.day), sql`${stats.isWinning} desc`, asc(stats.id))
}

export async function findStat(db: Db, id: number): Promise<ReadStat | null> {
  const [row] = await wholeStats(db).where(eq(stats.id, id))
  return row ?? null
}

/** The latest stat of a keyword that one of our sites won, up to `until` if given. */
export async function findLatestWin(db: Db, keywordId: number, until?: string): Promise<ReadStat | null> {
  const isThen = until === undefined ? undefined : sql`${stats.day} <= ${until}::date`
  const [row] = await wholeStats(db)
    .where(and(eq(stats.keywordId, keywordId), eq(stats.isWinning, true), isThen))
    .orderBy(sql`${stats.day} desc`, asc(stats.id))
    .limit(1)
  return row ?? null
}

/**
 * Whether an article (`a`) improves on something that existed before: another article's text, a post that was
 * not written here, or competitors' content.
 */
export const isUpdate = sql`(a.revises_id is not null
  or exists (select from article_checklist c where c.article_id = a.article_id)
  or exists (select from article_renewals r where r.article_id = a.article_id))`

/** Days in the range with collected data. */
export async function listCollectedDays(db: Db, { from, to }: DayRange): Promise<string[]> {
  const rows = await db
    .selectDistinct({ day: publisherDays.day })
    .from(publisherDays)
    .where(sql`${publisherDays.day} between ${from}::date and ${to}::date`)
  return rows.map(({ day }) => day)
}

export interface HeldKeywords {
  day: string
  publisher: string
  isOurs: boolean
  keywords: number
}

/** With up to this many tags, every pair is looked up. With more, all keywords with results are scanned. */
const MOST_PAIRED = 6

/** Keywords with more than one of these tags, and how often each is counted too much. */
function countedTwice(tagIds: readonly number[]): SQL {
  const surplus = sql`(select count(*)::int from unnest(k.tag_ids) t where t = any(${integers(tagIds)})) - 1`
  const twice = (from: SQL) => sql`(select k.keyword_id, ${surplus} as surplus from ${from} offset 0)`
  if (tagIds.length > MOST_PAIRED) return twice(sql`keyword_days join keywords k using (keyword_id)`)
  const both = tagIds.flatMap((one, at) =>
    tagIds.slice(at + 1).map((other) => sql`k.tag_ids @> ${integers([one, other])}`),
  )
  return twice(sql`keywords k where ${or(...both)}`)
}

/**
 * Number of keywords with any of the tags per publisher and day: the stored counts per tag, minus the
 * duplicates.
 */
function heldWithTags(tagIds: readonly number[], isInRange: SQL): SQL {
  const perTag = sql`select day, publisher_id, keywords from tag_days where tag_id = any(${integers(tagIds)}) and ${isInRange}`
  if (tagIds.length === 1) return sql`select * from (${perTag}) t where keywords > 0`
  const twice = sql`select day, publisher_id, -surplus from ${countedTwice(tagIds)} k
    cross join lateral (select day, publisher_id from stats s where s.keyword_id = k.keyword_id and ${isInRange} offset 0) s
    where surplus > 0`
  return sql`select day, publisher_id, sum(keywords)::int as keywords from (${perTag} union all ${twice}) t
    group by 1, 2 having sum(keywords) > 0`
}

/** Number of keywords per publisher and day: all keywords, or those with any of the tags. */
export async function countHeld(
  db: Db,
  { from, to }: DayRange,
  tagIds: readonly number[],
): Promise<HeldKeywords[]> {
  const isInRange = sql`day between ${from}::date and ${to}::date`
  const held =
    tagIds.length === 0
      ? sql`select day, publisher_id, keywords from publisher_days where ${isInRange}`
      : heldWithTags([...new Set(tagIds)], isInRange)
  const { rows } = await db.execute<{
    day: string
    publisher: string
    is_ours: boolean
    keywords: number
  }>(sql`
    select h.day, p.name as publisher, p.is_ours, h.keywords
    from (${held}) h join publishers p using (publisher_id) order by 1, 2`)
  return rows.map(({ is_ours, ...row }) => ({ ...row, isOurs: is_ours }))
}

/** File with the columns that `npm run import -- share-of-voice` reads. */
const fileOf = (where: SQL, order: SQL): SQL => sql`
  select s.day as "Day", ${safeCell(sql`${keywords.keyword}`)} as "Keyword", ${safeCell(sql`p.name`)} as "Publisher",
    case when s.is_winning then 'yes' else 'no' end as "Won", ${safeCell(sql`t.title`)} as "Title",
    ${safeCell(sql`t.published_date`)} as "Published", ${safeCell(sql`t.url`)} as "Link", t.items as "Items"
  from ${keywords} join stats s on s.keyword_id = ${keywords.id}
    join publishers p using (publisher_id) join stories t using (story_id)
    left join keyword_days d on d.keyword_id = ${keywords.id}
  where ${where} order by ${order}`

/** All stats of a day as rows of a file. */
export const dayFile = (day: string): SQL =>
  fileOf(sql`s.day = ${day}::date`, sql`${keywords.identity}, s.is_winning desc, s.stat_id`)

/** Stats of some keywords and days as rows of a file, sorted by keyword. */
export const rangeFile = ({
  where,
  range,
  order,
}: {
  where: SQL | undefined
  range: DayRange
  order: SQL
}): SQL =>
  fileOf(
    and(sql`s.day between ${range.from}::date and ${range.to}::date`, where) ?? sql`true`,
    sql`${order}, s.day, s.is_winning desc, s.stat_id`,
  )
