// A process for the kill tests: runs the mirror jobs of a database against a task board until it is killed.
// Arguments: the addresses of the database and of the board. It begins with the first line on standard input.
import { once } from 'node:events'
import { connectDatabase } from '../db/connect.ts'
import { readInstallation } from '../db/installation.ts'
import { taskMirrorJob } from '../features/articles/articles/jobs.ts'
import { createAsanaBoard } from '../integrations/task-board/asana.ts'
import { createQueue } from '../jobs/queue.ts'

const [, , databaseUrl = '', baseUrl = ''] = process.argv
const { db, pool } = connectDatabase(databaseUrl)
const log = { warn() {}, error: (...said: unknown[]) => process.stderr.write(`${JSON.stringify(said)}\n`) }
const retry = { retryLimit: 100, retryDelay: 1, retryBackoff: false }
const pace = { ...retry, mostSeconds: 15, beatSeconds: 4, maintenanceSeconds: 1 }
const queue = createQueue({ pool, log: log as never, pace })
const taskBoard = createAsanaBoard({
  token: 'token',
  workspaceGid: '111',
  updateLevelField: 'Update Level',
  installation: () => readInstallation(db, new Date()),
  baseUrl,
  timeoutMs: 2000,
})
const job = taskMirrorJob({
  db,
  clock: () => new Date(),
  taskBoard,
  publicUrl: 'https://desk.example',
})
// Loaded and ready, it waits for its turn.
await once(process.stdin, 'data')
await queue.start([job])
