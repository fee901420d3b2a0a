import type { QueryClient } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenName } from '#shared/access/screens.ts'
import { healthQuery } from '#web/features/system/queries.ts'

type RouteComponent = ReturnType<typeof lazyRouteComponent>

export interface BuiltScreen {
  component: RouteComponent
  /** Starts loading the screen's first data while its code is loaded. */
  prefetch?(queries: QueryClient, address: object): Promise<void>
  /** Waits briefly for the first data: without it the layout would shift when it arrives. */
  isWhole?: boolean
}

/** Every screen, each as a chunk of its own. */
const BUILT = {
  signIn: {
    component: lazyRouteComponent(() => import('#web/features/auth/sign-in-screen.tsx'), 'SignInScreen'),
    prefetch: (queries) => queries.prefetchQuery(healthQuery),
    isWhole: true,
  },
  confirmation: {
    component: lazyRouteComponent(
      () => import('#web/features/auth/confirmation-screen.tsx'),
      'ConfirmationScreen',
    ),
  },
  forgotPassword: {
    component: lazyRouteComponent(
      () => import('#web/features/auth/forgot-password-screen.tsx'),
      'ForgotPasswordScreen',
    ),
  },
  resetPassword: {
    component: lazyRouteComponent(
      () => import('#web/features/auth/reset-password-screen.tsx'),
      'ResetPasswordScreen',
    ),
  },
  profile: {
    component: lazyRouteComponent(() => import('#web/features/auth/profile-screen.tsx'), 'ProfileScreen'),
  },
  outbox: {
    component: lazyRouteComponent(() => import('#web/features/system/outbox-screen.tsx'), 'OutboxScreen'),
  },
  firstSteps: {
    component: lazyRouteComponent(
      () => import('#web/features/first-steps/first-steps-screen.tsx'),
      'FirstStepsScreen',
    ),
  },
  dbQuery: {
    component: lazyRouteComponent(
      () => import('#web/features/db-query/db-query-screen.tsx'),
      'DbQueryScreen',
    ),
    prefetch: async (queries) => {
      const { consoleQuery } = await import('#web/features/db-query/queries.ts')
      await queries.prefetchQuery(consoleQuery)
    },
  },
  failedJobs: {
    component: lazyRouteComponent(
      () => import('#web/features/runs/failed-jobs-screen.tsx'),
      'FailedJobsScreen',
    ),
  },
  runs: {
    component: lazyRouteComponent(() => import('#web/features/runs/runs-screen.tsx'), 'RunsScreen'),
  },
  featureFlags: {
    component: lazyRouteComponent(
      () => import('#web/features/feature-flags/feature-flags-screen.tsx'),
      'FeatureFlagsScreen',
    ),
  },
  users: {
    component: lazyRouteComponent(() => import('#web/features/users/users-screen.tsx'), 'UsersScreen'),
  },
  scan: {
    component: lazyRouteComponent(() => import('#web/features/scan/scan-screen.tsx'), 'ScanScreen'),
    prefetch: async (queries, address) => {
      const [{ scanQuery }, { ScanSearch }] = await Promise.all([
        import('#web/features/scan/queries.ts'),
        import('#web/features/scan/search.ts'),
      ])
      await queries.prefetchQuery(scanQuery(ScanSearch.parse(address)))
    },
  },
  userAccess: {
    component: lazyRouteComponent(
      () => import('#web/features/user-access/user-access-screen.tsx'),
      'UserAccessScreen',
    ),
  },
  offboardingRun: {
    component: lazyRouteComponent(
      () => import('#web/features/offboarding/offboarding-run-screen.tsx'),
      'OffboardingRunScreen',
    ),
  },
  accessReview: {
    component: lazyRouteComponent(
      () => import('#web/features/access-reviews/access-review-screen.tsx'),
      'AccessReviewScreen',
    ),
  },
  sites: {
    component: lazyRouteComponent(() => import('#web/features/sites/sites-screen.tsx'), 'SitesScreen'),
    prefetch: async (queries) => {
      const { managedSitesQuery } = await import('#web/features/sites/queries.ts')
      await queries.prefetchQuery(managedSitesQuery)
    },
  },
  userDetails: {
    component: lazyRouteComponent(
      () => import('#web/features/users/user-details-screen.tsx'),
      'UserDetailsScreen',
    ),
  },
  userActivity: {
    component: lazyRouteComponent(
      () => import('#web/features/user-activity/user-activity-screen.tsx'),
      'UserActivityScreen',
    ),
  },
  articles: {
    component: lazyRouteComponent(
      () => import('#web/features/articles/lists/articles-screen.tsx'),
      'ArticlesScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ historyQuery }, { HistorySearch }] = await Promise.all([
        import('#web/features/articles/queries.ts'),
        import('#web/features/articles/search.ts'),
      ])
      await queries.prefetchQuery(historyQuery(HistorySearch.parse(address)))
    },
  },
  pendingArticles: {
    component: lazyRouteComponent(
      () => import('#web/features/articles/lists/pending-articles-screen.tsx'),
      'PendingArticlesScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ pendingQuery }, { PendingSearch }] = await Promise.all([
        import('#web/features/articles/queries.ts'),
        import('#web/features/articles/search.ts'),
      ])
      await queries.prefetchQuery(pendingQuery(PendingSearch.parse(address).page))
    },
  },
  article: {
    component: lazyRouteComponent(
      () => import('#web/features/articles/page/article-screen.tsx'),
      'ArticleScreen',
    ),
  },
  keywords: {
    component: lazyRouteComponent(
      () => import('#web/features/keywords/keywords-screen.tsx'),
      'KeywordsScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ keywordsQuery }, { KeywordsSearch }] = await Promise.all([
        import('#web/features/keywords/queries.ts'),
        import('#web/features/keywords/search.ts'),
      ])
      await queries.prefetchQuery(keywordsQuery(KeywordsSearch.parse(address)))
    },
  },
  products: {
    component: lazyRouteComponent(
      () => import('#web/features/product-library/products-screen.tsx'),
      'ProductsScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ productsQuery }, { ProductsSearch }] = await Promise.all([
        import('#web/features/product-library/queries.ts'),
        import('#web/features/product-library/search.ts'),
      ])
      await queries.prefetchQuery(productsQuery(ProductsSearch.parse(address)))
    },
  },
  commissionCategories: {
    component: lazyRouteComponent(
      () => import('#web/features/commission-categories/commission-categories-screen.tsx'),
      'CommissionCategoriesScreen',
    ),
  },
  contentTracker: {
    component: lazyRouteComponent(
      () => import('#web/features/content-tracker/content-tracker-screen.tsx'),
      'ContentTrackerScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ contentQuery }, { TrackerSearch }] = await Promise.all([
        import('#web/features/content-tracker/queries.ts'),
        import('#web/features/content-tracker/search.ts'),
      ])
      await queries.prefetchQuery(contentQuery(TrackerSearch.parse(address)))
    },
  },
  changes: {
    component: lazyRouteComponent(
      () => import('#web/features/keyword-changes/changes-screen.tsx'),
      'ChangesScreen',
    ),
  },
  uploadKeywords: {
    component: lazyRouteComponent(
      () => import('#web/features/keyword-uploads/upload-keywords-screen.tsx'),
      'UploadKeywordsScreen',
    ),
  },
  reports: {
    component: lazyRouteComponent(
      () => import('#web/features/reports/reports-screen.tsx'),
      'FirstReportScreen',
    ),
  },
  oosReport: {
    component: lazyRouteComponent(
      () => import('#web/features/stock-report/stock-report-screen.tsx'),
      'StockReportScreen',
    ),
  },
  report: {
    component: lazyRouteComponent(() => import('#web/features/reports/reports-screen.tsx'), 'ReportsScreen'),
  },
  gscKeywords: {
    component: lazyRouteComponent(
      () => import('#web/features/gsc-keywords/gsc-keywords-screen.tsx'),
      'GscKeywordsScreen',
    ),
  },
  keywordOpportunities: {
    component: lazyRouteComponent(
      () => import('#web/features/opportunities/opportunities-screen.tsx'),
      'OpportunitiesScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ opportunitiesQuery, searchedQuery }, { OpportunitiesSearch, searchedSearchOf }] =
        await Promise.all([
          import('#web/features/opportunities/queries.ts'),
          import('#web/features/opportunities/search.ts'),
        ])
      const search = OpportunitiesSearch.parse(address)
      await (search.source === 'market'
        ? queries.prefetchQuery(opportunitiesQuery(search))
        : queries.prefetchQuery(searchedQuery(searchedSearchOf(search))))
    },
  },
  keywordResearch: {
    component: lazyRouteComponent(
      () => import('#web/features/keyword-research/keyword-research-screen.tsx'),
      'KeywordResearchScreen',
    ),
  },
  productSearch: {
    component: lazyRouteComponent(
      () => import('#web/features/product-search/product-search-screen.tsx'),
      'ProductSearchScreen',
    ),
  },
  bot: { component: lazyRouteComponent(() => import('#web/features/bot/bot-screen.tsx'), 'BotScreen') },
  notices: {
    component: lazyRouteComponent(() => import('#web/features/notices/notices-screen.tsx'), 'NoticesScreen'),
  },
  preview: {
    component: lazyRouteComponent(() => import('#web/features/preview/preview-screen.tsx'), 'PreviewScreen'),
  },
  post: { component: lazyRouteComponent(() => import('#web/features/posts/post-screen.tsx'), 'PostScreen') },
  board: {
    component: lazyRouteComponent(() => import('#web/features/board/board-screen.tsx'), 'BoardScreen'),
  },
  boardTask: {
    component: lazyRouteComponent(() => import('#web/features/board/task-screen.tsx'), 'TaskScreen'),
  },
  gameSolutions: {
    component: lazyRouteComponent(
      () => import('#web/features/game-solutions/game-solutions-screen.tsx'),
      'GameSolutionsScreen',
    ),
  },
  googleSheets: {
    component: lazyRouteComponent(
      () => import('#web/features/google-sheets/google-sheets-screen.tsx'),
      'GoogleSheetsScreen',
    ),
  },
  sheet: {
    component: lazyRouteComponent(
      () => import('#web/features/google-sheets/sheet-screen.tsx'),
      'SheetScreen',
    ),
  },
  tools: { component: lazyRouteComponent(() => import('./tools-screen.tsx'), 'ToolsScreen') },
} satisfies Record<ScreenName, BuiltScreen>

/** The same, typed for any screen. */
export const BUILT_SCREENS: Record<ScreenName, BuiltScreen> = BUILT
