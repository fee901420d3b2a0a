import type { z } from 'zod'
import type { ScreenName } from '#shared/access/screens.ts'
import { ReviewSearch } from '#web/features/access-reviews/search.ts'
import { ArticleSearch, HistorySearch, PendingSearch } from '#web/features/articles/search.ts'
import { CategoriesSearch } from '#web/features/commission-categories/search.ts'
import { TrackerSearch } from '#web/features/content-tracker/search.ts'
import { DbQuerySearch } from '#web/features/db-query/search.ts'
import { FlagsSearch } from '#web/features/feature-flags/search.ts'
import { SheetsSearch } from '#web/features/google-sheets/search.ts'
import { GscSearch } from '#web/features/gsc-keywords/search.ts'
import { ChangesSearch } from '#web/features/keyword-changes/search.ts'
import { ResearchSearch } from '#web/features/keyword-research/search.ts'
import { KeywordsSearch } from '#web/features/keywords/search.ts'
import { NoticesSearch } from '#web/features/notices/search.ts'
import { OpportunitiesSearch } from '#web/features/opportunities/search.ts'
import { PreviewSearch } from '#web/features/preview/search.ts'
import { ProductsSearch } from '#web/features/product-library/search.ts'
import { MarketSearch } from '#web/features/product-search/search.ts'
import { ReportsSearch } from '#web/features/reports/search.ts'
import { RunsSearch } from '#web/features/runs/search.ts'
import { ScanSearch } from '#web/features/scan/search.ts'
import { SitesSearch } from '#web/features/sites/search.ts'
import { OosSearch } from '#web/features/stock-report/search.ts'
import { ActivitySearch } from '#web/features/user-activity/search.ts'
import { UserDetailsSearch, UsersSearch } from '#web/features/users/search.ts'

/**
 * Schemas of the screens' query parameters, each with a default or optional, and with `.catch`. Links to a
 * screen are type-checked against them.
 */
export const SEARCHES = {
  accessReview: ReviewSearch,
  article: ArticleSearch,
  articles: HistorySearch,
  pendingArticles: PendingSearch,
  changes: ChangesSearch,
  dbQuery: DbQuerySearch,
  featureFlags: FlagsSearch,
  commissionCategories: CategoriesSearch,
  contentTracker: TrackerSearch,
  gscKeywords: GscSearch,
  googleSheets: SheetsSearch,
  keywordOpportunities: OpportunitiesSearch,
  keywordResearch: ResearchSearch,
  keywords: KeywordsSearch,
  notices: NoticesSearch,
  preview: PreviewSearch,
  products: ProductsSearch,
  productSearch: MarketSearch,
  report: ReportsSearch,
  oosReport: OosSearch,
  runs: RunsSearch,
  scan: ScanSearch,
  sites: SitesSearch,
  userActivity: ActivitySearch,
  users: UsersSearch,
  userDetails: UserDetailsSearch,
} satisfies Partial<Record<ScreenName, z.ZodObject>>
