import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
/** What Node makes of our sources is kept from one start to the next. */
export const COMPILED = join(ROOT, 'node_modules/.cache/copydesk/compiled')
const READY_WITHIN_MS = 180_000

/** A running Copydesk, started as a person would start it. */
export interface Desk {
  url: string
  dataDir: string
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return address.port
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode)
    else child.once('exit', resolve)
  })
}

export async function startDesk({
  dataDir,
  args = [],
  env = {},
  readyWithinMs = READY_WITHIN_MS,
}: {
  dataDir: string
  args?: string[]
  env?: Record<string, string>
  readyWithinMs?: number
}): Promise<Desk> {
  const port = await freePort()
  const child = spawn(process.execPath, ['src/server/main.ts', '--port', String(port), ...args], {
    cwd: ROOT,
    // The day's collection and its scan would begin under a test that runs over the full hour.
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      RATE_LIMIT: '100000',
      SOV_DAILY_AT: '23:59',
      STOCK_SCAN_AT: '23:59',
      ALERTS_AT: '23:59',
      NODE_COMPILE_CACHE: COMPILED,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output = `${output}${data}`.slice(-4000)
    })
  }
  const url = `http://localhost:${port}`
  const giveUpAt = Date.now() + readyWithinMs
  for (let isReady = false; !isReady; ) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      // Nobody would stop it later.
      child.kill('SIGTERM')
      await exitOf(child)
      throw new Error(`Copydesk did not start:\n${output}`)
    }
    await sleep(50)
    isReady = await fetch(`${url}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  return {
    url,
    dataDir,
    async stop() {
      child.kill('SIGTERM')
      await exitOf(child)
    },
  }
}
