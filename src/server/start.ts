import { execFileSync } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type App, createApp, WEB_FOLDER } from './app.ts'
import { clockOf } from './clock.ts'
import { type Database, openDatabase } from './db/connect.ts'
import { failureText, messageOf } from './db/errors/failure-text.ts'
import { listSites } from './features/ground/sites/queries.ts'
import { setPublicUrl } from './features/ground/system/store.ts'
import { firstAdminLink, prepareWorkspace } from './first-run.ts'
import { addDevelopmentWeb } from './http/development-web.ts'
import { addWebApp } from './http/web-app.ts'
import { refuseUnusableFolders } from './settings/folder-checks.ts'
import {
  exitCodeOf,
  isProduction,
  readSettings,
  type Settings,
  SettingsError,
  settingsWarnings,
  strangeSettings,
  WRONG_SETTINGS,
} from './settings/settings.ts'
import { openTerminal } from './terminal.ts'

/** A stop takes at most three seconds, whatever is running: nothing that was answered can be lost. */
const STOPPING = { requestsMs: 1000, jobsMs: 800, tracesMs: 400, allMs: 2500 }

/** The starter may build the web app beside this process, and tells when it has (`scripts/start.mjs`). */
let isWebBuilt = process.env.COPYDESK_WEB !== 'building'
const webBuilt = isWebBuilt
  ? Promise.resolve()
  : once(process, 'message').then(() => {
      isWebBuilt = true
    })

const { say, warn, giveUp } = openTerminal({ isProduction: isProduction(process.env) })

function readOptions() {
  try {
    return parseArgs({
      options: {
        empty: { type: 'boolean', default: false },
        port: { type: 'string' },
        host: { type: 'string' },
      },
    }).values
  } catch (error) {
    return giveUp(
      `${(error as Error).message} Options: --empty, --port NUMBER, --host ADDRESS.`,
      WRONG_SETTINGS,
    )
  }
}

/** The running commit, if this is a checkout and none was configured. */
function commitOf(settings: Settings): string | undefined {
  if (settings.commit !== undefined) return settings.commit
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .trim()
  } catch {
    return undefined
  }
}

/** Reports a host name that does not resolve, before anything else is done. */
async function refuseUnknownHost({ host }: Settings): Promise<void> {
  await lookup(host).catch(() => {
    throw new Error(
      `HOST is not usable: ${host} has no address. Set an address of this machine, such as 127.0.0.1 or 0.0.0.0.`,
    )
  })
}

type Address = Pick<Settings, 'host' | 'port'>

