import type { QueryClient } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ScreenName } from '#shared/access/screens.ts'
import { healthQuery } from '#web/features/ground/system/queries.ts'

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
    component: lazyRouteComponent(
      () => import('#web/features/ground/auth/sign-in-screen.tsx'),
      'SignInScreen',
    ),
    prefetch: (queries) => queries.prefetchQuery(healthQuery),
    isWhole: true,
  },
  confirmation: {
    component: lazyRouteComponent(
      () => import('#web/features/ground/auth/confirmation-screen.tsx'),
      'ConfirmationScreen',
    ),
  },
  forgotPassword: {
    component: lazyRouteComponent(
      () => import('#web/features/ground/auth/forgot-password-screen.tsx'),
      'ForgotPasswordScreen',
    ),
  },
  resetPassword: {
    component: lazyRouteComponent(
      () => import('#web/features/ground/auth/reset-password-screen.tsx'),
      'ResetPasswordScreen',
    ),
  },
  profile: {
    component: lazyRouteComponent(
      () => import('#web/features/ground/auth/profile-screen.tsx'),
      'ProfileScreen',
    ),
  },
  unsubscribe: {
    component: lazyRouteComponent(
      () => import('#web/features/ground/notices/unsubscribe-screen.tsx'),
      'UnsubscribeScreen',
    ),
  },
  connect: { component: lazyRouteComponent(() => import('./connect-screen.tsx'), 'ConnectScreen') },
  outbox: {
    component: lazyRouteComponent(
      () => import('#web/features/ground/system/outbox-screen.tsx'),
      'OutboxScreen',
    ),
  },
  firstSteps: {
    component: lazyRouteComponent(
      () => import('#web/features/desk/first-steps/first-steps-screen.tsx'),
      'FirstStepsScreen',
    ),
  },
  dbQuery: {
    component: lazyRouteComponent(
      () => import('#web/features/operate/db-query/db-query-screen.tsx'),
      'DbQueryScreen',
    ),
    prefetch: async (queries) => {
      const { consoleQuery } = await import('#web/features/operate/db-query/queries.ts')
      await queries.prefetchQuery(consoleQuery)
    },
  },
  failedJobs: {
    component: lazyRouteComponent(
      () => import('#web/features/operate/runs/failed-jobs-screen.tsx'),
      'FailedJobsScreen',
    ),
  },
  runs: {
    component: lazyRouteComponent(() => import('#web/features/operate/runs/runs-screen.tsx'), 'RunsScreen'),
  },
  featureFlags: {
    component: lazyRouteComponent(
      () => import('#web/features/ground/feature-flags/feature-flags-screen.tsx'),
      'FeatureFlagsScreen',
    ),
  },
  users: {
    component: lazyRouteComponent(() => import('#web/features/ground/users/users-screen.tsx'), 'UsersScreen'),
  },
  scan: {
    component: lazyRouteComponent(() => import('#web/features/operate/scan/scan-screen.tsx'), 'ScanScreen'),
    prefetch: async (queries, address) => {
      const [{ scanQuery }, { ScanSearch }] = await Promise.all([
        import('#web/features/operate/scan/queries.ts'),
        import('#web/features/operate/scan/search.ts'),
      ])
      await queries.prefetchQuery(scanQuery(ScanSearch.parse(address)))
    },
  },
  userAccess: {
    component: lazyRouteComponent(
      () => import('#web/features/people/user-access/user-access-screen.tsx'),
      'UserAccessScreen',
    ),
  },
  offboardingRun: {
    component: lazyRouteComponent(
      () => import('#web/features/people/offboarding/offboarding-run-screen.tsx'),
      'OffboardingRunScreen',
    ),
  },
  accessReview: {
    component: lazyRouteComponent(
      () => import('#web/features/people/access-reviews/access-review-screen.tsx'),
      'AccessReviewScreen',
    ),
  },
  sites: {
    component: lazyRouteComponent(() => import('#web/features/ground/sites/sites-screen.tsx'), 'SitesScreen'),
    prefetch: async (queries) => {
      const { managedSitesQuery } = await import('#web/features/ground/sites/queries.ts')
      await queries.prefetchQuery(managedSitesQuery)
    },
  },
  eventHooks: {
    component: lazyRouteComponent(
      () => import('#web/features/operate/event-hooks/event-hooks-screen.tsx'),
      'EventHooksScreen',
    ),
    prefetch: async (queries) => {
      const { hooksQuery } = await import('#web/features/operate/event-hooks/queries.ts')
      await queries.prefetchQuery(hooksQuery)
    },
  },
  newEventHook: {
    component: lazyRouteComponent(
      () => import('#web/features/operate/event-hooks/new-event-hook-screen.tsx'),
      'NewEventHookScreen',
    ),
  },
  eventHook: {
    component: lazyRouteComponent(
      () => import('#web/features/operate/event-hooks/event-hook-screen.tsx'),
      'EventHookScreen',
    ),
  },
  signInRules: {
    component: lazyRouteComponent(
      () => import('#web/features/ground/sign-in-rules/sign-in-rules-screen.tsx'),
      'SignInRulesScreen',
    ),
    prefetch: async (queries) => {
      const { rulesQuery } = await import('#web/features/ground/sign-in-rules/queries.ts')
      await queries.prefetchQuery(rulesQuery)
    },
  },
  userDetails: {
    component: lazyRouteComponent(
      () => import('#web/features/ground/users/user-details-screen.tsx'),
      'UserDetailsScreen',
    ),
  },
  userActivity: {
    component: lazyRouteComponent(
      () => import('#web/features/people/user-activity/user-activity-screen.tsx'),
      'UserActivityScreen',
    ),
  },
  articles: {
    component: lazyRouteComponent(
      () => import('#web/features/articles/articles/lists/articles-screen.tsx'),
      'ArticlesScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ historyQuery }, { HistorySearch }] = await Promise.all([
        import('#web/features/articles/articles/queries.ts'),
        import('#web/features/articles/articles/search.ts'),
      ])
      await queries.prefetchQuery(historyQuery(HistorySearch.parse(address)))
    },
  },
  pendingArticles: {
    component: lazyRouteComponent(
      () => import('#web/features/articles/articles/lists/pending-articles-screen.tsx'),
      'PendingArticlesScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ pendingQuery }, { PendingSearch }] = await Promise.all([
        import('#web/features/articles/articles/queries.ts'),
        import('#web/features/articles/articles/search.ts'),
      ])
      await queries.prefetchQuery(pendingQuery(PendingSearch.parse(address).page))
    },
  },
  article: {
    component: lazyRouteComponent(
      () => import('#web/features/articles/articles/page/article-screen.tsx'),
      'ArticleScreen',
    ),
  },
  keywords: {
    component: lazyRouteComponent(
      () => import('#web/features/keywords/keywords/keywords-screen.tsx'),
      'KeywordsScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ keywordsQuery }, { KeywordsSearch }] = await Promise.all([
        import('#web/features/keywords/keywords/queries.ts'),
        import('#web/features/keywords/keywords/search.ts'),
      ])
      await queries.prefetchQuery(keywordsQuery(KeywordsSearch.parse(address)))
    },
  },
  products: {
    component: lazyRouteComponent(
      () => import('#web/features/products/product-library/products-screen.tsx'),
      'ProductsScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ productsQuery }, { ProductsSearch }] = await Promise.all([
        import('#web/features/products/product-library/queries.ts'),
        import('#web/features/products/product-library/search.ts'),
      ])
      await queries.prefetchQuery(productsQuery(ProductsSearch.parse(address)))
    },
  },
  commissionCategories: {
    component: lazyRouteComponent(
      () => import('#web/features/products/commission-categories/commission-categories-screen.tsx'),
      'CommissionCategoriesScreen',
    ),
  },
  contentTracker: {
    component: lazyRouteComponent(
      () => import('#web/features/posts/content-tracker/content-tracker-screen.tsx'),
      'ContentTrackerScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ contentQuery }, { TrackerSearch }] = await Promise.all([
        import('#web/features/posts/content-tracker/queries.ts'),
        import('#web/features/posts/content-tracker/search.ts'),
      ])
      await queries.prefetchQuery(contentQuery(TrackerSearch.parse(address)))
    },
  },
  changes: {
    component: lazyRouteComponent(
      () => import('#web/features/keywords/keyword-changes/changes-screen.tsx'),
      'ChangesScreen',
    ),
  },
  uploadKeywords: {
    component: lazyRouteComponent(
      () => import('#web/features/keywords/keyword-uploads/upload-keywords-screen.tsx'),
      'UploadKeywordsScreen',
    ),
  },
  reports: {
    component: lazyRouteComponent(
      () => import('#web/features/market/reports/reports-screen.tsx'),
      'FirstReportScreen',
    ),
  },
  oosReport: {
    component: lazyRouteComponent(
      () => import('#web/features/posts/stock-report/stock-report-screen.tsx'),
      'StockReportScreen',
    ),
  },
  report: {
    component: lazyRouteComponent(
      () => import('#web/features/market/reports/reports-screen.tsx'),
      'ReportsScreen',
    ),
  },
  gscKeywords: {
    component: lazyRouteComponent(
      () => import('#web/features/posts/gsc-keywords/gsc-keywords-screen.tsx'),
      'GscKeywordsScreen',
    ),
  },
  keywordOpportunities: {
    component: lazyRouteComponent(
      () => import('#web/features/keywords/opportunities/opportunities-screen.tsx'),
      'OpportunitiesScreen',
    ),
    prefetch: async (queries, address) => {
      const [{ opportunitiesQuery, searchedQuery }, { OpportunitiesSearch, searchedSearchOf }] =
        await Promise.all([
          import('#web/features/keywords/opportunities/queries.ts'),
          import('#web/features/keywords/opportunities/search.ts'),
        ])
      const search = OpportunitiesSearch.parse(address)
      await (search.source === 'market'
        ? queries.prefetchQuery(opportunitiesQuery(search))
        : queries.prefetchQuery(searchedQuery(searchedSearchOf(search))))
    },
  },
  keywordResearch: {
    component: lazyRouteComponent(
      () => import('#web/features/keywords/keyword-research/keyword-research-screen.tsx'),
      'KeywordResearchScreen',
    ),
  },
  productSearch: {
    component: lazyRouteComponent(
      () => import('#web/features/market/product-search/product-search-screen.tsx'),
      'ProductSearchScreen',
    ),
  },
  bot: { component: lazyRouteComponent(() => import('#web/features/desk/bot/bot-screen.tsx'), 'BotScreen') },
  notices: {
    component: lazyRouteComponent(
      () => import('#web/features/ground/notices/notices-screen.tsx'),
      'NoticesScreen',
    ),
  },
  preview: {
    component: lazyRouteComponent(
      () => import('#web/features/articles/preview/preview-screen.tsx'),
      'PreviewScreen',
    ),
  },
  post: {
    component: lazyRouteComponent(() => import('#web/features/articles/posts/post-screen.tsx'), 'PostScreen'),
  },
  board: {
    component: lazyRouteComponent(
      () => import('#web/features/articles/board/board-screen.tsx'),
      'BoardScreen',
    ),
  },
  boardTask: {
    component: lazyRouteComponent(() => import('#web/features/articles/board/task-screen.tsx'), 'TaskScreen'),
  },
  gameSolutions: {
    component: lazyRouteComponent(
      () => import('#web/features/desk/game-solutions/game-solutions-screen.tsx'),
      'GameSolutionsScreen',
    ),
  },
  googleSheets: {
    component: lazyRouteComponent(
      () => import('#web/features/desk/google-sheets/google-sheets-screen.tsx'),
      'GoogleSheetsScreen',
    ),
  },
  sheet: {
    component: lazyRouteComponent(
      () => import('#web/features/desk/google-sheets/sheet-screen.tsx'),
      'SheetScreen',
    ),
  },
  tools: { component: lazyRouteComponent(() => import('./tools-screen.tsx'), 'ToolsScreen') },
} satisfies Record<ScreenName, BuiltScreen>

/** The same, typed for any screen. */
export const BUILT_SCREENS: Record<ScreenName, BuiltScreen> = BUILT
