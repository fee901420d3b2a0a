import { type App, createApp } from '../src/server/app.ts'
import { clockOf } from '../src/server/clock.ts'
import { type Database, openDatabase } from '../src/server/db/connect.ts'
import { prepareWorkspace } from '../src/server/first-run.ts'
import { readSettings } from '../src/server/settings.ts'
import type { DeskAnswer, DeskOrder } from './desk.ts'

/**
 * A process that serves one desk after the other: what a start costs before the first desk can be opened, the program
 * itself, is paid once and not by every file of tests. What `npm start` does beyond this is proven by
 * `src/server/main.test.ts`, and by the tests here that start it.
 */
let open: { app: App; database: Database } | undefined

const say = (line: string) => process.stdout.write(`${line}\n`)

async function openDesk({ dataDir, port }: { dataDir: string; port: number }) {
  const settings = readSettings({ ...process.env, DATA_DIR: dataDir, PORT: String(port) })
  const clock = clockOf(settings)
  const database = await openDatabase({ dataDir, connections: settings.databaseConnections, log: say })
  const app = await createApp({ settings, database, clock })
  open = { app, database }
  await prepareWorkspace({ database, app, settings, clock, isEmpty: false, say })
  await app.queue.start(app.jobs)
  await app.server.listen({ host: settings.host, port })
  app.setReady(true)
}

async function closeDesk() {
  if (!open) return
  const { app, database } = open
  open = undefined
  app.setReady(false)
  const closed = app.server.close()
  app.server.server.closeAllConnections()
  await closed
  await app.queue.stop({ withinMs: 800 })
  await database.close({ withinMs: 2000 })
}

const answer = (said: DeskAnswer) => process.send?.(said)

process.on('message', (order: DeskOrder) => {
  const done = order.open ? openDesk(order.open) : closeDesk()
  void done.then(
    () => answer({ isDone: true }),
    (error: Error) => answer({ isDone: false, problem: error.stack ?? error.message }),
  )
})
// Whoever asked for desks is gone, and needs none any more.
process.on('disconnect', () => {
  void closeDesk().finally(() => process.exit(0))
})