async function listen(open: (at: Address) => Promise<unknown>, settings: Settings): Promise<void> {
  try {
    await open({ host: settings.host, port: settings.port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new Error(
        `Port ${settings.port} is taken. Start with another one: npm start -- --port ${settings.port + 1}`,
      )
    }
    if (code === 'EACCES')
      throw new SettingsError(
        `Port ${settings.port} needs higher privileges. Use one above 1024: npm start -- --port 3000`,
      )
    if (code === 'EADDRNOTAVAIL')
      throw new Error(`This machine has no address ${settings.host}. Set HOST to one that it has.`)
    throw error
  }
}

async function tryListening(address: Address): Promise<void> {
  const probe = createServer()
  probe.listen(address)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** Reports a port in use before a database and a sample are created. */
async function refuseTakenPorts(settings: Settings): Promise<void> {
  await listen(tryListening, settings)
  if (settings.metrics?.port === settings.port)
    throw new SettingsError('METRICS_PORT is not usable: it must differ from PORT.')
  if (settings.metrics !== null)
    await tryListening(settings.metrics).catch((error: NodeJS.ErrnoException) => {
      throw new SettingsError(
        `METRICS_PORT and METRICS_HOST are not usable: cannot listen there (${error.code}). Set others, or leave METRICS_PORT out.`,
      )
    })
}

/**
 * Goes on answering for a while, so that a load balancer sees in time that this server leaves, and takes no more jobs.
 * A worker waits only for its jobs.
 */
async function drain(app: App, { role, drainMs }: Settings, signal: AbortSignal): Promise<void> {
  say(`Stopping within ${drainMs / 1000} s …`)
  const over = sleep(drainMs, undefined, { signal, ref: false }).catch(() => {})
  const jobs = app.queue.finish({ withinMs: drainMs })
  await (role === 'worker' ? Promise.race([jobs, over]) : over)
}

/**
 * Stops in order: no new calls, running calls finish, jobs finish, the database last. Each step gets the time
 * that is left. A second signal ends the draining.
 */
function stopOnSignal(app: App, database: Database, settings: Settings) {
  let isStopping = false
  const again = new AbortController()
  const stop = async () => {
    if (isStopping) return again.abort()
    isStopping = true
    app.setReady(false)
    if (settings.drainMs > 0) await drain(app, settings, again.signal)
    const end = performance.now() + STOPPING.allMs
    say('Stopping …')
    setTimeout(() => {
      say('Stopped before everything had finished; the next start continues.')
      process.exit(0)
    }, STOPPING.allMs).unref()
    await Promise.race([app.server.close(), sleep(STOPPING.requestsMs)])
    // Unanswered requests are cut off now, rather than left without an answer.
    app.server.server.closeAllConnections()
    await app.queue.stop({ withinMs: STOPPING.jobsMs })
    await Promise.all([
      app.traces?.end({ withinMs: STOPPING.tracesMs }),
      database.close({ withinMs: Math.max(0, end - performance.now()) }),
    ])
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop().catch((error) => giveUp(String(error))))
  }
  return { isStopping: () => isStopping }
}

/** Lines for the terminal once the server is ready. */
async function greeting(app: App, database: Database, settings: Settings): Promise<string[]> {
  const address = settings.publicUrl
  const ready = `\n  Copydesk is ready: ${address}\n`
  const link = await firstAdminLink({ db: database.db, clock: clockOf(settings) }, address)
  const hasSites = (await listSites(database.db)).length > 0
  const siteHint =
    '  No sites yet, and articles need one. First steps adds yours after you sign in; so does\n  npm run site -- add --code ok --name "Open Kitchen" --url https://openkitchen.example\n'
  const first = hasSites ? [ready] : [siteHint, ready]
  if (link) {
    return [
      ...first,
      `  Create the first administrator's password (works once, within 72 hours):\n  ${link}\n`,
    ]
  }
  const health = await app.server.inject({ url: '/api/health', headers: { host: 'localhost' } })
  const { sample } = health.json()
  if (!sample) return first
  return [
    ...first,
    `  Sample workspace: pick a person on the sign-in card, or sign in as\n  ${sample.people[0].username} with the password ${sample.password}\n`,
  ]
}

/** A start needs disk space: PostgreSQL alone writes its log in files of 16 MB. */
const ROOM_MB = 64

/** One line for a failed start. A full disk is named as the cause, whichever step failed first. */
async function failureOf(error: Error, { dataDir }: Settings): Promise<string> {
  const text = failureText(error) ?? messageOf(error)
  const room = await statfs(dataDir).then(
    ({ bavail, bsize }) => (bavail * bsize) / 1e6,
    () => Number.POSITIVE_INFINITY,
  )
  if (room >= ROOM_MB) return text
  return `${text} The disk of ${dataDir} has ${room.toFixed(0)} MB left: make room, then start again.`
}

async function start() {
  const options = readOptions()
  const given = readSettings({
    ...process.env,
    ...(options.port === undefined ? {} : { PORT: options.port }),
    ...(options.host === undefined ? {} : { HOST: options.host }),
  })
  const settings = { ...given, commit: commitOf(given) }
  for (const line of [...strangeSettings(process.env), ...settingsWarnings(settings)]) warn(line)
  refuseUnusableFolders(settings)
  await refuseUnknownHost(settings)
  await refuseTakenPorts(settings)
  await serve(settings, options).catch(async (error: Error) => {
    giveUp(await failureOf(error, settings), exitCodeOf(error))
  })
}

/** By then the work that follows every start, such as the checks of outside systems, is done. */
const SETTLED_MS = 15_000

/**
 * Gives back what loading the program has taken: V8 keeps the space of new objects as large as that needed it, a
 * quarter of the memory of an idle server.
 */
function releaseMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: { type: string; execution: string; flavor: string }) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

async function serve(settings: Settings, { empty }: { empty: boolean }) {
  const { databaseUrl, databaseDirectUrl: directUrl, dataDir, databaseConnections: connections } = settings
  const database = await openDatabase({
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(directUrl === undefined || directUrl === databaseUrl ? {} : { directUrl }),
    dataDir,
    connections,
    log: say,
    // The supervisor restarts the process, and that start recovers the database.
    onLost: (line) => void failureOf(new Error(line), settings).then((text) => giveUp(text)),
  })
  let isStopping = () => false
  try {
    const clock = clockOf(settings)
    const app = await createApp({ settings, database, clock, webFolder: null })
    isStopping = stopOnSignal(app, database, settings).isStopping
    // The first start takes a second to create the queues.
    await Promise.all([
      prepareWorkspace({ database, app, settings, clock, isEmpty: empty, say }),
      app.queue.start(app.jobs, { work: false }),
    ])
    await setPublicUrl(database.db, settings.publicUrl)
    if (!isWebBuilt) say('Waiting for the web app …')
    await webBuilt
    await (settings.isDevelopmentServer ? addDevelopmentWeb(app.server) : addWebApp(app.server, WEB_FOLDER))
    // Start the queue before the first call arrives: a requested reset link is a job.
    await app.queue.start(app.jobs, { work: settings.role !== 'web' })
    await listen(app.listen, settings).catch(async (error) => {
      await app.queue.stop()
      throw error
    })
    app.setReady(true)
    for (const text of await greeting(app, database, settings)) say(text)
    setTimeout(releaseMemory, SETTLED_MS).unref()
  } catch (error) {
    // A stop during the start closes the database, which makes the start fail. That is no error, and the stop
    // ends the process.
    if (isStopping()) return
    await database.close()
    throw error
  }
}

start().catch((error: Error) => giveUp(error.message, exitCodeOf(error)))
