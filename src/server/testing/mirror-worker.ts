// A process for the kill tests: works off the mirror jobs of a database against a task board, until it is killed.
// Arguments: the database's address and the board's. Says `ready` once it works.
import { connectDatabase } from '../db/connect.ts'
import { taskMirrorJob } from '../features/articles/jobs.ts'
import { createAsanaBoard } from '../integrations/task-board/asana.ts'
import { createQueue } from '../jobs/queue.ts'

const LEASE_SECONDS = 3

const [, , databaseUrl = '', baseUrl = ''] = process.argv
const { db, pool } = connectDatabase(databaseUrl)
const log = { warn() {}, error: (...said: unknown[]) => process.stderr.write(`${JSON.stringify(said)}\n`) }
const pace = { retryLimit: 30, retryDelay: 1, leaseSeconds: LEASE_SECONDS, maintenanceSeconds: 1 }
const queue = createQueue({ pool, log: log as never, pace })
const taskBoard = createAsanaBoard({
  token: 'token',
  workspaceGid: '111',
  updateLevelField: 'Update Level',
  baseUrl,
  timeoutMs: 1000,
})
const job = taskMirrorJob({
  db,
  clock: () => new Date(),
  taskBoard,
  publicUrl: 'https://desk.example',
  // Shorter than the job's own, so that the next try does not find the copy taken.
  leaseMs: LEASE_SECONDS * 750,
})
await queue.start([job])
process.stdout.write('ready\n')
