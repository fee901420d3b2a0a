import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { API, addApiDescription } from './api.ts'
import type { Database } from './db/connect.ts'
import { createArticleVersions } from './features/article-versions/feature.ts'
import { createArticles, formOf } from './features/articles/feature.ts'
import { createAuth } from './features/auth/feature.ts'
import { createClaims } from './features/claims/feature.ts'
import { createImages } from './features/images/feature.ts'
import { createKeywords } from './features/keywords/feature.ts'
import { createNotices } from './features/notices/feature.ts'
import { createPosts } from './features/posts/feature.ts'
import { createPreflight } from './features/preflight/feature.ts'
import { createPreview } from './features/preview/feature.ts'
import { createProducts } from './features/products/feature.ts'
import { createSites } from './features/sites/feature.ts'
import { createSystem } from './features/system/feature.ts'
import { createUserActivity } from './features/user-activity/feature.ts'
import { createUsers } from './features/users/feature.ts'
import { addCatalogPictures } from './http/catalog-pictures.ts'
import { addImages } from './http/images.ts'
import { addRoutes, isLocalServer } from './http/routes.ts'
import { createServer, type LogTarget } from './http/server.ts'
import { addWebApp } from './http/web-app.ts'
import { createDiskImageStore } from './integrations/image-store/built-in.ts'
import type { ImageStore } from './integrations/image-store/port.ts'
import { createS3ImageStore } from './integrations/image-store/s3.ts'
import { createOutboxMailer } from './integrations/mailer/built-in.ts'
import type { Mailer } from './integrations/mailer/port.ts'
import { createSmtpMailer } from './integrations/mailer/smtp.ts'
import { createAmazonCatalog } from './integrations/product-catalog/amazon-creators.ts'
import { createBuiltInCatalog } from './integrations/product-catalog/built-in.ts'
import type { ProductCatalog } from './integrations/product-catalog/port.ts'
import { createPublishing } from './integrations/publishing-site/by-site.ts'
import { createGuardedFetcher } from './integrations/web-fetcher/guarded-fetch.ts'
import type { WebFetcher } from './integrations/web-fetcher/port.ts'
import type { Job } from './jobs/job.ts'
import { createQueue, type Queue } from './jobs/queue.ts'
import { createPasswords, type Passwords } from './security/passwords.ts'
import type { Settings } from './settings.ts'

export interface AppParts {
  settings: Settings
  database: Database
  clock?: () => Date
  /** Folder of the built web app. */
  webFolder?: string
  /** Also parse every answer with its full schema; tests do. */
  checkAnswers?: boolean
  /** Where log lines go instead of the standard output. */
  logTo?: LogTarget
  /** Loads the addresses that people type; tests give one that may reach their own servers. */
  web?: WebFetcher
  /** Tells of products; tests give one that fails. */
  catalog?: ProductCatalog
}

export interface App {
  server: FastifyInstance
  queue: Queue
  jobs: readonly Job[]
  passwords: Passwords
  images: ImageStore
  mailer: Mailer
  /** What readiness answers; set once the server listens, unset when it begins to stop. */
  setReady(ready: boolean): void
}

const ROOT = join(import.meta.dirname, '../..')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

function createMailer({ smtpUrl, mailFrom, dataDir }: Settings, clock: () => Date): Mailer {
  return smtpUrl === undefined
    ? createOutboxMailer({ folder: join(dataDir, 'outbox'), clock })
    : createSmtpMailer({ url: smtpUrl, from: mailFrom })
}

function createImageStore({ vendors, dataDir }: Settings): ImageStore {
  const disk = createDiskImageStore({ folder: join(dataDir, 'images') })
  return vendors.s3 === undefined ? disk : createS3ImageStore({ bucket: vendors.s3, older: disk })
}

function createCatalog({ settings, database, clock = () => new Date() }: AppParts): ProductCatalog {
  const { amazon: account } = settings.vendors
  return account === undefined
    ? createBuiltInCatalog({ db: database.db, clock })
    : createAmazonCatalog({ account, clock: () => clock().getTime() })
}

