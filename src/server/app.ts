import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { API, addApiDescription } from './api.ts'
import { type Database, transaction } from './db/connect.ts'
import { createServerRoll } from './db/servers.ts'
import { createFlagReader, type Flags } from './features/ground/feature-flags/feature.ts'
import { createFeatures, jobsOf, type Noun } from './features.ts'
import { addCatalogPictures } from './http/catalog-pictures.ts'
import { addImages } from './http/images.ts'
import { addOauth } from './http/oauth.ts'
import { ownAddress } from './http/own-address.ts'
import { addRoutes, isLocalServer, type RouteOptions } from './http/routes.ts'
import { createServer, type LogTarget } from './http/server.ts'
import type { Patience } from './http/slow-senders.ts'
import { addStoryPages } from './http/story-pages.ts'
import { addWebApp } from './http/web-app.ts'
import type { ImageStore } from './integrations/image-store/port.ts'
import type { Mailer } from './integrations/mailer/port.ts'
import { withClocks } from './jobs/clock.ts'
import type { Job } from './jobs/job.ts'
import { createQueue, type Queue } from './jobs/queue.ts'
import { retentionJobs } from './kernel/retention/removal-store.ts'
import { resumeRunsJob } from './kernel/runs/resume-runs.ts'
import { beginRunWith } from './kernel/runs/run.ts'
import { addMcp } from './mcp/feature.ts'
import { createPorts, type PortOverrides } from './ports.ts'
import { retentionOf } from './retention-periods-store.ts'
import { audit } from './security/audit.ts'
import { tellGivenUp } from './security/events.ts'
import { createPasswords, type Passwords } from './security/passwords.ts'
import { createSecretBox, readSecretKeys } from './security/secret-box.ts'
import { type Settings, vendorNames } from './settings/settings.ts'
import type { Traces } from './traces/feature.ts'

export interface AppDeps extends PortOverrides {
  settings: Settings
  database: Database
  clock?: () => Date
  /** Folder of the built web app; null if the caller adds it. */
  webFolder?: string | null
  /** Also parses every answer with its full schema; used in tests. */
  checkAnswers?: boolean
  /** Whether scheduled jobs start on time. Tests start them explicitly. */
  keepsTime?: boolean
  /** Where log lines go instead of standard output. */
  logTo?: LogTarget
  /** Whether a sign-in replaces a hash that has other parameters. Tests have cheap ones. */
  renewsHashes?: boolean
  /** Limits on how long clients may take to send a request. */
  patience?: Patience
}

export interface App {
  server: FastifyInstance
  queue: Queue
  jobs: readonly Job[]
  passwords: Passwords
  images: ImageStore
  mailer: Mailer
  /** Null without a collector. */
  traces: Traces | null
  /** Resolves with the address once the server listens and all `onListen` hooks have ended. */
  listen(at: { host: string; port: number }): Promise<string>
  /** Sets the answer of the readiness check: true once the server listens, false when it begins to stop. */
  setReady(ready: boolean): void
}

const ROOT = join(import.meta.dirname, '../..')
export const WEB_FOLDER = join(ROOT, 'dist/web')
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }

/**
 * Data that is in one server's data folder although all servers need it, with the setting that moves it
 * elsewhere.
 */
const sharedFiles = ({ vendors, smtpUrl, secretKey }: Settings): string[] => [
  ...(vendors.s3 === undefined ? ['images uploaded to one are missing on the other (S3_BUCKET)'] : []),
  ...(secretKey === undefined ? ['secrets encrypted by one cannot be read by the other (SECRET_KEY)'] : []),
  ...(smtpUrl === undefined ? ['mail from either is not in the other’s outbox (SMTP_URL)'] : []),
]

function joinOtherServers(server: FastifyInstance, { settings, database, clock }: AppDeps) {
  const { dataDir } = settings
  const roll = createServerRoll({
    ...{ db: database.db, dataDir, shared: sharedFiles(settings), log: server.log },
    ...(clock === undefined ? {} : { clock }),
  })
  server.addHook('onListen', roll.begin)
  server.addHook('onClose', roll.leave)
}

const isTls = ({ publicUrl }: Settings) => publicUrl.startsWith('https:')

