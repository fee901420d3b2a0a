import {
  and,
  asc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type Country, SEASONAL_FROM, YEAR_WEEKS } from '#shared/features/keywords/opportunities/rules.ts'
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { marketKeywords } from '../../db/schema/market.ts'
import { asLiteral } from '../../db/sql/like-pattern.ts'
import type { MarketFilter, MarketKeyword, MarketQuestion, MarketSort } from './port.ts'

export type MarketKeywordRow = typeof marketKeywords.$inferSelect
export type NewMarketKeyword = Omit<typeof marketKeywords.$inferInsert, 'id'>

/** Fields that a row's score is computed from. The score depends on all rows of its market. */
export type Scored = Pick<
  MarketKeywordRow,
  'id' | 'volume' | 'monthlyTrend' | 'competition' | 'seasonality' | 'score'
>

/** SQL condition for whether a keyword with this identity is in our list. */
export type IsOurs = (identity: SQL) => SQL

const M = marketKeywords
const HUNDREDTHS = 100

const SORTS: Readonly<Record<Exclude<MarketSort, 'peak'>, SQL>> = {
  name: sql`${M.identity}`,
  score: sql`${M.score}`,
  volume: sql`${M.volume}`,
  monthlyTrend: sql`${M.monthlyTrend}`,
  quarterlyTrend: sql`${M.quarterlyTrend}`,
  unitsSold: sql`${M.unitsSold}`,
  price: sql`${M.price}`,
  competition: sql`${M.competition}`,
}

/** Sorts by the number of weeks from the first week to the peak; within one week, the best first. */
function byPeak({ firstPeak, order }: MarketQuestion): SQL {
  const after = sql`case when ${M.seasonality} >= ${SEASONAL_FROM}::int then (${M.peakWeek} - ${firstPeak}::int + ${YEAR_WEEKS}::int) % ${YEAR_WEEKS}::int end`
  return sql`${after} ${sql.raw(order)} nulls last, ${M.score} desc nulls last, ${M.id}`
}

function orderOf(question: MarketQuestion): SQL {
  if (question.sort === 'peak') return byPeak(question)
  const direction = sql.raw(question.order === 'asc' ? 'asc nulls last' : 'desc nulls last')
  return sql`${SORTS[question.sort]} ${direction}, ${M.id}`
}

const has = (part: string) => sql`${M.identity} like ${`%${asLiteral(part)}%`}`

const MOST = 2_147_483_647
/**
 * A bound of an integer column, cast to integer: with another numeric type, the index by score would not be
 * used.
 */
const whole = (bound: number) => sql`${Math.max(-MOST, Math.min(MOST, bound))}::integer`
/** Rounds off floating-point errors: 20.01 times 100 is 2001. */
const scaled = (bound: number, scale: number) => Number((bound * scale).toFixed(6))

interface Bounds {
  min?: number | undefined
  max?: number | undefined
}

function within(column: SQL, { min, max }: Bounds, scale = 1) {
  return and(
    min === undefined ? undefined : sql`${column} >= ${whole(Math.ceil(scaled(min, scale)))}`,
    max === undefined ? undefined : sql`${column} <= ${whole(Math.floor(scaled(max, scale)))}`,
  )
}

/** The same for a floating-point column. */
function fractionWithin(column: SQL, { min, max }: Bounds) {
  return and(
    min === undefined ? undefined : sql`${column} >= ${min}::float8`,
    max === undefined ? undefined : sql`${column} <= ${max}::float8`,
  )
}

/** Figures that may be unknown, each with the condition of its bounds. */
function unsureBounds(filter: MarketFilter): (SQL | undefined)[] {
  const orUnknown = (column: SQL, bounds: SQL | undefined) =>
    bounds && filter.withUnknown ? or(sql`${column} is null`, bounds) : bounds
  const competition = sql`${M.competition}`
  const seasonality = sql`${M.seasonality}`
  const price = sql`${M.price}`
  const unitsSold = sql`${M.unitsSold}`
  const monthlyTrend = sql`${M.monthlyTrend}`
  return [
    orUnknown(competition, within(competition, filter.competition)),
    orUnknown(seasonality, within(seasonality, filter.seasonality)),
    orUnknown(price, within(price, filter.price, HUNDREDTHS)),
    orUnknown(unitsSold, within(unitsSold, filter.unitsSold)),
    orUnknown(monthlyTrend, fractionWithin(monthlyTrend, filter.monthlyTrend)),
  ]
}

