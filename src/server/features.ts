import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { API } from './api.ts'
import type { AppParts } from './app.ts'
import { createArticleVersions } from './features/article-versions/feature.ts'
import { createArticles, formOf, readContent } from './features/articles/feature.ts'
import { createAudit } from './features/audit/feature.ts'
import { createAuth } from './features/auth/feature.ts'
import { createBoard } from './features/board/feature.ts'
import { createClaims } from './features/claims/feature.ts'
import { createComparison } from './features/comparison/feature.ts'
import { createExports } from './features/exports/feature.ts'
import { createImages } from './features/images/feature.ts'
import { createKeywordChanges } from './features/keyword-changes/feature.ts'
import { createKeywordComments } from './features/keyword-comments/feature.ts'
import { createKeywordUploads } from './features/keyword-uploads/feature.ts'
import { createKeywords } from './features/keywords/feature.ts'
import { createNotices } from './features/notices/feature.ts'
import { createPosts } from './features/posts/feature.ts'
import { createPreflight } from './features/preflight/feature.ts'
import { createPreview } from './features/preview/feature.ts'
import { createProducts } from './features/products/feature.ts'
import { createSavedViews } from './features/saved-views/feature.ts'
import { createShareOfVoice } from './features/share-of-voice/feature.ts'
import { createSites } from './features/sites/feature.ts'
import { createSystem } from './features/system/feature.ts'
import { findSamplePassword } from './features/system/store.ts'
import { createUserActivity } from './features/user-activity/feature.ts'
import { createUsers } from './features/users/feature.ts'
import { createWebhooks } from './features/webhooks/feature.ts'
import type { Handlers } from './http/handlers.ts'
import { hooksAddress } from './http/hooks.ts'
import type { Job } from './jobs/job.ts'
import type { Queue } from './jobs/queue.ts'
import type { createPorts } from './ports.ts'
import type { Passwords } from './security/passwords.ts'
import type { SecretBox } from './security/secret-box.ts'

export type Noun = keyof typeof API
export type Features = { [N in Noun]: { handlers: Handlers<(typeof API)[N]>; jobs?: readonly Job[] } }

/** What every feature stands in. */
export interface Frame {
  parts: AppParts
  server: FastifyInstance
  queue: Queue
  passwords: Passwords
  ports: ReturnType<typeof createPorts>
  /** Seals what must not lie in the database in clear. */
  box: SecretBox
  isReady: () => boolean
}

interface WorkflowNeeds {
  sites: ReturnType<typeof createSites>
  keywords: ReturnType<typeof createKeywords>
  products: ReturnType<typeof createProducts>
}

/** What an article's life is made of: the article itself and everything that follows it. */
function createWorkflow(
  { parts, server, queue: { enqueue }, ports }: Frame,
  { sites, keywords, products }: WorkflowNeeds,
) {
  const { settings, database, clock = () => new Date() } = parts
  const { db } = database
  const { timeZone, allowSelfApproval, strictVersions, publicUrl } = settings
  const { mailer, publishing, taskBoard } = ports
  const mails = settings.smtpUrl !== undefined

  const versions = createArticleVersions({ db, readContent })
  const notices = createNotices({ db, clock, enqueue, mailer, mails, publicUrl })
  const claims = createClaims({
    db,
    clock,
    notices: notices.service,
    readStatus: async (actor, id) => (await articles.service.readArticle(actor, id)).article.status,
  })
  const preflight = createPreflight({
    db,
    products: products.service,
    readForm: async (actor, id) => formOf(await articles.service.readArticle(actor, id)),
  })
  const articles = createArticles({
    db,
    clock,
    enqueue,
    listeners: [
      versions.service.keepVersion,
      preflight.service.keepOverrides,
      claims.service.endClaim,
      notices.service.tellConcerned,
    ],
    keywords: keywords.service,
    sites: sites.service,
    publishing: publishing.of,
    taskBoard,
    publicUrl,
    allowSelfApproval,
    strictVersions,
    log: server.log,
    timeZone,
  })
  return {
    articles,
    articleVersions: { handlers: versions.handlersFor(articles.service.readArticle) },
    claims,
    notices,
    preflight,
  }
}

interface KeywordWorkNeeds {
  keywords: ReturnType<typeof createKeywords>
  notices: ReturnType<typeof createNotices>
}

/** What people do with the keywords that there are: bring them in, change many, talk about them, find them again. */
function createKeywordWork({ parts, queue: { enqueue } }: Frame, { keywords, notices }: KeywordWorkNeeds) {
  const { database, clock = () => new Date() } = parts
  const { db, pool } = database
  const { forgetTotals } = keywords.service
  return {
    keywordUploads: createKeywordUploads({ pool, clock, forgetTotals }),
    keywordChanges: createKeywordChanges({ db, clock, enqueue, keywords: keywords.service }),
    keywordComments: createKeywordComments({ db, clock, notices: notices.service }),
    savedViews: createSavedViews({ db, clock }),
  }
}

