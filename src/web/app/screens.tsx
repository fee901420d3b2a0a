import type { QueryClient } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { z } from 'zod'
import type { ScreenName } from '#shared/access/screens.ts'
import { HistorySearch, PendingSearch } from '#web/features/articles/search.ts'
import { KeywordsSearch } from '#web/features/keywords/search.ts'
import { NoticesSearch } from '#web/features/notices/search.ts'
import { PreviewSearch } from '#web/features/preview/search.ts'
import { ReportsSearch } from '#web/features/reports/search.ts'
import { ActivitySearch } from '#web/features/user-activity/search.ts'
import { UserDetailsSearch, UsersSearch } from '#web/features/users/search.ts'

type RouteComponent = ReturnType<typeof lazyRouteComponent>

export interface BuiltScreen {
  component: RouteComponent
  /** Schema of the screen's query parameters: every one with a default or optional, and with `.catch`. */
  search?: z.ZodObject
  /** Begins to read what it shows first, while its code is loaded and run. */
  prefetch?(queries: QueryClient, address: object): Promise<void>
}

/** A screen that shows one list: which one, its address says. */
const list = <Search extends z.ZodObject>(screen: {
  component: RouteComponent
  search: Search
  prefetch(queries: QueryClient, search: z.output<Search>): Promise<void>
}): BuiltScreen => ({
  ...screen,
  prefetch: (queries, address) => screen.prefetch(queries, screen.search.parse(address)),
})

/**
 * Every screen that is built, each a chunk of its own. What is missing here shows what it is going to be
 * (`planned-screen.tsx`).
 */
export const BUILT_SCREENS: Partial<Record<ScreenName, BuiltScreen>> = {
  signIn: {
    component: lazyRouteComponent(() => import('#web/features/auth/sign-in-screen.tsx'), 'SignInScreen'),
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
  users: {
    component: lazyRouteComponent(() => import('#web/features/users/users-screen.tsx'), 'UsersScreen'),
    search: UsersSearch,
  },
  userDetails: {
    component: lazyRouteComponent(
      () => import('#web/features/users/user-details-screen.tsx'),
      'UserDetailsScreen',
    ),
    search: UserDetailsSearch,
  },
  userActivity: {
    component: lazyRouteComponent(
      () => import('#web/features/user-activity/user-activity-screen.tsx'),
      'UserActivityScreen',
    ),
    search: ActivitySearch,
  },
  articles: list({
    component: lazyRouteComponent(
      () => import('#web/features/articles/articles-screen.tsx'),
      'ArticlesScreen',
    ),
    search: HistorySearch,
    prefetch: async (queries, search) => {
      const { historyQuery } = await import('#web/features/articles/queries.ts')
      await queries.prefetchQuery(historyQuery(search))
    },
  }),
  pendingArticles: list({
    component: lazyRouteComponent(
      () => import('#web/features/articles/pending-articles-screen.tsx'),
      'PendingArticlesScreen',
    ),
    search: PendingSearch,
    prefetch: async (queries, search) => {
      const { pendingQuery } = await import('#web/features/articles/queries.ts')
      await queries.prefetchQuery(pendingQuery(search.page))
    },
  }),
  keywords: list({
    component: lazyRouteComponent(
      () => import('#web/features/keywords/keywords-screen.tsx'),
      'KeywordsScreen',
    ),
    search: KeywordsSearch,
    prefetch: async (queries, search) => {
      const { keywordsQuery } = await import('#web/features/keywords/queries.ts')
      await queries.prefetchQuery(keywordsQuery(search))
    },
  }),
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
  report: {
    component: lazyRouteComponent(() => import('#web/features/reports/reports-screen.tsx'), 'ReportsScreen'),
    search: ReportsSearch,
  },
  notices: {
    component: lazyRouteComponent(() => import('#web/features/notices/notices-screen.tsx'), 'NoticesScreen'),
    search: NoticesSearch,
  },
  preview: {
    component: lazyRouteComponent(() => import('#web/features/preview/preview-screen.tsx'), 'PreviewScreen'),
    search: PreviewSearch,
  },
  post: { component: lazyRouteComponent(() => import('#web/features/posts/post-screen.tsx'), 'PostScreen') },
  board: {
    component: lazyRouteComponent(() => import('#web/features/board/board-screen.tsx'), 'BoardScreen'),
  },
  boardTask: {
    component: lazyRouteComponent(() => import('#web/features/board/task-screen.tsx'), 'TaskScreen'),
  },
  tools: { component: lazyRouteComponent(() => import('./tools-screen.tsx'), 'ToolsScreen') },
}
