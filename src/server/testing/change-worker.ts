// A process for the kill tests: runs the jobs of large keyword changes until it is killed.
// Arguments: the database's address. It begins with the first line on standard input.
import { once } from 'node:events'
import { connectDatabase } from '../db/connect.ts'
import { createKeywordChanges } from '../features/keywords/keyword-changes/feature.ts'
import { createKeywords } from '../features/keywords/keywords/feature.ts'
import { createQueue } from '../jobs/queue.ts'
import { beginRunWith } from '../kernel/runs/run.ts'

const [, , databaseUrl = ''] = process.argv
const { db, pool } = connectDatabase(databaseUrl)
const log = { warn() {}, error: (...said: unknown[]) => process.stderr.write(`${JSON.stringify(said)}\n`) }
const pace = {
  retryLimit: 100,
  retryDelay: 1,
  retryBackoff: false,
  mostSeconds: 3,
  beatSeconds: 4,
  maintenanceSeconds: 1,
}
const queue = createQueue({ pool, log: log as never, pace })
const clock = () => new Date()
const keywords = createKeywords({ db, pool, clock, timeZone: 'UTC', log: { info() {} } })
const { enqueueOnce } = queue
const beginRun = beginRunWith({ clock, ...queue })
const of = { db, clock, enqueueOnce, beginRun, keywords: keywords.service, timeZone: 'UTC' }
const { jobs } = createKeywordChanges(of)
// Loaded and ready, it waits for its turn.
await once(process.stdin, 'data')
await queue.start(jobs)
