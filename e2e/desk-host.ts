import { type App, createApp } from '../src/server/app.ts'
import { clockOf } from '../src/server/clock.ts'
import { type Database, openDatabase } from '../src/server/db/connect.ts'
import { prepareWorkspace } from '../src/server/first-run.ts'
import { readSettings } from '../src/server/settings/settings.ts'
import { createWeb, PROGRAMS } from '../src/server/testing/program-documents.ts'
import type { DeskAnswer, DeskOrder, DeskSettings } from './desk.ts'

/**
 * A process that serves one desk after another, so that the start of the program is paid once and not by
 * every test file. The rest of `npm start` is covered by `src/server/main.slow.test.ts` and by the tests here
 * that start it.
 */
let open: { app?: App; database: Database } | undefined
/** Resolves when the last request has finished: a desk must not be closed while it is opening. */
let ended: Promise<unknown> = Promise.resolve()

/** Closing has its own timeouts; anything that exceeds them ends with the process. */
const EXIT_WITHIN_MS = 15_000

const say = (line: string) => process.stdout.write(`${line}\n`)

interface Place {
  dataDir: string
  port: number
  settings?: DeskSettings
}

/** `open` is filled step by step, so that everything can be closed when a later step fails. */
async function openParts({ dataDir, port, settings: own }: Place) {
  const settings = readSettings({ ...process.env, ...own, DATA_DIR: dataDir, PORT: String(port) })
  const clock = clockOf(settings)
  const database = await openDatabase({ dataDir, connections: settings.databaseConnections, log: say })
  open = { database }
  // Programs identify themselves by documents on the internet.
  const web = own?.E2E_PROGRAMS === 'true' ? { web: createWeb(PROGRAMS) } : {}
  const app = await createApp({ settings, database, clock, ...web })
  open = { app, database }
  await prepareWorkspace({ database, app, settings, clock, isEmpty: false, say })
  await app.queue.start(app.jobs)
  await app.listen({ host: settings.host, port })
  app.setReady(true)
}

async function closeApp(app: App) {
  app.setReady(false)
  const closed = app.server.close()
  app.server.server.closeAllConnections()
  await closed
  await app.queue.stop({ withinMs: 800 })
}

async function closeDesk() {
  if (!open) return
  const { app, database } = open
  open = undefined
  try {
    if (app) await closeApp(app)
  } finally {
    await database.close({ withinMs: 2000 })
  }
}

async function openDesk(place: Place) {
  await closeDesk()
  try {
    await openParts(place)
  } catch (error) {
    await closeDesk()
    throw error
  }
}

/** Runs requests in sequence, whether or not the previous one failed. */
function inTurn(work: () => Promise<void>): Promise<void> {
  const done = ended.then(work)
  ended = done.catch(() => undefined)
  return done
}

const answer = (said: DeskAnswer) => process.send?.(said)

process.on('message', (order: DeskOrder) => {
  const { open: place } = order
  const done = inTurn(place ? () => openDesk(place) : closeDesk)
  void done.then(
    () => answer({ isDone: true }),
    (error: Error) => answer({ isDone: false, problem: error.stack ?? error.message }),
  )
})
// The parent process is gone and needs no more desks.
process.on('disconnect', () => {
  void inTurn(() => {
    setTimeout(() => process.exit(1), EXIT_WITHIN_MS).unref()
    return closeDesk()
  }).finally(() => process.exit(0))
})