type Features = ReturnType<typeof createFeatures>['features']

const fileNotes =
  ({ db }: Database): RouteOptions['noteFile'] =>
  (actor, { name, ...after }) =>
    transaction(db, (tx) => audit(tx, actor, 'file.asked', { label: name, after }))

function addFeatures(server: FastifyInstance, features: Features, options: RouteOptions) {
  for (const noun of Object.keys(API) as Noun[]) {
    // `createFeatures` pairs every noun's handlers with its endpoints, but in a loop the compiler cannot see
    // which noun it is.
    addRoutes(server, API[noun], features[noun].handlers as never, options)
  }
}

function recordVendors(server: FastifyInstance, features: Features) {
  server.addHook('onReady', async () => {
    // Without its database the server reports that it is not ready. The next start records what this one
    // could not.
    await features.audit.service.recordVendors().catch((error: unknown) => {
      server.log.error({ err: error }, 'could not record the vendors in the audit trail')
    })
  })
}

/** Work that starts once the server listens, and ends with it. */
function followServer(server: FastifyInstance, features: Features, deps: AppDeps) {
  const { webhooks, outside, gameSolutions, warehouse } = features
  recordVendors(server, features)
  joinOtherServers(server, deps)
  server.addHook('onListen', webhooks.reconcileSoon)
  server.addHook('onListen', outside.checkSoon)
  server.addHook('onListen', gameSolutions.refreshSoon)
  server.addHook('onClose', warehouse.leave)
}

/**
 * Fastify's own `listen` resolves before the `onListen` hooks have ended, so a request could come too early.
 */
function createListener(server: FastifyInstance): App['listen'] {
  let tellBegun: () => void
  const begun = new Promise<void>((resolve) => {
    tellBegun = resolve
  })
  // Hooks run in order and this is the last one. A failed hook is logged and does not stop the others.
  server.addHook('onListen', async () => tellBegun())
  return async (at) => {
    const address = await server.listen(at)
    await begun
    return address
  }
}

/**
 * Draws the pictures of the built-in catalogue's products on request. The drawing code is loaded with the
 * first request.
 */
function addGoodsPictures(server: FastifyInstance) {
  addCatalogPictures(
    server,
    async () => (await import('./sample/pictures/catalog-picture.ts')).catalogPicture,
  )
}

/** Pictures and pages that are not part of the web app. */
function addPictures(
  server: FastifyInstance,
  { images, stories }: ReturnType<typeof createPorts>,
  { vendors }: Settings,
) {
  addImages(server, images)
  addStoryPages(server, stories)
  if (vendors.amazon === undefined) addGoodsPictures(server)
}

/** Reads feature flags; the usage counts are stored before the server ends. */
function readFlags(server: FastifyInstance, of: Omit<Parameters<typeof createFlagReader>[0], 'log'>): Flags {
  const flags = createFlagReader({ ...of, log: server.log })
  server.addHook('onClose', () => flags.storeCounts())
  return flags
}

/** What programs use beside the calls themselves: their description, and the tools of assistants. */
function addForPrograms(
  server: FastifyInstance,
  {
    assistants: { service, authorizations },
    ...deps
  }: Omit<Parameters<typeof addMcp>[1], 'version' | 'readRules'> & Pick<Features, 'assistants'>,
) {
  addApiDescription(server, { version })
  addMcp(server, { ...deps, version, readRules: service.readRules })
  const { publicUrl } = deps.settings
  addOauth(server, { publicUrl, authorizations, readRules: service.readRules })
}

async function addWeb(server: FastifyInstance, { settings, webFolder = WEB_FOLDER }: AppDeps) {
  if (!settings.isDevelopmentServer && webFolder !== null) await addWebApp(server, webFolder)
}

/** The jobs of all features, and those that look after data and runs of all features. */
function allJobs(
  created: ReturnType<typeof createFeatures>,
  of: Parameters<typeof resumeRunsJob>[0] & Pick<Queue, 'enqueueOnce'> & Pick<AppDeps, 'settings'>,
): readonly Job[] {
  const jobs = jobsOf(created)
  const retention = retentionJobs(of, retentionOf(of.settings, created.features))
  return [...withClocks({ ...of, ...of.settings }, [...jobs, ...retention]), resumeRunsJob(of, jobs)]
}

