import type { SaleCommission } from '#shared/features/commission-categories/contract.ts'
import type { StockReportFilter, StockReportSort } from '#shared/features/stock-report/contract.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../db/connect.ts'
import type { PublishingSites } from '../../integrations/publishing-site/port.ts'
import type {
  Recommendation,
  RecommendationSort,
  RecommendedProduct,
  Warehouse,
} from '../../integrations/warehouse/port.ts'
import type { CategoriesService } from '../commission-categories/service.ts'
import { readKeptCounts } from '../product-library/feature.ts'
import type { createSitesService } from '../sites/service.ts'

export interface StockReportParts {
  db: Db
  clock: () => Date
  timeZone: string
  warehouse: Warehouse
  publishing: PublishingSites
  /** Whether Copydesk itself is the publishing system of a site, by its code. */
  hasBuiltInPosts: (code: string) => boolean
  sites: Pick<ReturnType<typeof createSitesService>, 'findSite'>
  commissions: Pick<CategoriesService, 'commissionsOf'>
}

const SORTS: Readonly<Record<StockReportSort, RecommendationSort>> = {
  ASIN: 'asin',
  TITLE: 'name',
  POST_TITLE: 'postTitle',
  AVAILABILITY_TYPE: 'stock',
  SINCE: 'since',
  AT_RISK: 'atRisk',
}

export interface ReportedProduct extends Recommendation {
  /** Where editors of the site work on the post. */
  editUrl: string | null
  /** What a sale brings, where nothing is known of what it earns. */
  commission: SaleCommission | null
}

export interface BoardProduct extends RecommendedProduct {
  rows: ReportedProduct[]
}

/** Data of a recommendation from other sources: its edit page, and the commission. */
function createReporter({
  publishing,
  hasBuiltInPosts,
  commissions,
}: Pick<StockReportParts, 'publishing' | 'hasBuiltInPosts' | 'commissions'>) {
  /** A post that Copydesk has not written itself is in no editor of its own. */
  function editUrlOf({ site, postId, articleId }: Recommendation): string | null {
    const id = Number(postId)
    if (!Number.isSafeInteger(id) || id < 1) return null
    return hasBuiltInPosts(site) && articleId === null ? null : publishing(site).editUrl(id)
  }

  return async function reported(rows: readonly Recommendation[]): Promise<ReportedProduct[]> {
    const unknown = rows.filter(({ atRisk }) => atRisk === null)
    const rates = await commissions.commissionsOf(unknown.map(({ asin }) => asin))
    return rows.map((row) => ({
      ...row,
      editUrl: editUrlOf(row),
      commission: (row.atRisk === null ? rates.get(row.asin) : null) ?? null,
    }))
  }
}

/** What cannot be bought, and in which posts it is recommended. */
export function createStockReportService(parts: StockReportParts) {
  const { db, clock, warehouse, sites } = parts
  const reported = createReporter(parts)

  /** What a call asks for, in the words of the warehouse; a site that there is not has no posts. */
  async function queryOf({ siteFilter, stock: stocks, query, sort, sortOrder }: StockReportFilter) {
    const found = await Promise.all((siteFilter ?? []).map((id) => sites.findSite(db, id)))
    return {
      stocks,
      query,
      sites: siteFilter && found.flatMap((site) => site?.code ?? []),
      sort: SORTS[sort],
      sortOrder,
    }
  }

  return {
    async readPage({
      page,
      perPage: pageSize,
      ...filter
    }: StockReportFilter & { page: number; perPage: number }) {
      const { rows, ...counted } = await warehouse.recommendations({
        ...(await queryOf(filter)),
        page,
        pageSize,
      })
      return { ...counted, rows: await reported(rows) }
    },
    /** A page of products with their posts. */
    async readProducts({
      page,
      perPage: pageSize,
      ...filter
    }: StockReportFilter & { page: number; perPage: number }) {
      const asked = { ...(await queryOf(filter)), page, pageSize }
      const { rows, total } = await warehouse.recommendedProducts(asked)
      const all = await reported(rows.flatMap((product) => product.rows))
      const byProduct = Map.groupBy(all, ({ productId }) => productId)
      const products: BoardProduct[] = rows.map((product) => ({
        ...product,
        rows: byProduct.get(product.productId) ?? [],
      }))
      return { total, rows: products }
    },
    async readSummary(filter: StockReportFilter) {
      const newSince = new Date(clock().getTime() - DAY_MS)
      const [summary, counts] = await Promise.all([
        warehouse.riskSummary({ ...(await queryOf(filter)), newSince }),
        readKeptCounts(db),
      ])
      const { NOT_SCANNED: _unread, ...read } = counts
      return { ...summary, isChecked: Object.values(read).some((products) => products > 0) }
    },
    readPlaces: async (filter: StockReportFilter, mayChangeLive: boolean) =>
      warehouse.placesSummary({ ...(await queryOf(filter)), mayChangeLive }),
    async *readAll(filter: StockReportFilter): AsyncGenerator<ReportedProduct> {
      for await (const rows of warehouse.allRecommendations(await queryOf(filter)))
        yield* await reported(rows)
    },
  }
}
export type StockReportService = ReturnType<typeof createStockReportService>
