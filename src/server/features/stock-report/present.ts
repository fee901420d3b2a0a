import { isPermitted } from '#shared/access/permissions.ts'
import { safeAddress } from '#shared/features/preview/rules.ts'
import { CHANGES_LIVE } from '#shared/features/replacements/rules.ts'
import type {
  StockReportPlaces,
  StockReportProduct,
  StockReportRow,
  StockReportSummary,
} from '#shared/features/stock-report/contract.ts'
import type { PlacesSummary, RiskSummary } from '../../integrations/warehouse/port.ts'
import type { Caller } from '../../security/actor.ts'
import { updateShownTo } from '../content-tracker/feature.ts'
import type { BoardProduct, ReportedProduct } from './service.ts'

export const mayChangeLive = ({ permissions }: Caller) => isPermitted(permissions, CHANGES_LIVE)

export const presentReported = (actor: Caller, row: ReportedProduct): StockReportRow => ({
  ASIN: row.asin,
  TITLE: row.name,
  PERMALINK: safeAddress(row.permalink),
  POST_ID: row.postId,
  POST_TITLE: row.postTitle,
  AVAILABILITY_TYPE: row.stock,
  SITE: row.site,
  EDIT_URL: row.editUrl,
  IS_HERE: row.isInArticle || (row.isChangeable && mayChangeLive(actor)),
  IS_ARTICLE: row.articleId !== null,
  PRODUCT_ID: row.productId,
  IMAGE_URL: row.imageUrl,
  AWARD: row.award,
  SINCE: row.since?.toISOString() ?? null,
  AT_RISK: row.atRisk,
  IS_ESTIMATE: row.isEstimated,
  UPDATE: row.update && { ...updateShownTo(actor, row.update), IS_WITHOUT: row.update.isWithout },
  COMMISSION: row.commission,
})

export const presentBoardProduct = (actor: Caller, product: BoardProduct): StockReportProduct => ({
  ASIN: product.asin,
  TITLE: product.name,
  PRODUCT_ID: product.productId,
  IMAGE_URL: product.imageUrl,
  AVAILABILITY_TYPE: product.stock,
  SINCE: product.since?.toISOString() ?? null,
  POSTS: product.posts,
  AT_RISK: product.atRisk,
  IS_ESTIMATE: product.isEstimated,
  UNKNOWN: product.unknown,
  ROWS: product.rows.map((row) => presentReported(actor, row)),
})

export const presentSummary = (summary: RiskSummary & { isChecked: boolean }): StockReportSummary => ({
  IS_CHECKED: summary.isChecked,
  PRODUCTS: summary.products,
  POSTS: summary.posts,
  AT_RISK: summary.atRisk,
  IS_ESTIMATE: summary.isEstimated,
  UNKNOWN: summary.unknown,
  NEW: { PRODUCTS: summary.news.products, AT_RISK: summary.news.atRisk },
  SITES: summary.sites.map(({ site, atRisk }) => ({ SITE: site, AT_RISK: atRisk })),
})

const sumOf = ({ places, atRisk }: PlacesSummary['here']) => ({ PLACES: places, AT_RISK: atRisk })

export const presentPlaces = ({ here, sites, drafted }: PlacesSummary): StockReportPlaces => ({
  HERE: sumOf(here),
  ON_SITES: sumOf(sites),
  DRAFTED: sumOf(drafted),
})
