import { z } from 'zod'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { CallUsage } from '../billed-user.ts'
import type { AdapterHealth } from '../health.ts'
import { IntegrationError } from '../integration-error.ts'
import { seasonWeeks } from './built-in.ts'
import { SYSTEM } from './jungle-scout-client.ts'
import { createDetails, DETAILS_FRESH_MS, type DetailsDeps } from './jungle-scout-details.ts'
import { keywordsOf, weeksOfSales, yearOfWeeks } from './jungle-scout-mapping.ts'
import { createProductSearch } from './jungle-scout-products.ts'
import * as store from './keyword-store.ts'
import type { Dated, KeywordMarket } from './port.ts'
import { rescore } from './rescore.ts'
import { spreadMarket } from './spread-store.ts'

/** Keywords viewed within this time are refreshed. */
const LOOKED_AT_MS = 30 * DAY_MS
const MOST_REFRESHED = 200

interface JungleScoutDeps extends DetailsDeps {
  isOurs: store.IsOurs
  usage: () => Promise<CallUsage>
}

/** Transforms a dated value; its date and failure stay. */
const mapped = <From, To>({ value, ...dated }: Dated<From>, make: (value: From) => To): Dated<To> => ({
  ...dated,
  value: make(value),
})

/** Queries the searches for some words and stores them. */
async function learn({ db, clock, client, answerOf }: JungleScoutDeps, country: Country, words: string) {
  if (words === '') return
  const { failure } = await answerOf(`${SYSTEM} keywords ${country} ${words}`, z.number(), async () => {
    const { data } = await client.keywords(country, words)
    const rows = keywordsOf(
      data.map(({ attributes }) => attributes),
      { source: SYSTEM, country, readAt: clock() },
    )
    await store.saveMarketKeywords(db, rows)
    await rescore(db, SYSTEM, country)
    return rows.length
  })
  if (failure) throw failure
}

/** Refreshes recently viewed keywords, the oldest data first, within the daily limit of calls. */
async function refresh(
  { db, clock }: JungleScoutDeps,
  compose: (row: store.MarketKeywordRow) => Promise<unknown>,
): Promise<void> {
  const now = clock().getTime()
  const rows = await store.listLookedAt(db, SYSTEM, {
    since: new Date(now - LOOKED_AT_MS),
    before: new Date(now - DETAILS_FRESH_MS),
    most: MOST_REFRESHED,
  })
  for (const row of rows) {
    try {
      await compose(row)
    } catch (error) {
      // The next keyword would meet the same error; try again tomorrow.
      if (error instanceof IntegrationError) return
      throw error
    }
  }
}

/** Searches from Jungle Scout. They are stored in our table, where all filters work. */
export function createJungleScout(deps: JungleScoutDeps): KeywordMarket {
  const { db, clock, isOurs, client, answerOf, usage } = deps
  const source = SYSTEM
  const where = { source, isOurs }
  const details = createDetails(deps)
  const productSearch = createProductSearch({ client, answerOf, clock })
  const ofTable: Pick<KeywordMarket, 'opportunities' | 'countOpportunities' | 'overview' | 'categories'> = {
    opportunities: (question) => store.findMarketPage(db, where, question),
    countOpportunities: (filters) => store.countMarket(db, where, filters),
    overview: (country) => spreadMarket(db, source, country),
    categories: (country) => store.listMarketCategories(db, source, country),
  }

  return {
    source,
    learn: (country, words) => learn(deps, country, words),
    ...ofTable,
    async history(kind, name, country) {
      const row = await store.findMarketKeyword(db, source, country, keywordIdentity(name))
      if (row === null) return null
      await store.markLookedAt(db, row.id, clock())
      if (kind === 'searchVolume') return details.weeks(row)
      if (kind === 'seasonality')
        return mapped(await details.weeks(row), (weeks) => seasonWeeks(yearOfWeeks(weeks), clock()))
      const composed = await details.compose(row)
      // One table shows sales next to searches, so both must use the same weeks.
      const [sales, weeks] = [await details.sales(composed), await details.weeks(composed)]
      return mapped(sales, (days) => weeksOfSales(days, kind, weeks.value[0]?.date))
    },
    productsByAsin: productSearch.byAsin,
    searchProducts: productSearch.search,
    usage,
    refresh: () => refresh(deps, details.compose),
    async check(): Promise<AdapterHealth> {
      await client.keywords('us', 'kettle', 1)
      return { adapter: SYSTEM, ok: true, detail: 'Jungle Scout answers.' }
    },
  }
}