function matching(source: string, filter: MarketFilter, isOurs: IsOurs): SQL | undefined {
  const { country, categories = [], include, exclude } = filter
  return and(
    eq(M.source, source),
    eq(M.country, country),
    categories.length === 0 ? undefined : sql`${M.category} = any(${sql.param([...categories])}::text[])`,
    ...include.map(has),
    ...exclude.map((part) => sql`not ${has(part)}`),
    ...unsureBounds(filter),
    within(sql`${M.volume}`, filter.volume),
    within(sql`${M.score}`, filter.score),
    filter.withoutTopBrands ? sql`not ${M.isTopBrand}` : undefined,
    filter.withoutOurs ? sql`not ${isOurs(sql`${M.identity}`)}` : undefined,
  )
}

export const marketKeywordOf = (row: MarketKeywordRow): MarketKeyword => ({
  ...row,
  price: row.price === null ? null : row.price / HUNDREDTHS,
})

/** The page is selected from the index alone; only its own rows are read. */
export async function findMarketPage(
  db: Db,
  { source, isOurs }: { source: string; isOurs: IsOurs },
  question: MarketQuestion,
): Promise<MarketKeyword[]> {
  const order = orderOf(question)
  const ids = db
    .select({ id: M.id })
    .from(M)
    .where(matching(source, question, isOurs))
    .orderBy(order)
    .limit(question.limit)
    .offset(question.offset)
  const rows = await db.select().from(M).where(inArray(M.id, ids)).orderBy(order)
  return rows.map(marketKeywordOf)
}

/** Counts the matches of several filters in one scan of their country. */
async function countTogether(
  db: Db,
  of: { source: string; isOurs: IsOurs },
  filters: readonly MarketFilter[],
): Promise<number[]> {
  const conditions = filters.map((filter) => matching(of.source, filter, of.isOurs))
  if (conditions.length <= 1) return Promise.all(conditions.map((condition) => db.$count(M, condition)))
  const counts = conditions.map((condition, at) => [
    `count${at}`,
    sql<number>`count(*) filter (where ${condition})::int`,
  ])
  const countries = [...new Set(filters.map(({ country }) => country))]
  const [row] = await db
    .select(Object.fromEntries(counts) as Record<string, SQL<number>>)
    .from(M)
    .where(and(eq(M.source, of.source), inArray(M.country, countries)))
  return conditions.map((_, at) => row?.[`count${at}`] ?? 0)
}

/**
 * Counts the matches of each filter. Leaving out our own keywords needs a join, which next to others would
 * run row by row.
 */
export async function countMarket(
  db: Db,
  of: { source: string; isOurs: IsOurs },
  filters: readonly MarketFilter[],
): Promise<number[]> {
  const together = await countTogether(
    db,
    of,
    filters.filter(({ withoutOurs }) => !withoutOurs),
  )
  const counts: number[] = []
  for (const filter of filters)
    counts.push(
      filter.withoutOurs
        ? await db.$count(M, matching(of.source, filter, of.isOurs))
        : (together.shift() ?? 0),
    )
  return counts
}

export async function listMarketCategories(db: Db, source: string, country: Country): Promise<string[]> {
  const rows = await db
    .selectDistinct({ category: M.category })
    .from(M)
    .where(and(eq(M.source, source), eq(M.country, country)))
  return rows.map(({ category }) => category).sort()
}

export async function findMarketKeyword(
  db: Db,
  source: string,
  country: Country,
  identity: string,
): Promise<MarketKeywordRow | null> {
  const [row] = await db
    .select()
    .from(M)
    .where(and(eq(M.source, source), eq(M.country, country), eq(M.identity, identity)))
  return row ?? null
}

/** Rows per statement. The statement is text and is held in memory twice. */
const ROWS_PER_INSERT = 4000

const COLUMNS = Object.entries(getTableColumns(M)).filter(([key]) => key !== 'id' && key !== 'openedAt')
const NAMES = sql.join(
  COLUMNS.map(([, { name }]) => sql.identifier(name)),
  sql`, `,
)

/** A row with the column defaults for missing fields. */
const recordOf = (row: NewMarketKeyword) => ({
  score: 0,
  is_top_brand: false,
  asins: [],
  ...Object.fromEntries(
    COLUMNS.map(([key, { name }]) => [name, row[key as keyof NewMarketKeyword]] as const).filter(
      ([, value]) => value !== undefined,
    ),
  ),
})

