import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { API } from './api.ts'
import type { Handlers } from './calls/handlers.ts'
import type { Db } from './db/connect.ts'
import { createAccessReviews, reviewFiles } from './features/access-reviews/feature.ts'
import { adoptionFiles, createAdoptions } from './features/adoptions/feature.ts'
import { createAlertRules } from './features/alert-rules/feature.ts'
import { keepVersion } from './features/article-versions/article-listener.ts'
import { createArticleVersions } from './features/article-versions/feature.ts'
import { createArticles } from './features/articles/feature.ts'
import { createAudit } from './features/audit/feature.ts'
import { createAuth } from './features/auth/feature.ts'
import type { AuthService } from './features/auth/service.ts'
import { createBoard } from './features/board/feature.ts'
import { createBot } from './features/bot/feature.ts'
import { endClaim } from './features/claims/article-listener.ts'
import { createClaims } from './features/claims/feature.ts'
import { createCommissionCategories } from './features/commission-categories/feature.ts'
import { createComparison } from './features/comparison/feature.ts'
import {
  contentFiles,
  createAdoptedPosts,
  createContentTracker,
  createPostKeywords,
  followPost,
  importEarnings,
  importPosts,
} from './features/content-tracker/feature.ts'
import { createConsole, createDbQuery } from './features/db-query/feature.ts'
import { createExports } from './features/exports/feature.ts'
import { createFailedJobs } from './features/failed-jobs/feature.ts'
import { createFeatureFlags, type Flags } from './features/feature-flags/feature.ts'
import { createGameSolutions } from './features/game-solutions/feature.ts'
import { createGoogleSheets } from './features/google-sheets/feature.ts'
import { createGscKeywords, strikingFiles } from './features/gsc-keywords/feature.ts'
import { createIdempotency } from './features/idempotency/feature.ts'
import { createImages } from './features/images/feature.ts'
import { createKeywordChanges } from './features/keyword-changes/feature.ts'
import { keepEdit, keepUpload } from './features/keyword-changes/keyword-listener.ts'
import { createKeywordComments } from './features/keyword-comments/feature.ts'
import { createKeywordResearch } from './features/keyword-research/feature.ts'
import { createKeywordUploads } from './features/keyword-uploads/feature.ts'
import { createKeywords } from './features/keywords/feature.ts'
import { tellConcerned } from './features/notices/article-listener.ts'
import { createNotices } from './features/notices/feature.ts'
import { createOffboarding, runFiles } from './features/offboarding/feature.ts'
import { createOpportunities } from './features/opportunities/feature.ts'
import { createOutside } from './features/outside/feature.ts'
import { createPlanner } from './features/planner/feature.ts'
import { createPosts } from './features/posts/feature.ts'
import { keepOverrides } from './features/preflight/article-listener.ts'
import { createPreflight } from './features/preflight/feature.ts'
import { createPreview } from './features/preview/feature.ts'
import { createProductLibrary, keepReadStocks, mentionFiles } from './features/product-library/feature.ts'
import { createProducts, importAvailability } from './features/products/feature.ts'
import { createReplacements } from './features/replacements/feature.ts'
import { createRevisions } from './features/revisions/feature.ts'
import { createRivalries, rivalryFiles } from './features/rivalries/feature.ts'
import { createSavedViews } from './features/saved-views/feature.ts'
import { createScan } from './features/scan/feature.ts'
import { createSearchTasks } from './features/search-tasks/feature.ts'
import { createShareOfVoice, winnerFiles } from './features/share-of-voice/feature.ts'
import { createSites } from './features/sites/feature.ts'
import { createStockReport } from './features/stock-report/feature.ts'
import { createSystem } from './features/system/feature.ts'
import { createUserAccess } from './features/user-access/feature.ts'
import { createUserActivity } from './features/user-activity/feature.ts'
import { createUsers } from './features/users/feature.ts'
import { createWarehouseReadings, type WarehouseImports } from './features/warehouse/feature.ts'
import { createWebhooks } from './features/webhooks/feature.ts'
import { RECONCILE } from './features/webhooks/jobs.ts'
import { createWork } from './features/work/feature.ts'
import type { Enqueue, Job } from './jobs/job.ts'
import type { Queue } from './jobs/queue.ts'
import type { Ports } from './ports.ts'
import type { Passwords } from './security/passwords.ts'
import type { SecretBox } from './security/secret-box.ts'
import type { Settings } from './settings.ts'

export type Noun = keyof typeof API
type Features = { [N in Noun]: { handlers: Handlers<(typeof API)[N]>; jobs?: readonly Job[] } }

