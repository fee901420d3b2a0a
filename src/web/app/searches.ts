import type { z } from 'zod'
import type { ScreenName } from '#shared/access/screens.ts'
import { ArticleSearch, HistorySearch, PendingSearch } from '#web/features/articles/articles/search.ts'
import { PreviewSearch } from '#web/features/articles/preview/search.ts'
import { SheetsSearch } from '#web/features/desk/google-sheets/search.ts'
import { ConnectSearch } from '#web/features/ground/assistants/search.ts'
import { ProfileSearch } from '#web/features/ground/auth/search.ts'
import { FlagsSearch } from '#web/features/ground/feature-flags/search.ts'
import { NoticesSearch } from '#web/features/ground/notices/search.ts'
import { SitesSearch } from '#web/features/ground/sites/search.ts'
import { UserDetailsSearch, UsersSearch } from '#web/features/ground/users/search.ts'
import { ChangesSearch } from '#web/features/keywords/keyword-changes/search.ts'
import { ResearchSearch } from '#web/features/keywords/keyword-research/search.ts'
import { KeywordsSearch } from '#web/features/keywords/keywords/search.ts'
import { OpportunitiesSearch } from '#web/features/keywords/opportunities/search.ts'
import { MarketSearch } from '#web/features/market/product-search/search.ts'
import { ReportsSearch } from '#web/features/market/reports/search.ts'
import { DbQuerySearch } from '#web/features/operate/db-query/search.ts'
import { HookSearch, HooksSearch } from '#web/features/operate/event-hooks/search.ts'
import { RunsSearch } from '#web/features/operate/runs/search.ts'
import { ScanSearch } from '#web/features/operate/scan/search.ts'
import { ReviewSearch } from '#web/features/people/access-reviews/search.ts'
import { ActivitySearch } from '#web/features/people/user-activity/search.ts'
import { TrackerSearch } from '#web/features/posts/content-tracker/search.ts'
import { GscSearch } from '#web/features/posts/gsc-keywords/search.ts'
import { OosSearch } from '#web/features/posts/stock-report/search.ts'
import { CategoriesSearch } from '#web/features/products/commission-categories/search.ts'
import { ProductsSearch } from '#web/features/products/product-library/search.ts'

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
  connect: ConnectSearch,
  dbQuery: DbQuerySearch,
  eventHook: HookSearch,
  eventHooks: HooksSearch,
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
  profile: ProfileSearch,
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