/** Upserts a market's data. Fields that it does not contain keep their values. */
export async function saveMarketKeywords(db: Db, rows: readonly NewMarketKeyword[]): Promise<void> {
  const kept = (name: string) => sql.raw(`${name} = coalesce(excluded.${name}, market_keywords.${name})`)
  // Scores depend on all rows of a market, so they are written for all rows or for none.
  const unsaid = rows.some(({ score }) => score !== undefined) ? [] : ['score']
  const said = COLUMNS.filter(
    ([key]) => !['source', 'country', 'identity', 'asins', 'isTopBrand', ...unsaid].includes(key),
  )
  const set = sql.join([...said.map(([, { name }]) => kept(name)), KEPT_ASINS, KEPT_BRAND], sql`, `)
  await inTurn(db, async (tx) => {
    for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
      const records = JSON.stringify(rows.slice(from, from + ROWS_PER_INSERT).map(recordOf))
      await tx.execute(sql`
        insert into ${M} (${NAMES}) select ${NAMES} from json_populate_recordset(null::market_keywords, ${records}::json)
        on conflict (source, country, identity) do update set ${set}`)
    }
  })
}

/** Serializes writers of many rows: two that lock the same rows in different orders would deadlock. */
const inTurn = (db: Db, write: (tx: Db) => Promise<unknown>) =>
  transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.marketStore})`)
    await write(tx)
  })

/** A keyword once recognized as naming a leading brand stays so. */
const KEPT_BRAND = sql.raw('is_top_brand = market_keywords.is_top_brand or excluded.is_top_brand')

const KEPT_ASINS = sql.raw(
  'asins = case when cardinality(excluded.asins) = 0 then market_keywords.asins else excluded.asins end',
)

/** Fields that the scores of a market are computed from. */
export async function listScored(db: Db, source: string, country: Country): Promise<Scored[]> {
  const { id, volume, monthlyTrend, competition, seasonality, score } = M
  return db
    .select({ id, volume, monthlyTrend, competition, seasonality, score })
    .from(M)
    .where(and(eq(M.source, source), eq(M.country, country)))
}

export async function saveScores(db: Db, scored: readonly Pick<Scored, 'id' | 'score'>[]): Promise<void> {
  if (scored.length === 0) return
  const ids = sql.param(scored.map(({ id }) => id))
  const scores = sql.param(scored.map(({ score }) => score))
  await inTurn(db, (tx) =>
    tx.execute(sql`update ${M} set score = new.score
      from unnest(${ids}::integer[], ${scores}::smallint[]) as new (id, score) where ${M.id} = new.id`),
  )
}

/** Rows of the built-in market, with the model of their weekly figures. */
export const listModelled = (db: Db, source: string, country: Country) =>
  db
    .select()
    .from(M)
    .where(and(eq(M.source, source), eq(M.country, country), isNotNull(M.model)))
    .orderBy(asc(M.id))

/** When the oldest row of a source was read; null if there are no rows. */
export async function oldestReading(db: Db, source: string): Promise<Date | null> {
  const [row] = await db
    .select({ readAt: M.readAt })
    .from(M)
    .where(eq(M.source, source))
    .orderBy(asc(M.readAt))
    .limit(1)
  return row?.readAt ?? null
}

/** Records that a user has viewed a keyword. */
export async function markLookedAt(db: Db, id: number, now: Date): Promise<void> {
  await db.update(M).set({ openedAt: now }).where(eq(M.id, id))
}

/** Keywords viewed after one moment and not refreshed since another, the longest without a refresh first. */
export async function listLookedAt(
  db: Db,
  source: string,
  { since, before, most }: { since: Date; before: Date; most: number },
): Promise<MarketKeywordRow[]> {
  return db
    .select()
    .from(M)
    .where(
      and(eq(M.source, source), gte(M.openedAt, since), or(isNull(M.detailedAt), lt(M.detailedAt, before))),
    )
    .orderBy(sql`${M.detailedAt} asc nulls first`, asc(M.id))
    .limit(most)
}

export async function countMarketKeywords(db: Db, source: string): Promise<number> {
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(M).where(eq(M.source, source))
  return row?.count ?? 0
}

interface RelatedWhere {
  source: string
  country: Country
  words: readonly string[]
  /** True: any of the words must occur. False: all of them. */
  isAny: boolean
  most: number
}

/** Keywords with these words, most searched first. */
export async function findRelatedKeywords(db: Db, where: RelatedWhere): Promise<MarketKeywordRow[]> {
  const { source, country, words, isAny, most } = where
  const wanted = words.filter((word) => word !== '').map(has)
  if (wanted.length === 0) return []
  return db
    .select()
    .from(M)
    .where(and(eq(M.source, source), eq(M.country, country), isAny ? or(...wanted) : and(...wanted)))
    .orderBy(sql`${M.volume} desc`, M.id)
    .limit(most)
}
