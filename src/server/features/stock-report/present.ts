import type { StockReportRow } from '#shared/features/stock-report/contract.ts'
import type { ReportedProduct } from './service.ts'

export const presentReported = (row: ReportedProduct): StockReportRow => ({
  ASIN: row.asin,
  TITLE: row.name,
  PERMALINK: row.permalink,
  POST_ID: row.postId,
  POST_TITLE: row.postTitle,
  AVAILABILITY_TYPE: row.stock,
  SITE: row.site,
  EDIT_URL: row.editUrl,
  PRODUCT_ID: row.productId,
  IMAGE_URL: row.imageUrl,
  AWARD: row.award,
  SINCE: row.since?.toISOString() ?? null,
  AT_RISK: row.atRisk,
  COMMISSION: row.commission,
})
