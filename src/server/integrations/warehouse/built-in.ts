import type { Pool } from 'pg'
import { weeksOn } from '#shared/features/content-tracker/rules.ts'
import { dayAt } from '#shared/format/day.ts'
import type { Db } from '../../db/connect.ts'
import { readInSlices } from '../../db/read-in-slices.ts'
import { createRememberedTotals } from '../../db/remembered-totals.ts'
import { rowsWithin } from '../../db/rows-within.ts'
import { contentPosts, contentProducts } from '../../db/schema/content.ts'
import { products } from '../../db/schema/products.ts'
import * as queries from './content-queries.ts'
import type { Warehouse } from './port.ts'
import * as recommended from './recommendation-queries.ts'

export interface BuiltInWarehouseParts {
  db: Db
  pool: Pool
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
}

const TOTALS_KEPT_MS = 3000
const MOST_TITLED = 10

/** A warehouse in our own database: what Copydesk publishes and what operators bring in. It is never away. */
export function createBuiltInWarehouse({ db, pool, clock, timeZone }: BuiltInWarehouseParts): Warehouse {
  const from = [contentPosts, contentProducts, products]
  const totals = createRememberedTotals({ keepMs: TOTALS_KEPT_MS, clock, db, from })
  return {
    async content(query) {
      const { site, postId, title, flag, refresh, page, pageSize } = query
      const total = await totals.get(JSON.stringify([site, postId, title, flag, refresh]), () =>
        queries.countContent(db, query),
      )
      const rows = await rowsWithin(
        (page - 1) * pageSize,
        async () => total,
        () => queries.listContent(db, query, total),
      )
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
    async *allRecommendations(query) {
      const question = recommended.allRecommendationsQuery(query)
      for await (const rows of readInSlices<recommended.StoredRecommendation>(pool, question))
        yield rows.map(recommended.recommendationOf)
    },
    check: async () => ({
      adapter: 'built-in',
      ok: true,
      detail: 'Posts and earnings are kept in Copydesk itself.',
    }),
  }
}
