import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { API, addApiDescription } from './api.ts'
import type { Database } from './db/connect.ts'
import { createArticles } from './features/articles/feature.ts'
import { createAuth } from './features/auth/feature.ts'
import { createBoard } from './features/board/feature.ts'
import { createImages } from './features/images/feature.ts'
import { createKeywords } from './features/keywords/feature.ts'
import { createSites } from './features/sites/feature.ts'
import { createSystem } from './features/system/feature.ts'
import { createUserActivity } from './features/user-activity/feature.ts'
import { createUsers } from './features/users/feature.ts'
import { createWebhooks } from './features/webhooks/feature.ts'
import { addHooks, hooksAddress } from './http/hooks.ts'
import { addImages } from './http/images.ts'
import { addRoutes, isLocalServer } from './http/routes.ts'
import { createServer, type LogTarget } from './http/server.ts'
import { addWebApp } from './http/web-app.ts'
import { createDiskImageStore } from './integrations/image-store/built-in.ts'
import type { ImageStore } from './integrations/image-store/port.ts'
import { createOutboxMailer } from './integrations/mailer/built-in.ts'
import type { Mailer } from './integrations/mailer/port.ts'
import { createSmtpMailer } from './integrations/mailer/smtp.ts'
import { chooseTaskBoard } from './integrations/task-board/choice.ts'
import { createGuardedFetcher } from './integrations/web-fetcher/guarded-fetch.ts'
import type { WebFetcher } from './integrations/web-fetcher/port.ts'
import type { Job } from './jobs/job.ts'
import { createQueue, type Queue } from './jobs/queue.ts'
import { createPasswords, type Passwords } from './security/passwords.ts'
import { createSecretBox, readSecretKey } from './security/secret-box.ts'
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
  const { taskBoard, builtInBoard } = chooseTaskBoard(settings, { db, enqueue, clock })
  const images = createDiskImageStore({ folder: join(settings.dataDir, 'images') })
  const web = parts.web ?? createGuardedFetcher({ httpsOnly: true })
  let isReady = false

  const auth = createAuth({ db, passwords, enqueue, clock, sessionHours, mailer, publicUrl })
  const users = createUsers({ db, auth: auth.service, clock })
  const activity = createUserActivity({ db, clock, timeZone })
  const sites = createSites({ db })
  const keywords = createKeywords({ db })
  const articles = createArticles({
    db,
    clock,
    enqueue,
    taskBoard,
    publicUrl,
    keywords: keywords.service,
    sites: sites.service,
    allowSelfApproval,
    strictVersions: settings.strictVersions,
    log: server.log,
    timeZone,
  })
  const webhooks = createWebhooks({
    db,
    enqueue,
    clock,
    taskBoard,
    box: createSecretBox(await readSecretKey(settings)),
    log: server.log,
    listBoards: sites.service.listBoards,
    address: () => hooksAddress(server, settings),
    followTask: articles.service.followTask,
    followBoard: articles.service.followBoard,
  })
  const { findArticleOfTask } = articles.service
  const board = createBoard({ db, board: builtInBoard, sites: sites.service, findArticleOfTask })
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
  addRoutes(server, API.board, board.handlers, options)
  addRoutes(server, API.images, imageFeature.handlers, options)
  addApiDescription(server, version)
  addImages(server, images)
  await addHooks(server, webhooks.receive)
  server.addHook('onListen', webhooks.reconcileSoon)
  if (!settings.isDevelopmentServer) await addWebApp(server, parts.webFolder ?? join(ROOT, 'dist/web'))

  return {
    server,
    queue,
    jobs: [...auth.jobs, ...articles.jobs, ...webhooks.jobs, ...(builtInBoard?.jobs ?? [])],
    passwords,
    images,
    mailer,
    setReady(ready) {
      isReady = ready
    },
  }
}
