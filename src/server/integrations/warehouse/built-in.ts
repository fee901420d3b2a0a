import type { Pool } from 'pg'
import { weeksOn } from '#shared/features/content-tracker/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Db } from '../../db/connect.ts'
import { readInSlices } from '../../db/read-in-slices.ts'
import { createRemembered } from '../../db/remembered.ts'
import { rowsWithin } from '../../db/rows-within.ts'
import { articles } from '../../db/schema/articles.ts'
import { contentPosts, contentProducts } from '../../db/schema/content.ts'
import { products } from '../../db/schema/products.ts'
import { sites } from '../../db/schema/sites.ts'
import * as queries from './content-queries.ts'
import type { Warehouse, WarehousePost } from './port.ts'
import * as recommended from './recommendation-queries.ts'

export interface BuiltInWarehouseParts {
  db: Db
  pool: Pool
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
}

const KEPT_MS = 3000
/** Some 4 kB at most, where it names posts, and 20 kB. */
const [MOST_TOTALS, MOST_PAGES] = [500, 200]
const MOST_TITLED = 10
const KEPT_HERE = 'Posts and earnings are kept in Copydesk itself.'

/** A warehouse in our own database: what Copydesk publishes and what operators bring in. It is never away. */
export function createBuiltInWarehouse({ db, pool, clock, timeZone }: BuiltInWarehouseParts): Warehouse {
  const kept = { keepMs: KEPT_MS, clock, db }
  const ofPosts = [contentPosts, contentProducts, products]
  const totals = createRemembered<queries.Matches>({ ...kept, from: [...ofPosts, sites], most: MOST_TOTALS })
  const pages = createRemembered<WarehousePost[]>({
    ...kept,
    from: [...ofPosts, sites, articles],
    most: MOST_PAGES,
  })
  return {
    async content(query) {
      const { page, pageSize, sort, sortOrder, ...filter } = query
      const counted = totals.get(JSON.stringify(filter), () => queries.countContent(db, query))
      const [{ total }, rows] = await Promise.all([
        counted,
        rowsWithin(
          (page - 1) * pageSize,
          async () => (await counted).total,
          async () => {
            const matches = queries.hasWords(query) ? await counted : null
            return pages.get(JSON.stringify([query, matches]), () => queries.listContent(db, query, matches))
          },
        ),
      ])
      return { total, rows }
    },
    async *allContent(query) {
      for await (const rows of readInSlices<queries.StoredRow>(pool, queries.allContentQuery(query)))
        yield rows.map(queries.contentRow)
    },
    findPost: (address) => queries.findPost(db, address),
    postsTitled: (title) => queries.findPostsTitled(db, title, MOST_TITLED),
    earningsOf: (posts, from) => queries.listEarnings(db, posts, from),
    totalEarnings: (query) => queries.listTotals(db, query),
    lateSites: (query) => queries.listLateSites(db, query),
    countFlags: (filter) => queries.countByFlag(db, filter),
    availability: (query) =>
      queries.listAvailability(db, { ...query, ...weeksOn(dayAt(clock(), timeZone)).trailing }),
    async recommendations(query) {
      const [counted, rows] = await Promise.all([
        recommended.countRecommendations(db, query),
        recommended.listRecommendations(db, query),
      ])
      return { ...counted, rows }
    },
    recommendedProducts: (query) => recommended.listRecommendedProducts(db, query),
    riskSummary: (query) => recommended.summarizeRisk(db, query),
    placesSummary: (query) => recommended.summarizePlaces(db, query),
    async *allRecommendations(query) {
      const question = recommended.allRecommendationsQuery(query)
      for await (const rows of readInSlices<recommended.StoredRecommendation>(pool, question))
        yield rows.map(recommended.recommendationOf)
    },
    check: async () => ({ adapter: 'built-in', ok: true, detail: KEPT_HERE }),
  }
}
