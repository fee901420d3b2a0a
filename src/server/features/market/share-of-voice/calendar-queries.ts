import { type SQL, sql } from 'drizzle-orm'
import type { Annotation, Calendar } from '#shared/features/market/share-of-voice/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { JsonText } from '../../../db/json/json-text.ts'
import { jsonRow, jsonRows } from '../../../db/json/shape.ts'
import { prepared } from '../../../db/prepared.ts'
import { type DayRange, isUpdate } from './queries.ts'

/** How many days before and after an event are compared. */
const COMPARED_DAYS = sql.raw('28')

const keywordId = sql`${sql.placeholder('keywordId')}::int`
const from = sql`${sql.placeholder('from')}::date`
const to = sql`${sql.placeholder('to')}::date`
const dayOf = (moment: SQL) => sql`(${moment} at time zone ${sql.placeholder('timeZone')}::text)::date`

/** Numbers of our and of other publishers that held the keyword, per day with data. */
const days = sql`select day, count(*) filter (where is_winning) as won, count(*) filter (where not is_winning) as lost
  from stats where keyword_id = ${keywordId} and day between ${from} - ${COMPARED_DAYS} and ${to} + ${COMPARED_DAYS} - 1
  group by day`

/** What happened to the keyword and its articles. */
const events = sql`
  select ${dayOf(sql`e.created_at`)} as day, case when ${isUpdate} then 'updated' else 'published' end as kind,
    a.article_id as id, a.title
  from article_keywords l join articles a using (article_id) join article_events e using (article_id)
  where l.keyword_id = ${keywordId} and e.action = 'published'
  union all
  select ${dayOf(sql`tracked_since`)}, 'tracked', null, ''
  from keywords where keyword_id = ${keywordId} and tracked_since is not null`

/** Percent of the days with data that were won; null where there are none. */
const rateIn = (first: SQL, last: SQL): SQL<number | null> =>
  sql`(select 100::float8 * count(*) filter (where won > 0) / nullif(count(*), 0)
    from days where day between ${first} and ${last})`

const calendar = jsonRow<Calendar>({
  days: jsonRows<Calendar['days'][number]>(
    { day: sql`day`, won: sql`won`, lost: sql`lost` },
    sql`days where day between ${from} and ${to} order by day`,
  ),
  annotations: jsonRows<Annotation>(
    {
      day: sql`e.day`,
      kind: sql`e.kind`,
      article: jsonRow<Annotation['article']>(
        { article_id: sql`e.id`, title: sql`e.title` },
        sql`(select 1) one where e.id is not null`,
      ),
      before: rateIn(sql`e.day - ${COMPARED_DAYS}`, sql`e.day - 1`),
      after: rateIn(sql`e.day`, sql`e.day + ${COMPARED_DAYS} - 1`),
    },
    sql`(${events}) e where e.day between ${from} and ${to} order by e.day, e.kind, e.id`,
  ),
  tracked_since: sql`(select ${dayOf(sql`tracked_since`)} from keywords where keyword_id = ${keywordId})`,
})

const calendars = prepared((db) =>
  db
    .select({ text: sql<string>`text` })
    .from(sql`(with days as materialized (${days}) select ${calendar}::text as text) calendar`)
    .prepare('keyword_calendar'),
)

/** A keyword's days with data, and what happened to it in the meantime with the shares before and after. */
export async function readCalendar(
  { db, timeZone }: { db: Db; timeZone: string },
  keyword: number,
  range: DayRange,
): Promise<JsonText<Calendar>> {
  const [row] = await calendars(db).execute({ keywordId: keyword, timeZone, ...range })
  return new JsonText(row?.text ?? '')
}
