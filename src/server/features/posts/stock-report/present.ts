import { isPermitted } from '#shared/access/permissions.ts'
import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import { CHANGES_LIVE } from '#shared/features/articles/replacements/rules.ts'
import type { StockReportProduct, StockReportRow } from '#shared/features/posts/stock-report/contract.ts'
import type { Caller } from '../../../security/actor.ts'
import { updateShownTo } from '../content-tracker/feature.ts'
import type { BoardProduct, ReportedProduct } from './service.ts'

export const mayChangeLive = ({ permissions }: Caller) => isPermitted(permissions, CHANGES_LIVE)

export const presentReported = (actor: Caller, row: ReportedProduct): StockReportRow => ({
  ...row,
  PERMALINK: safeAddress(row.PERMALINK),
  is_here: row.isInArticle || (row.isChangeable && mayChangeLive(actor)),
  update: row.update && { ...updateShownTo(actor, row.update), is_without: row.update.isWithout },
})

export const presentBoardProduct = (
  actor: Caller,
  { rows, ...product }: BoardProduct,
): StockReportProduct => ({
  ...product,
  rows: rows.map((row) => presentReported(actor, row)),
})
