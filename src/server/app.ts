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
import type { Handlers } from './http/handlers.ts'
import { addImages } from './http/images.ts'
import { addRoutes, isLocalServer, type RouteOptions } from './http/routes.ts'
import { createServer, type LogTarget } from './http/server.ts'
import { addWebApp } from './http/web-app.ts'
import type { ImageStore } from './integrations/image-store/port.ts'
import type { Mailer } from './integrations/mailer/port.ts'
import type { Job } from './jobs/job.ts'
import { createQueue, type Queue } from './jobs/queue.ts'
import { createPorts, type PortOverrides } from './ports.ts'
import { createPasswords, type Passwords } from './security/passwords.ts'
import type { Settings } from './settings.ts'

export interface AppParts extends PortOverrides {
  settings: Settings
  database: Database
  clock?: () => Date
  /** Folder of the built web app. */
  webFolder?: string
  /** Also parse every answer with its full schema; tests do. */
  checkAnswers?: boolean
  /** Where log lines go instead of the standard output. */
  logTo?: LogTarget
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

type Noun = keyof typeof API
type Features = { [N in Noun]: { handlers: Handlers<(typeof API)[N]>; jobs?: readonly Job[] } }

function addFeatures(server: FastifyInstance, features: Features, options: RouteOptions) {
  for (const noun of Object.keys(API) as Noun[]) {
    // `Features` pairs every noun's handlers with its endpoints; a loop cannot tell the compiler which noun it is at.
    addRoutes(server, API[noun], features[noun].handlers as never, options)
  }
}

interface Frame {
  parts: AppParts
  server: FastifyInstance
  queue: Queue
  passwords: Passwords
  ports: ReturnType<typeof createPorts>
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
  const { mailer, publishing } = ports
  const mails = settings.smtpUrl !== undefined

  const versions = createArticleVersions({ db })
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

/** Every feature, each given what it needs of the others. */
function createFeatures(frame: Frame) {
  const { parts, server, queue, passwords, ports, isReady } = frame
  const { settings, database, clock = () => new Date() } = parts
  const { db } = database
  const { timeZone, publicUrl, sessionHours, uploadsPerDay } = settings
  const { images, mailer, web, catalog, publishing } = ports

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
  const keywords = createKeywords({ db })
  const products = createProducts({ db, catalog, clock, log: server.log })
  const workflow = createWorkflow(frame, { sites, keywords, products })
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
    publishArticle: workflow.articles.service.publishArticle,
  })
  return {
    system: createSystem({ db, mailer, settings, isReady }),
    auth,
    users: createUsers({ db, auth: auth.service, clock }),
    userActivity: createUserActivity({ db, clock, timeZone }),
    sites,
    keywords,
    ...workflow,
    products,
    preview: { handlers: { ...preview.handlers, ...products.previewHandlers } },
    posts,
    images: createImages({ db, images, web, publicUrl, clock, uploadsPerDay }),
  } satisfies Features
}

/** The composition root: settings and a database in, a server with every feature out. It does not listen yet. */
export async function createApp(parts: AppParts): Promise<App> {
  const { settings, database, clock = () => new Date() } = parts
  const server = await createServer(settings, parts.logTo)
  const queue = createQueue({ pool: database.pool, log: server.log })
  const passwords = createPasswords()
  const ports = createPorts({ settings, db: database.db, clock }, parts)
  let isReady = false

  const features = createFeatures({ parts, server, queue, passwords, ports, isReady: () => isReady })
  addFeatures(server, features, {
    authenticate: features.auth.service.authenticate,
    explainEnd: features.auth.service.explainEnd,
    checkAnswers: parts.checkAnswers ?? false,
    isLocalServer: isLocalServer(settings),
  })
  addApiDescription(server, version)
  addImages(server, ports.images)
  if (settings.vendors.amazon === undefined) addCatalogPictures(server)
  if (!settings.isDevelopmentServer) await addWebApp(server, parts.webFolder ?? join(ROOT, 'dist/web'))

  return {
    server,
    queue,
    jobs: Object.values<Features[Noun]>(features).flatMap(({ jobs = [] }) => [...jobs]),
    passwords,
    images: ports.images,
    mailer: ports.mailer,
    setReady(ready) {
      isReady = ready
    },
  }
}
