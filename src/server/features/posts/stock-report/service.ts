import type { Pool } from 'pg'
import type {
  StockReportFilter,
  StockReportProduct,
  StockReportSummary,
} from '#shared/features/posts/stock-report/contract.ts'
import type { SaleCommission } from '#shared/features/products/commission-categories/contract.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../../db/connect.ts'
import { readInSlices } from '../../../db/read-in-slices.ts'
import type { PublishingSites } from '../../../integrations/publishing-site/port.ts'
import { type CategoriesService, readStoredCounts } from '../../products/area.ts'
import * as queries from './recommendation-queries.ts'

export interface StockReportDeps {
  db: Db
  pool: Pool
  clock: () => Date
  timeZone: string
  publishing: PublishingSites
  /** Whether Copydesk itself is the publishing system of a site, by its code. */
  hasBuiltInPosts: (code: string) => boolean
  commissions: Pick<CategoriesService, 'commissionsOf'>
}

export interface ReportedProduct extends queries.Recommendation {
  /** Where editors of the site work on the post. */
  edit_url: string | null
  /** What a sale brings, where nothing is known of what it earns. */
  commission: SaleCommission | null
}

export interface BoardProduct extends Omit<StockReportProduct, 'rows'> {
  rows: ReportedProduct[]
}

/** Data of a recommendation from other sources: its edit page, and the commission. */
function createReporter({
  publishing,
  hasBuiltInPosts,
  commissions,
}: Pick<StockReportDeps, 'publishing' | 'hasBuiltInPosts' | 'commissions'>) {
  /** A post that Copydesk has not written itself is in no editor of its own. */
  function editUrlOf({ site, POST_ID, is_article: isArticle }: queries.Recommendation): string | null {
    const id = Number(POST_ID)
    if (!Number.isSafeInteger(id) || id < 1) return null
    return hasBuiltInPosts(site) && !isArticle ? null : publishing(site).editUrl(id)
  }

  return async function reported(rows: readonly queries.Recommendation[]): Promise<ReportedProduct[]> {
    const unknown = rows.filter((row) => row.at_risk === null)
    const rates = await commissions.commissionsOf(unknown.map(({ ASIN }) => ASIN))
    return rows.map((row) => ({
      ...row,
      edit_url: editUrlOf(row),
      commission: (row.at_risk === null ? rates.get(row.ASIN) : null) ?? null,
    }))
  }
}

/** What cannot be bought, and in which posts it is recommended. */
export function createStockReportService(deps: StockReportDeps) {
  const { db, pool, clock } = deps
  const reported = createReporter(deps)
  return {
    async readPage(query: queries.StockReportPage) {
      const [pageInfo, rows] = await Promise.all([
        queries.countRecommendations(db, query),
        queries.listRecommendations(db, query),
      ])
      return { pageInfo, rows: await reported(rows) }
    },
    /** A page of products with their posts. */
    async readProducts(query: queries.StockReportPage) {
      const { rows, total } = await queries.listRecommendedProducts(db, query)
      const all = await reported(rows.flatMap((product) => product.rows))
      const byProduct = Map.groupBy(all, (row) => row.product_id)
      const products: BoardProduct[] = rows.map((product) => ({
        ...product,
        rows: byProduct.get(product.product_id) ?? [],
      }))
      return { total, rows: products }
    },
    async readSummary(filter: StockReportFilter): Promise<StockReportSummary> {
      const newSince = new Date(clock().getTime() - DAY_MS)
      const [summary, counts] = await Promise.all([
        queries.summarizeRisk(db, { ...filter, newSince }),
        readStoredCounts(db),
      ])
      const { NOT_SCANNED: _unread, ...read } = counts
      return { is_checked: Object.values(read).some((products) => products > 0), ...summary }
    },
    readPlaces: (filter: StockReportFilter, mayChangeLive: boolean) =>
      queries.summarizePlaces(db, { ...filter, mayChangeLive }),
    async *readAll(filter: StockReportFilter): AsyncGenerator<ReportedProduct> {
      const query = queries.allRecommendationsQuery(filter)
      for await (const rows of readInSlices<queries.Recommendation>(pool, query)) yield* await reported(rows)
    },
  }
}
export type StockReportService = ReturnType<typeof createStockReportService>