/** The composition root: settings and a database in, a server with every feature out. It does not listen yet. */
export async function createApp(parts: AppParts): Promise<App> {
  const { settings, database, clock = () => new Date() } = parts
  const { db, pool } = database
  const { timeZone, allowSelfApproval, publicUrl, sessionHours } = settings
  const server = await createServer(settings, parts.logTo)
  const queue = createQueue({ pool, log: server.log })
  const { enqueue } = queue
  const passwords = createPasswords()
  const mailer = createMailer(settings, clock)
  const images = createImageStore(settings)
  const web = parts.web ?? createGuardedFetcher({ httpsOnly: true })
  const publishing = createPublishing({
    db,
    clock,
    accounts: settings.vendors.publishing,
    loadImage: (address) => images.get(address.slice(address.lastIndexOf('/') + 1)),
  })
  let isReady = false

  const auth = createAuth({ db, passwords, enqueue, clock, sessionHours, mailer, publicUrl })
  const users = createUsers({ db, auth: auth.service, clock })
  const activity = createUserActivity({ db, clock, timeZone })
  const sites = createSites({ db })
  const keywords = createKeywords({ db })
  const versions = createArticleVersions({ db })
  const mails = settings.smtpUrl !== undefined
  const notices = createNotices({ db, clock, enqueue, mailer, mails, publicUrl })
  const claims = createClaims({
    db,
    clock,
    notices: notices.service,
    readStatus: async (actor, id) => (await articles.service.readArticle(actor, id)).article.status,
  })
  const catalog = parts.catalog ?? createCatalog(parts)
  const products = createProducts({ db, catalog, clock, log: server.log })
  const preflight = createPreflight({
    db,
    products: products.service,
    readForm: async (actor, id) => formOf(await articles.service.readArticle(actor, id)),
  })
  const articles = createArticles({
    db,
    clock,
    listeners: [
      versions.service.keepVersion,
      preflight.service.keepOverrides,
      claims.service.endClaim,
      notices.service.tellConcerned,
    ],
    keywords: keywords.service,
    sites: sites.service,
    allowSelfApproval,
    strictVersions: settings.strictVersions,
    log: server.log,
    timeZone,
    enqueue,
    publishing: publishing.of,
  })
  const preview = createPreview({
    sites: sites.service,
    publishing: publishing.of,
    readAhead: products.service.readAhead,
  })
  const posts = createPosts({
    db,
    clock,
    sites: sites.service,
    publishing: publishing.of,
    isBuiltIn: publishing.isBuiltIn,
    publishArticle: articles.service.publishArticle,
  })
  const system = createSystem({ db, mailer, settings, isReady: () => isReady })
  const imageFeature = createImages({ images, web, publicUrl })

  const options = {
    authenticate: auth.service.authenticate,
    checkAnswers: parts.checkAnswers ?? false,
    isLocalServer: isLocalServer(settings),
  }
  addRoutes(server, API.system, system.handlers, options)
  addRoutes(server, API.auth, auth.handlers, options)
  addRoutes(server, API.users, users.handlers, options)
  addRoutes(server, API.userActivity, activity.handlers, options)
  addRoutes(server, API.sites, sites.handlers, options)
  addRoutes(server, API.keywords, keywords.handlers, options)
  addRoutes(server, API.articles, articles.handlers, options)
  addRoutes(server, API.articleVersions, versions.handlersFor(articles.service.readArticle), options)
  addRoutes(server, API.claims, claims.handlers, options)
  addRoutes(server, API.notices, notices.handlers, options)
  addRoutes(server, API.preflight, preflight.handlers, options)
  addRoutes(server, API.products, products.handlers, options)
  addRoutes(server, API.preview, { ...preview.handlers, ...products.previewHandlers }, options)
  addRoutes(server, API.posts, posts.handlers, options)
  addRoutes(server, API.images, imageFeature.handlers, options)
  addApiDescription(server, version)
  addImages(server, images)
  if (settings.vendors.amazon === undefined) addCatalogPictures(server)
  if (!settings.isDevelopmentServer) await addWebApp(server, parts.webFolder ?? join(ROOT, 'dist/web'))

  return {
    server,
    queue,
    jobs: [...auth.jobs, ...articles.jobs, ...notices.jobs],
    passwords,
    images,
    mailer,
    setReady(ready) {
      isReady = ready
    },
  }
}
