import { type SQL, sql } from 'drizzle-orm'
import type { WinnerRow, WinnersFilter } from '#shared/features/share-of-voice/contract.ts'
import { toSignificant } from '#shared/format/percent.ts'
import type { Db } from '../../db/connect.ts'
import { prepared } from '../../db/prepared.ts'
import { keywords } from '../../db/schema/keywords.ts'
import { keywordDays } from '../../db/schema/share-of-voice.ts'
import { listIdsByRate, type RatePage } from '../keywords/service.ts'
import type { DayRange } from './queries.ts'

const RATES = { 7: keywordDays.rate7, 30: keywordDays.rate30, 90: keywordDays.rate90 } as const

export interface WinnersPage
  extends Pick<WinnersFilter, 'sort' | 'sortOrder' | 'dateRange'>,
    Pick<RatePage, 'where' | 'only' | 'matches' | 'limit' | 'offset'> {}

/** The numbers of a page of keywords, in order; those without data come last, whichever way they are sorted. */
export async function listWinnerIds(db: Db, page: WinnersPage): Promise<number[]> {
  if (page.sort === 'winning_percentage') return listIdsByRate(db, { ...page, rate: RATES[page.dateRange] })
  const direction = page.sortOrder === 'asc' ? sql`asc` : sql`desc`
  const rows = await db
    .select({ id: keywords.id })
    .from(keywords)
    .where(page.where)
    .orderBy(sql`${keywords.identity} ${direction}`)
    .limit(page.limit)
    .offset(page.offset)
  return rows.map(({ id }) => id)
}

/** The order of a page, for all keywords at once; `d` is their `keyword_days`. */
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

const winners = prepared((db) => {
  const ids = sql`unnest(${sql.placeholder('ids')}::int[]) with ordinality page(keyword_id, place)`
  const rate = sql`case ${sql.placeholder('dateRange')}::int
    when 7 then d.rate_7 when 30 then d.rate_30 else d.rate_90 end`
  return db
    .select({
      keyword_id: sql<number>`k.keyword_id`,
      keyword: sql<string>`k.keyword`,
      winning_percentage: sql<number | null>`${rate}`,
      sites: sql<WinnerRow['sites']>`coalesce((select json_agg(json_build_object('site_id', s.site_id,
        'display_name', s.display_name, 'logo_url', s.logo_url) order by s.display_name)
        from sites s where s.site_id = any(k.site_ids)), '[]')`,
      stats: sql<WinnerRow['stats']>`coalesce((select json_agg(json_build_object('stat_id', s.stat_id,
        'created_at', s.day, 'publisher', p.name, 'is_winning', s.is_winning)
        order by s.day, s.is_winning desc, s.stat_id)
        from stats s join publishers p using (publisher_id)
        where s.keyword_id = k.keyword_id
          and s.day between ${sql.placeholder('from')}::date and ${sql.placeholder('to')}::date), '[]')`,
    })
    .from(sql`${ids} join keywords k using (keyword_id) left join keyword_days d using (keyword_id)`)
    .orderBy(sql`place`)
    .prepare('keyword_winners')
})

/** These keywords in this order, with who held them on each day of the range, ours first. */
export async function readWinners(
  db: Db,
  ids: readonly number[],
  { range, dateRange }: { range: DayRange; dateRange: WinnersPage['dateRange'] },
): Promise<WinnerRow[]> {
  if (ids.length === 0) return []
  const rows = await winners(db).execute({ ids, dateRange, ...range })
  return rows.map(({ winning_percentage: rate, ...row }) => ({
    ...row,
    winning_percentage: rate === null ? null : toSignificant(rate),
  }))
}