/** What outside systems tell us; no noun of the API, because its one address speaks their language. */
export function createHooks(
  { parts, server, queue: { enqueue }, ports, box }: Frame,
  { sites, articles }: Pick<ReturnType<typeof createFeatures>, 'sites' | 'articles'>,
) {
  const { settings, database, clock = () => new Date() } = parts
  return createWebhooks({
    db: database.db,
    enqueue,
    clock,
    taskBoard: ports.taskBoard,
    box,
    log: server.log,
    listBoards: sites.service.listBoards,
    address: () => hooksAddress(server, settings),
    followTask: articles.service.followTask,
    followBoard: articles.service.followBoard,
  })
}

/** Share of voice, and the files that people ask for; further features add their kinds of file here. */
function createReports(
  { parts, server, queue: { enqueue, isUnderWay }, ports }: Frame,
  { keywords }: Pick<WorkflowNeeds, 'keywords'>,
) {
  const { settings, database, clock = () => new Date() } = parts
  const { db, pool } = database
  const { timeZone, dataDir, vendors } = settings
  const shareOfVoice = createShareOfVoice({
    db,
    pool,
    clock,
    timeZone,
    ...settings.shareOfVoice,
    keywords: keywords.service,
    enqueue,
    isUnderWay,
    source: ports.shareOfVoice,
    log: server.log,
    isCollecting: async () => vendors.rainforest !== undefined || (await findSamplePassword(db)) !== null,
  })
  const exports = createExports({
    db,
    clock,
    enqueue,
    kinds: shareOfVoice.exportKinds,
    folder: join(dataDir, 'exports'),
    log: server.log,
  })
  return {
    shareOfVoice: { handlers: shareOfVoice.handlersFor(exports.service), jobs: shareOfVoice.jobs },
    exports,
  }
}

interface ArticlePagesNeeds {
  sites: ReturnType<typeof createSites>
  products: ReturnType<typeof createProducts>
  articles: ReturnType<typeof createArticles>
}

/** The pages on which an article is seen from outside: as readers will see it, its post, its task. */
function createArticlePages({ parts, ports }: Frame, { sites, products, articles }: ArticlePagesNeeds) {
  const { database, clock = () => new Date() } = parts
  const { db } = database
  const { publishing, builtInBoard } = ports
  const { publishArticle, findArticleOfTask } = articles.service
  const preview = createPreview({
    sites: sites.service,
    publishing: publishing.of,
    readAhead: products.service.readAhead,
  })
  return {
    preview: { handlers: { ...preview.handlers, ...products.previewHandlers } },
    posts: createPosts({
      db,
      clock,
      sites: sites.service,
      publishing: publishing.of,
      isBuiltIn: publishing.isBuiltIn,
      publishArticle,
    }),
    board: {
      ...createBoard({ db, board: builtInBoard, sites: sites.service, findArticleOfTask }),
      jobs: builtInBoard?.jobs ?? [],
    },
  }
}

/** Every feature, each given what it needs of the others. */
export function createFeatures(frame: Frame) {
  const { parts, server, queue, passwords, ports, isReady } = frame
  const { settings, database, clock = () => new Date() } = parts
  const { db } = database
  const { timeZone, publicUrl, sessionHours, uploadsPerDay } = settings
  const { images, mailer, web, catalog, stories } = ports

  const auth = createAuth({
    db,
    passwords,
    enqueue: queue.enqueue,
    clock,
    sessionHours,
    mailer,
    publicUrl,
  })
  const sites = createSites({ db, images })
  const keywords = createKeywords({ db, pool: database.pool, clock, timeZone, log: server.log })
  const products = createProducts({ db, catalog, clock, log: server.log })
  const workflow = createWorkflow(frame, { sites, keywords, products })
  return {
    system: createSystem({ db, mailer, settings, isReady }),
    auth,
    users: createUsers({ db, auth: auth.service, clock }),
    userActivity: createUserActivity({ db, clock, timeZone }),
    audit: createAudit({ db, pool: database.pool, settings }),
    sites,
    keywords,
    ...createKeywordWork(frame, { keywords, notices: workflow.notices }),
    ...workflow,
    ...createReports(frame, { keywords }),
    products,
    ...createArticlePages(frame, { sites, products, articles: workflow.articles }),
    comparison: createComparison({
      db,
      stories,
      createArticle: workflow.articles.service.createArticle,
      publicUrl,
    }),
    images: createImages({ db, images, web, publicUrl, clock, uploadsPerDay }),
  } satisfies Features
}
