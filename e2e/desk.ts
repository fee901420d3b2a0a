import { type ChildProcess, fork, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const ROOT = join(import.meta.dirname, '..')
/** Node's compile cache of our sources, kept between starts. */
export const COMPILED = join(ROOT, 'node_modules/.cache/copydesk/compiled')
const READY_WITHIN_MS = 180_000

/** A running Copydesk, started as a person would start it. */
export interface Desk {
  url: string
  dataDir: string
  stop(): Promise<void>
}

/** Environment variables that differ from those of the other desks. */
export type DeskSettings = Readonly<Record<string, string>>

export interface DeskOrder {
  /** Without it, the open desk is closed. */
  open?: { dataDir: string; port: number; settings?: DeskSettings }
}

export type DeskAnswer = { isDone: true } | { isDone: false; problem: string }

// The daily collection and its scan would start during a test that runs past the full hour.
const DESK_SETTINGS = {
  RATE_LIMIT: '100000',
  // Tests look for tasks, posts and notices right after a decision.
  DECISION_UNDO_SECONDS: '0',
  SOV_DAILY_AT: '23:59',
  STOCK_SCAN_AT: '23:59',
  ALERTS_AT: '23:59',
  NODE_COMPILE_CACHE: COMPILED,
}

const PORTS_OF_WORKER = 1000
/** Below the range of ephemeral ports: one of those could be taken before the desk listens. */
const FIRST_PORT = 20_000 + PORTS_OF_WORKER * (Number(process.env.TEST_PARALLEL_INDEX ?? 0) % 10)
let tried = 0

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/** An unused port of this worker's own range. */
async function freePort(): Promise<number> {
  const port = FIRST_PORT + (tried % PORTS_OF_WORKER)
  tried += 1
  if (tried > 2 * PORTS_OF_WORKER) throw new Error(`No port is free from ${FIRST_PORT}.`)
  return (await isFree(port)) ? port : freePort()
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode)
    else child.once('exit', resolve)
  })
}

/** The end of a process's output so far. */
function lastWordsOf(child: ChildProcess): () => string {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data) => {
      output = `${output}${data}`.slice(-4000)
    })
  }
  return () => output
}

/** A process that opens one desk after another; it ends with its parent process. */
export interface DeskHost {
  /** Opens the desk of that folder and closes the one that was open. */
  openDesk(dataDir: string, settings: DeskSettings): Promise<Desk>
  stop(): Promise<void>
}

export function startDeskHost(): DeskHost {
  const child = fork(join(import.meta.dirname, 'desk-host.ts'), {
    cwd: ROOT,
    execArgv: [],
    env: { ...process.env, ...DESK_SETTINGS },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const output = lastWordsOf(child)
  const order = (wish: DeskOrder) =>
    new Promise<void>((resolve, reject) => {
      const failed = (problem: string) => reject(new Error(`${problem}\n${output()}`))
      const ended = () => failed('The process of the desks has ended.')
      child.once('exit', ended)
      child.once('message', (answer: DeskAnswer) => {
        child.off('exit', ended)
        if (answer.isDone) resolve()
        else failed(`Copydesk did not start or stop: ${answer.problem}`)
      })
      child.send(wish)
    })
  return {
    async openDesk(dataDir, settings) {
      const port = await freePort()
      await order({ open: { dataDir, port, settings } })
      return { url: `http://localhost:${port}`, dataDir, stop: () => order({}) }
    },
    async stop() {
      const exited = exitOf(child)
      if (child.connected) child.disconnect()
      await exited
    },
  }
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
    env: { ...process.env, ...DESK_SETTINGS, DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = lastWordsOf(child)
  const url = `http://localhost:${port}`
  const giveUpAt = Date.now() + readyWithinMs
  for (let isReady = false; !isReady; ) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      // Nothing else would stop it later.
      child.kill('SIGTERM')
      await exitOf(child)
      throw new Error(`Copydesk did not start:\n${output()}`)
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