/** What every feature stands in: each says beside itself what of it it needs. */
export interface Frame extends Settings, Ports {
  settings: Settings
  db: Db
  pool: Pool
  /** The database's address, under which our own user is let in. */
  url: string
  clock: () => Date
  log: FastifyBaseLogger
  enqueue: Enqueue
  enqueueOnce: Queue['enqueueOnce']
  isUnderWay: Queue['isUnderWay']
  passwords: Passwords
  /** Seals what must not lie in the database in clear. */
  box: SecretBox
  /** What of the product is switched how. */
  flags: Flags
  isReady: () => boolean
  /** Where this server itself is reached on this machine, once it listens. */
  ownAddress: () => string | null
  /** Who serves what outside, without any secret. */
  vendorNames: Readonly<Record<string, string>>
}

/** Who works here, at what, and what they did. */
function featuresOfPeople(of: Frame & { auth: AuthService }) {
  const users = createUsers(of)
  return {
    users,
    work: createWork({ ...of, users: users.service }),
    userAccess: createUserAccess({ ...of, users: users.service }),
    userActivity: createUserActivity(of),
    audit: createAudit(of),
  }
}
/** What keeps something of its own about articles. */
const aboutArticles = (
  parts: Parameters<typeof createArticleVersions>[0] &
    Parameters<typeof createRevisions>[0] &
    Parameters<typeof createReplacements>[0] &
    Parameters<typeof createClaims>[0],
) => ({
  articleVersions: createArticleVersions(parts),
  revisions: createRevisions(parts),
  replacements: createReplacements(parts),
  claims: createClaims(parts),
})

interface ArticleFollowers extends Pick<Frame, 'timeZone' | 'flags'> {
  products: ReturnType<typeof createProducts>['service']
  notices: ReturnType<typeof createNotices>['service']
}

/** What follows everything that happens to an article, in this order and in the same transaction. */
const articleListeners = ({ products, notices, timeZone, flags }: ArticleFollowers) => [
  keepVersion,
  keepOverrides(products, flags),
  endClaim,
  tellConcerned(notices),
  followPost({ timeZone }),
]

type PartsOf<Create extends (parts: never) => unknown> = Parameters<Create>[0]

/** What stands around keywords: what was done to them, what is said of them, and which are worth adding. */
const aroundKeywords = (
  of: PartsOf<typeof createKeywordChanges> &
    PartsOf<typeof createKeywordComments> &
    PartsOf<typeof createKeywordResearch> &
    PartsOf<typeof createOpportunities> &
    Omit<PartsOf<typeof createPlanner>, 'readLead'>,
) => {
  const opportunities = createOpportunities(of)
  return {
    keywordChanges: createKeywordChanges(of),
    keywordComments: createKeywordComments(of),
    keywordResearch: createKeywordResearch(of),
    opportunities,
    planner: createPlanner({ ...of, readLead: opportunities.service.readLead }),
  }
}

/** What an outside warehouse says is taken over as files of the same kind are. */
const importsOf = (
  frame: Pick<Frame, 'db' | 'pool' | 'clock' | 'timeZone'>,
): { imports: WarehouseImports } => ({
  imports: {
    posts: (rows, told) => importPosts({ ...frame, ...told }, rows),
    earnings: (rows, told) => importEarnings({ ...frame, ...told }, rows),
    availability: (rows, told) => importAvailability({ ...frame, ...told }, rows),
  },
})

/** What articles recommend, and what of it cannot be bought. */
function aroundProducts(
  parts: PartsOf<typeof createCommissionCategories> &
    PartsOf<typeof createProductLibrary> &
    Omit<PartsOf<typeof createStockReport>, 'commissions'> &
    Omit<PartsOf<typeof createContentTracker>, 'commissions'> &
    Omit<PartsOf<typeof createWarehouseReadings>, 'imports'>,
) {
  const commissionCategories = createCommissionCategories(parts)
  const of = { ...parts, commissions: commissionCategories.service }
  return {
    commissionCategories,
    productLibrary: createProductLibrary(of),
    stockReport: createStockReport(of),
    contentTracker: createContentTracker(of),
    warehouse: createWarehouseReadings({ ...of, ...importsOf(of) }),
  }
}

/** How the desk is set up, what it wants to be told, and the small tools beside its work. */
const setUp = (
  of: PartsOf<typeof createFeatureFlags> &
    PartsOf<typeof createAlertRules> &
    PartsOf<typeof createGameSolutions> &
    PartsOf<typeof createGoogleSheets>,
) => ({
  alertRules: createAlertRules(of),
  featureFlags: createFeatureFlags(of),
  gameSolutions: createGameSolutions(of),
  googleSheets: createGoogleSheets(of),
})

/** Looks after the subscriptions to boards once sites have others. */
const watchBoards =
  ({ enqueue }: Pick<Frame, 'enqueue'>) =>
  async (tx: Db) =>
    void (await enqueue(tx, RECONCILE, {}))

