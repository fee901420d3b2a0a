import type { Db } from '../db/connect.ts'
import type { createClaims } from '../features/articles/claims/feature.ts'
import { createAlertRules } from '../features/desk/alert-rules/feature.ts'
import { createBot } from '../features/desk/bot/feature.ts'
import { createFirstSteps } from '../features/desk/first-steps/feature.ts'
import { createGameSolutions } from '../features/desk/game-solutions/feature.ts'
import { createGoogleSheets } from '../features/desk/google-sheets/feature.ts'
import type { createExports } from '../features/ground/exports/feature.ts'
import { createFeatureFlags } from '../features/ground/feature-flags/feature.ts'
import type { createSavedViews } from '../features/ground/saved-views/feature.ts'
import type { createUsers } from '../features/ground/users/feature.ts'
import { createMarketImports } from '../features/market/market-imports/feature.ts'
import type { createDbQuery } from '../features/operate/db-query/feature.ts'
import { createFailedJobs } from '../features/operate/failed-jobs/feature.ts'
import { createRuns } from '../features/operate/runs/feature.ts'
import { createScan } from '../features/operate/scan/feature.ts'
import { createWebhooks } from '../features/operate/webhooks/feature.ts'
import { RECONCILE } from '../features/operate/webhooks/jobs.ts'
import { createAccessReviews } from '../features/people/access-reviews/feature.ts'
import { createOffboarding } from '../features/people/offboarding/feature.ts'
import type { createUserAccess } from '../features/people/user-access/feature.ts'
import type { createContentTracker } from '../features/posts/content-tracker/feature.ts'
import type { createProductLibrary } from '../features/products/product-library/feature.ts'
import type { Frame, PartsOf } from './frame.ts'

/** Features around the desk: flags, notices and small tools. */
export const setUp = (
  of: PartsOf<typeof createFeatureFlags> &
    PartsOf<typeof createAlertRules> &
    PartsOf<typeof createFirstSteps> &
    PartsOf<typeof createGameSolutions> &
    PartsOf<typeof createGoogleSheets> &
    PartsOf<typeof createMarketImports>,
) => ({
  alertRules: createAlertRules(of),
  featureFlags: createFeatureFlags(of),
  firstSteps: createFirstSteps(of),
  gameSolutions: createGameSolutions(of),
  googleSheets: createGoogleSheets(of),
  marketImports: createMarketImports(of),
})

/** Looks after the subscriptions to boards once sites have others. */
export const watchBoards =
  ({ enqueue }: Pick<Frame, 'enqueue'>) =>
  async (tx: Db) =>
    void (await enqueue(tx, RECONCILE, {}))

/** What looks after the systems outside, after jobs, and after everything that may break or drift. */
export function watchers(
  of: PartsOf<typeof createWebhooks> &
    PartsOf<typeof createFailedJobs> &
    PartsOf<typeof createRuns> &
    Omit<PartsOf<typeof createScan>, 'webhooks' | 'failedJobs'>,
) {
  const webhooks = createWebhooks(of)
  const failedJobs = createFailedJobs(of)
  const scan = createScan({ ...of, webhooks: webhooks.service, failedJobs: failedJobs.service })
  return { webhooks, failedJobs, runs: createRuns(of), scan }
}

interface AskedFeatures {
  userAccess: ReturnType<typeof createUserAccess>
  claims: ReturnType<typeof createClaims>
  users: ReturnType<typeof createUsers>
  failedJobs: ReturnType<typeof createFailedJobs>
  productLibrary: ReturnType<typeof createProductLibrary>
  contentTracker: ReturnType<typeof createContentTracker>
  exports: ReturnType<typeof createExports>
  alertRules: ReturnType<typeof createAlertRules>
  savedViews: ReturnType<typeof createSavedViews>
  dbQuery: ReturnType<typeof createDbQuery>
}
type LastFrame = Omit<
  PartsOf<typeof createBot> & PartsOf<typeof createOffboarding> & PartsOf<typeof createAccessReviews>,
  keyof AskedFeatures | 'library' | 'rules' | 'views' | 'savedQueries'
>

/** Features on top of others: the bot, which reads with users' own permissions, and offboarding. */
export const overAll = (
  of: LastFrame,
  { users, failedJobs, productLibrary, contentTracker, exports, userAccess, claims, ...asked }: AskedFeatures,
) => ({
  bot: createBot({
    ...of,
    users: users.service,
    failedJobs: failedJobs.service,
    library: productLibrary.service,
    contentTracker: contentTracker.service,
    exports: exports.service,
  }),
  offboarding: createOffboarding({
    ...of,
    userAccess: userAccess.service,
    claims: claims.service,
    exports: exports.service,
    rules: asked.alertRules.service,
    views: asked.savedViews.service,
    savedQueries: asked.dbQuery.service,
  }),
  accessReviews: createAccessReviews({
    ...of,
    userAccess: userAccess.service,
    exports: exports.service,
  }),
})
