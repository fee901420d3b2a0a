import { type SQL, sql } from 'drizzle-orm'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import type { Db } from '../../db/connect.ts'
import { marketKeywords } from '../../db/schema/market.ts'
import type { MarketOverview, SpreadKey } from './port.ts'

const M = marketKeywords
const HUNDREDTHS = 100

const PARTS = 24
/** Counts by their logarithm, as few keywords have most of the demand. */
const SPREADS: Readonly<Record<SpreadKey, { value: SQL; scale: number; isLog: boolean }>> = {
  competition: { value: sql`${M.competition}`, scale: 1, isLog: false },
  seasonality: { value: sql`${M.seasonality}`, scale: 1, isLog: false },
  score: { value: sql`${M.score}`, scale: 1, isLog: false },
  volume: { value: sql`${M.volume}`, scale: 1, isLog: true },
  price: { value: sql`${M.price}`, scale: HUNDREDTHS, isLog: true },
  unitsSold: { value: sql`${M.unitsSold}`, scale: 1, isLog: true },
}

/** How a market's keywords are spread over what filters ask for: from the least to the most, in 24 steps. */
export async function spreadMarket(db: Db, source: string, country: Country): Promise<MarketOverview> {
  const keys = Object.keys(SPREADS) as SpreadKey[]
  const axis = (key: SpreadKey) => {
    const { value, isLog } = SPREADS[key]
    return isLog ? sql`ln(greatest(${value}, 1)::float8)` : sql`${value}::float8`
  }
  const ofMarket = sql`${M.source} = ${source} and ${M.country} = ${country}`
  const { rows: ends } = await db.execute<Record<string, number | null> & { count: number }>(sql`
    select count(*)::int as count, ${sql.join(
      keys.flatMap((key) => [
        sql`min(${axis(key)}) as ${sql.identifier(`${key}_least`)}`,
        sql`max(${axis(key)}) as ${sql.identifier(`${key}_most`)}`,
      ]),
      sql`, `,
    )} from ${M} where ${ofMarket}`)
  const [row] = ends
  const boundsOf = (key: SpreadKey) => ({
    least: row?.[`${key}_least`] ?? 0,
    most: row?.[`${key}_most`] ?? 0,
  })
  const counted = async (key: SpreadKey) => {
    const { least, most } = boundsOf(key)
    const step = (most - least) / PARTS || 1
    const { rows } = await db.execute<{ part: number; count: number }>(sql`
      select least(${PARTS - 1}, floor((${axis(key)} - ${least}::float8) / ${step}::float8))::int as part, count(*)::int as count
      from ${M} where ${ofMarket} and ${SPREADS[key].value} is not null group by 1`)
    const counts = Array.from({ length: PARTS }, (_, at) => rows.find(({ part }) => part === at)?.count ?? 0)
    const { scale, isLog } = SPREADS[key]
    const plain = (end: number) => (isLog ? Math.exp(end) : end) / scale
    return { least: plain(least), most: plain(most), counts }
  }
  const spreads = {
    competition: await counted('competition'),
    seasonality: await counted('seasonality'),
    score: await counted('score'),
    volume: await counted('volume'),
    price: await counted('price'),
    unitsSold: await counted('unitsSold'),
  }
  return { count: row?.count ?? 0, spreads }
}