/** What looks after the systems outside, after jobs, and after everything that may break or drift. */
function watchers(
  of: PartsOf<typeof createWebhooks> &
    PartsOf<typeof createFailedJobs> &
    Omit<PartsOf<typeof createScan>, 'webhooks' | 'failedJobs'>,
) {
  const webhooks = createWebhooks(of)
  const failedJobs = createFailedJobs(of)
  const scan = createScan({ ...of, webhooks: webhooks.service, failedJobs: failedJobs.service })
  return { webhooks, failedJobs, scan }
}

/** What people search for when they find our posts, the posts that were there before us, and keywords of elsewhere. */
const aroundPosts = (
  of: PartsOf<typeof createGscKeywords> &
    Omit<PartsOf<typeof createAdoptions>, 'importKeywords'> &
    PartsOf<typeof createRivalries> &
    PartsOf<typeof createSearchTasks> &
    PartsOf<typeof createKeywordUploads>,
) => {
  const keywordUploads = createKeywordUploads({ ...of, listeners: [keepUpload] })
  return {
    gscKeywords: createGscKeywords(of),
    rivalries: createRivalries(of),
    searchTasks: createSearchTasks(of),
    keywordUploads,
    adoptions: createAdoptions({ ...of, importKeywords: keywordUploads.service.importFile }),
  }
}

/** Where articles are looked at: before they are sent, as they will be read, as posts, as tasks, beside others. */
const viewsOfArticles = (
  of: PartsOf<typeof createPreflight> &
    PartsOf<typeof createPreview> &
    PartsOf<typeof createPosts> &
    PartsOf<typeof createBoard> &
    PartsOf<typeof createComparison>,
) => ({
  preflight: createPreflight(of),
  preview: createPreview(of),
  posts: createPosts(of),
  board: createBoard(of),
  comparison: createComparison(of),
})

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

/** The bot, which asks what people could look up themselves, and the end of somebody's work here. */
const overAll = (
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

/** The files that can be taken away, of every kind. */
const ownFiles = (
  of: PartsOf<typeof winnerFiles> &
    PartsOf<typeof contentFiles> &
    PartsOf<typeof mentionFiles> &
    PartsOf<typeof runFiles> &
    PartsOf<typeof reviewFiles> &
    PartsOf<typeof adoptionFiles> &
    PartsOf<typeof strikingFiles> &
    PartsOf<typeof rivalryFiles>,
) => ({
  ...winnerFiles(of),
  ...contentFiles(of),
  ...mentionFiles(of),
  ...runFiles(of),
  ...reviewFiles(of),
  ...adoptionFiles(of),
  ...strikingFiles(of),
  ...rivalryFiles(of),
})

/** Every feature, each given what it needs of those before it: a line for each. */
export function createFeatures(frame: Frame) {
  const system = createSystem(frame)
  const notices = createNotices(frame)
  const auth = createAuth({ ...frame, notices: notices.service })
  const sites = createSites({ ...frame, boardsChanged: watchBoards(frame) })
  const keywords = createKeywords({ ...frame, listeners: [keepEdit] })
  const products = createProducts({ ...frame, listeners: [keepReadStocks(frame, system.service)] })
  const outside = createOutside({ ...frame, notices: notices.service })
  const of = {
    ...frame,
    system: system.service,
    auth: auth.service,
    sites: sites.service,
    keywords: keywords.service,
    products: products.service,
    notices: notices.service,
    outside: outside.service,
    postKeywords: createPostKeywords(frame),
    adopted: createAdoptedPosts(frame),
  }
  const listeners = articleListeners(of)
  const articles = createArticles({ ...of, listeners })
  const ofArticles = { ...of, articles: articles.service }
  const { asking, files } = createConsole(of)
  const exports = createExports({
    ...of,
    kinds: { ...ownFiles(of), ...files },
  })
  const posts = aroundPosts({ ...of, exports: exports.service })
  const asked = {
    system,
    auth,
    ...featuresOfPeople(of),
    sites,
    keywords,
    ...aroundKeywords(of),
    savedViews: createSavedViews(of),
    articles,
    ...aboutArticles(ofArticles),
    notices,
    outside,
    ...setUp(of),
    ...viewsOfArticles(ofArticles),
    images: createImages(of),
    products,
    ...aroundProducts({ ...ofArticles, exports: exports.service }),
    shareOfVoice: createShareOfVoice({ ...of, exports: exports.service }),
    ...posts,
    exports,
    dbQuery: createDbQuery({ ...of, asking, exports: exports.service }),
    ...watchers({ ...ofArticles, searchTasks: posts.searchTasks.service }),
  } satisfies Omit<Features, 'bot' | 'offboarding' | 'accessReviews'>
  const features = { ...asked, ...overAll(ofArticles, asked) } satisfies Features
  return { features, idempotency: createIdempotency(frame) }
}

/** The jobs of all features. */
export function jobsOf({ features, idempotency }: ReturnType<typeof createFeatures>): readonly Job[] {
  const all = [...Object.values<Features[Noun]>(features), idempotency]
  return all.flatMap(({ jobs = [] }) => jobs)
}
