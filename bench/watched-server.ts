// Copydesk in a process of its own that reports its memory, its processor time and how long its event loop is
// blocked.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createApp } from '../src/server/app.ts'
import { connectDatabase } from '../src/server/db/connect.ts'
import { readSettings } from '../src/server/settings/settings.ts'

const [url = '', dataDir = '', now = '', ...jobs] = process.argv.slice(2)
const settings = readSettings({ LOG_LEVEL: 'silent', RATE_LIMIT: '1000000', DATA_DIR: dataDir })
const app = await createApp({
  settings,
  // Like `npm start`: the database server's processes are ours.
  database: { ...connectDatabase(url), isEmbedded: true },
  // Time advances from there; otherwise no cache would ever expire.
  ...(now === '' ? {} : { clock: () => new Date(Date.parse(now) + performance.now()) }),
})
if (jobs.length > 0) await app.queue.start(app.jobs.filter(({ name }) => jobs.includes(name)))
const address = await app.listen({ host: '127.0.0.1', port: 0 })

const delay = monitorEventLoopDelay({ resolution: 5 })
const megabytes = () => process.memoryUsage().rss / 1e6
let before = 0
let peak = 0
setInterval(() => {
  peak = Math.max(peak, megabytes())
}, 20).unref()

process.on('message', (order) => {
  if (order === 'begin') {
    before = megabytes()
    peak = before
    delay.reset()
    delay.enable()
  }
  if (order === 'end') delay.disable()
  process.send?.({ before, peak, longestGap: delay.max / 1e6, cpu: process.cpuUsage() })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ address })