/** Starts the metrics if METRICS_PORT is set; otherwise their code is not loaded. */
async function addMetrics(
  server: FastifyInstance,
  { settings, database, clock = () => new Date() }: AppDeps,
): Promise<void> {
  const { metrics, timeZone, backupDir } = settings
  if (metrics === null) return
  const measuring = await import('./metrics/feature.ts')
  measuring.addMetrics(server, {
    ...{ ...database, clock, timeZone, backupDir, version, at: metrics, log: server.log },
  })
}

/** Starts traces if a collector is set; otherwise neither their code nor OpenTelemetry is loaded. */
async function addTraces(server: FastifyInstance, { settings }: AppDeps): Promise<Traces | null> {
  const { traces: to, trustProxy } = settings
  if (to === null) return null
  const tracing = await import('./traces/feature.ts')
  return tracing.addTraces(server, { to, trustProxy, version })
}

async function addTelemetry(server: FastifyInstance, deps: AppDeps): Promise<Traces | null> {
  const traces = await addTraces(server, deps)
  await addMetrics(server, deps)
  return traces
}

function createAppQueue(deps: AppDeps, { log }: Pick<FastifyInstance, 'log'>): Queue {
  const { settings, database } = deps
  return createQueue({
    ...{ ...deps, pool: database.pool, log, retentionDays: settings.jobsRetentionDays },
    keepsTime: deps.keepsTime ?? settings.role !== 'web',
    onGivenUp: (failed) => tellGivenUp(database.db, failed),
  })
}

/** Whether the server takes calls. One that leaves ends each connection with its next answer, before it closes. */
function createReadiness(server: FastifyInstance) {
  let state: 'starting' | 'ready' | 'leaving' = 'starting'
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (state === 'leaving') reply.header('connection', 'close')
    done(null, payload)
  })
  return {
    isReady: () => state === 'ready',
    setReady(ready: boolean) {
      state = ready ? 'ready' : 'leaving'
    },
  }
}

/**
 * Composition root: builds a server with every feature from settings and a database. It does not listen yet.
 */
export async function createApp(deps: AppDeps): Promise<App> {
  const { settings, database, clock = () => new Date() } = deps
  const server = await createServer(settings, deps)
  const traces = await addTelemetry(server, deps)
  const queue = createAppQueue(deps, server)
  const passwords = createPasswords(deps)
  const reached = () => ownAddress(server)
  const ports = createPorts({ settings, ...database, ...queue, clock, ownAddress: reached }, deps)
  const { isReady, setReady } = createReadiness(server)
  let jobs: readonly Job[] = []

  const created = createFeatures({
    ...settings,
    ...ports,
    settings,
    ...database,
    ...queue,
    beginRun: beginRunWith({ clock, ...queue }),
    jobs: () => jobs,
    passwords,
    clock,
    log: server.log,
    box: createSecretBox(await readSecretKeys(settings)),
    flags: readFlags(server, { ...database, clock, timeZone: settings.timeZone }),
    isReady,
    ownAddress: reached,
    vendorNames: vendorNames(settings),
  })
  const { features, idempotency } = created
  jobs = allJobs(created, { ...database, ...queue, clock, settings })
  const { authenticate, explainEnd, requireStepUp } = features.auth.service
  addFeatures(server, features, {
    ...{ authenticate, explainEnd },
    requireStepUp: (session) => requireStepUp(database.db, session),
    ...{ checkAnswers: deps.checkAnswers ?? false, isLocalServer: isLocalServer(settings) },
    ...{ runOnce: idempotency.runOnce, noteFile: fileNotes(database), isTls: isTls(settings) },
  })
  addForPrograms(server, { ...features.auth.service, settings, clock, assistants: features.assistants })
  addPictures(server, ports, settings)
  followServer(server, features, deps)
  await addWeb(server, deps)

  return {
    server,
    queue,
    jobs,
    passwords,
    images: ports.images,
    mailer: ports.mailer,
    traces,
    listen: createListener(server),
    setReady,
  }
}
