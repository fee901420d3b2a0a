import { and, type SQL, sql } from 'drizzle-orm'
import type { WinnerRow, WinnersFilter } from '#shared/features/market/share-of-voice/contract.ts'
import type { Db } from '../../../db/connect.ts'
import type { JsonText } from '../../../db/json/json-text.ts'
import { jsonList, jsonRows } from '../../../db/json/shape.ts'
import { prepared } from '../../../db/prepared.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { keywordDays } from '../../../db/schema/share-of-voice.ts'
import { significantDigits } from '../../../db/sql/significant-digits.ts'
import { listIdsByRate, type RatePage } from '../../keywords/area.ts'
import type { DayRange } from './queries.ts'

const RATES = { 7: keywordDays.rate7, 30: keywordDays.rate30, 90: keywordDays.rate90 } as const
const DAYS = { 7: keywordDays.days7, 30: keywordDays.days30, 90: keywordDays.days90 } as const

export interface WinnersPage
  extends Pick<WinnersFilter, 'sort' | 'sortOrder' | 'dateRange'>,
    Pick<RatePage, 'where' | 'only' | 'matches' | 'limit' | 'offset'> {
  minDays?: number | undefined
}

/** Condition on `keywords` for the minimum number of days with data; undefined if there is no minimum. */
function hasDays({ dateRange, minDays }: Pick<WinnersPage, 'dateRange' | 'minDays'>): SQL | undefined {
  if (minDays === undefined) return undefined
  return sql`${keywords.id} in (select ${keywordDays.keywordId} from ${keywordDays}
    where ${keywordDays.isTracked} and ${DAYS[dateRange]} >= ${minDays}::int)`
}

/** Conditions on `keywords`, including the minimum number of days. */
export const winnersWhere = (where: SQL | undefined, of: Pick<WinnersPage, 'dateRange' | 'minDays'>) =>
  and(where, hasDays(of))

/** Number of keywords with enough days with data in the range. */
export async function countWinners(
  db: Db,
  { where, only, dateRange, minDays = 1 }: Pick<WinnersPage, 'where' | 'only' | 'dateRange' | 'minDays'>,
): Promise<number> {
  const has = sql`${keywordDays.isTracked} and ${DAYS[dateRange]} >= ${minDays}::int`
  const { rows } = await db.execute<{ count: number }>(
    only
      ? sql`select count(*)::int as count from ${keywordDays} where ${has}`
      : sql`select count(*)::int as count from ${keywordDays}
          join ${keywords} on ${keywords.id} = ${keywordDays.keywordId} where ${has} and ${where ?? sql`true`}`,
  )
  return rows[0]?.count ?? 0
}

/** Ids of a page of keywords, in order. Keywords without data come last in both directions. */
export async function listWinnerIds(db: Db, page: WinnersPage): Promise<number[]> {
  const { dateRange, minDays } = page
  if (page.sort === 'winning_percentage') {
    const least = minDays === undefined ? undefined : { days: DAYS[dateRange], count: minDays }
    return listIdsByRate(db, { ...page, rate: RATES[dateRange], least })
  }
  const direction = page.sortOrder === 'asc' ? sql`asc` : sql`desc`
  const rows = await db
    .select({ id: keywords.id })
    .from(keywords)
    .where(winnersWhere(page.where, page))
    .orderBy(sql`${keywords.identity} ${direction}`)
    .limit(page.limit)
    .offset(page.offset)
  return rows.map(({ id }) => id)
}

/** Sort order for queries over all keywords; `d` is their `keyword_days`. */
export function winnersOrder({
  sort,
  sortOrder,
  dateRange,
}: Pick<WinnersPage, 'sort' | 'sortOrder' | 'dateRange'>): SQL {
  const direction = sortOrder === 'asc' ? sql`asc` : sql`desc`
  if (sort === 'keyword') return sql`${keywords.identity} ${direction}`
  const tie = sortOrder === 'asc' ? sql`desc` : sql`asc`
  return sql`d.${sql.identifier(RATES[dateRange].name)} ${direction} nulls last, ${keywords.id} ${tie}`
}

const dateRange = sql`${sql.placeholder('dateRange')}::int`
const from = sql`${sql.placeholder('from')}::date`

const winnerRow = jsonList<WinnerRow>({
  keyword_id: sql`k.keyword_id`,
  keyword: sql`k.keyword`,
  sites: jsonRows<WinnerRow['sites'][number]>(
    { site_id: sql`s.site_id`, display_name: sql`s.display_name`, logo_url: sql`s.logo_url` },
    sql`sites s where s.site_id = any(k.site_ids) order by s.display_name`,
  ),
  winning_percentage: significantDigits(
    sql`case ${dateRange} when 7 then d.rate_7 when 30 then d.rate_30 else d.rate_90 end`,
  ),
  previous_percentage: sql`(select ${significantDigits(
    sql`(100.0 * count(*) filter (where is_won) / nullif(count(*), 0))`,
  )} from (select bool_or(s.is_winning) as is_won from stats s where s.keyword_id = k.keyword_id
      and s.day between ${from} - ${dateRange} and ${from} - 1 group by s.day) d)`,
  tracked_since: sql`(k.tracked_since at time zone ${sql.placeholder('timeZone')}::text)::date`,
  stats: jsonRows<WinnerRow['stats'][number]>(
    {
      stat_id: sql`s.stat_id`,
      created_at: sql`s.day`,
      publisher: sql`p.name`,
      is_winning: sql`s.is_winning`,
    },
    sql`stats s join publishers p using (publisher_id)
      where s.keyword_id = k.keyword_id and s.day between ${from} and ${sql.placeholder('to')}::date
      order by s.day, s.is_winning desc, s.stat_id`,
  ),
})

const winners = prepared((db) =>
  db
    .select(winnerRow.columns)
    .from(
      sql`unnest(${sql.placeholder('ids')}::int[]) with ordinality page(keyword_id, place)
        join keywords k using (keyword_id) left join keyword_days d using (keyword_id)`,
    )
    .orderBy(sql`place`)
    .prepare('keyword_winners'),
)

/** The days to read, and their time zone. */
export interface WinnersDays extends Pick<WinnersPage, 'dateRange'> {
  timeZone: string
  range: DayRange
}

/**
 * These keywords in order, with their holders per day of the range, ours first. Shares have the displayed
 * digits.
 */
export async function readWinners(
  db: Db,
  ids: readonly number[],
  { timeZone, range, dateRange }: WinnersDays,
): Promise<JsonText<WinnerRow>[]> {
  if (ids.length === 0) return []
  return winnerRow.write(await winners(db).execute({ ids, dateRange, timeZone, ...range }), {})
}
