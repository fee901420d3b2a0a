import { z } from 'zod'
import { plusDays } from '#shared/format/day.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Db } from '../../db/connect.ts'
import type { AnswerOf } from '../vendor-client/answer-cache.ts'
import { type Days, type JungleScoutClient, SYSTEM } from './jungle-scout-client.ts'
import { detailsOf, marketProductOf } from './jungle-scout-mapping.ts'
import { CachedProducts } from './jungle-scout-products.ts'
import * as store from './keyword-store.ts'
import type { WeekValue } from './port.ts'
import { rescore } from './rescore.ts'

/** Most days per call. */
const RANGE_DAYS = 365
/** Derived figures of recently viewed keywords are recomputed after this time. */
export const DETAILS_FRESH_MS = 20 * HOUR_MS
/** Number of products whose sales represent a search. */
const MOST_SOLD = 10

export interface DetailsDeps {
  db: Db
  clock: () => Date
  client: JungleScoutClient
  /** Caches answers. */
  answerOf: AnswerOf
}

const Weeks = z.array(z.object({ date: z.string(), value: z.number() }))
const Sales = z.array(
  z.object({ date: z.string(), units: z.number().nullable(), price: z.number().nullable() }),
)
const Voice = z.object({ asins: z.array(z.string()), brands: z.array(z.string()) })

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

/** The range that ends yesterday, and the one before it. */
export function rangesUpTo(today: string): [before: Days, latest: Days] {
  const to = plusDays(today, -1)
  const from = plusDays(to, 1 - RANGE_DAYS)
  return [
    { from: plusDays(from, -RANGE_DAYS), to: plusDays(from, -1) },
    { from, to },
  ]
}

/** Jungle Scout's details of one keyword. Each part is cached, because it costs a call. */
function createReadings({ clock, client, answerOf }: DetailsDeps) {
  const ask = <Value>(
    what: string,
    row: store.MarketKeywordRow,
    schema: z.ZodType<Value>,
    read: () => Promise<Value>,
  ) => answerOf(`${SYSTEM} ${what} ${row.country} ${row.identity}`, schema, read)

  const weeks = (row: store.MarketKeywordRow) =>
    ask('weeks', row, Weeks, async () => {
      const answers = []
      for (const days of rangesUpTo(dayOf(clock())))
        answers.push(await client.volumes(row.country, row.name, days))
      return answers
        .flatMap(({ data }) => data)
        .flatMap(({ attributes }): WeekValue[] => {
          const { estimate_start_date: date, estimated_exact_search_volume: value } = attributes
          return date === null ? [] : [{ date: date.slice(0, 10), value }]
        })
        .sort((one, other) => (one.date < other.date ? -1 : 1))
    })

  const products = (row: store.MarketKeywordRow) =>
    ask('products', row, CachedProducts, async () => {
      const { data } = await client.products({
        country: row.country,
        includeKeywords: [row.name],
        sort: '-sales',
        excludeUnavailable: false,
        size: MOST_SOLD,
      })
      return data.map(marketProductOf).filter((product) => product !== null)
    })

  const voice = (row: store.MarketKeywordRow) =>
    ask('voice', row, Voice, async () => {
      const { attributes } = (await client.voice(row.country, row.name)).data
      return {
        asins: (attributes.top_asins ?? []).flatMap(({ asin }) => asin ?? []),
        brands: (attributes.brands ?? []).flatMap(({ brand }) => brand ?? []),
      }
    })

  return { ask, weeks, products, voice }
}

/** Daily sales of a search's products; one call per product. */
function createSales({ clock, client }: DetailsDeps, { ask }: ReturnType<typeof createReadings>) {
  return (row: store.MarketKeywordRow) =>
    ask('sales', row, Sales, async () => {
      const [, latest] = rangesUpTo(dayOf(clock()))
      const families = new Map<string, z.infer<typeof Sales>>()
      for (const asin of row.asins.slice(0, MOST_SOLD)) {
        const { data } = await client.sales(row.country, asin, latest)
        for (const { attributes } of data) {
          // The vendor returns the sales of the whole family for a variant, so each family counts once.
          families.set(
            attributes.parent_asin ?? attributes.asin ?? asin,
            (attributes.data ?? []).map((day) => ({
              date: day.date.slice(0, 10),
              units: day.estimated_units_sold,
              price: day.last_known_price,
            })),
          )
        }
      }
      return [...families.values()].flat()
    })
}

/** Details of one keyword: its weeks, its products' sales, and derived figures. */
export function createDetails(deps: DetailsDeps) {
  const { db, clock } = deps
  const readings = createReadings(deps)
  const { weeks, products, voice } = readings

  /** Computes missing or outdated figures; returns the updated row. */
  async function compose(row: store.MarketKeywordRow): Promise<store.MarketKeywordRow> {
    const now = clock()
    if (row.detailedAt !== null && now.getTime() - row.detailedAt.getTime() < DETAILS_FRESH_MS) return row
    const [known, sold, heard] = [await weeks(row), await products(row), await voice(row)]
    const details = detailsOf(row.identity, {
      weeks: known.value,
      products: sold.value,
      topAsins: heard.value.asins,
      brands: heard.value.brands,
    })
    const described = { ...row, ...details, detailedAt: now }
    const { id: _id, ...columns } = described
    await store.saveMarketKeywords(db, [columns])
    await rescore(db, SYSTEM, row.country)
    return described
  }

  return { weeks, sales: createSales(deps, readings), compose }
}
