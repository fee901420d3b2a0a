import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, report } from './report.ts'

const ROOT = join(import.meta.dirname, '..')
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const PORT = 38_911

/** Seconds from `npm start` until the readiness check succeeds; the server is stopped again. */
async function start(dataDir: string): Promise<{ ready: number; stop: number }> {
  const began = performance.now()
  const child = spawn('npm', ['start', '--', '--port', String(PORT)], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for (let isReady = false; !isReady; ) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    isReady = await fetch(`http://127.0.0.1:${PORT}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  const ready = (performance.now() - began) / 1000
  const stopping = performance.now()
  // Like a terminal: Ctrl-C goes to npm, its shell and the server alike.
  process.kill(-Number(child.pid), 'SIGINT')
  await ended
  return { ready, stop: (performance.now() - stopping) / 1000 }
}

const firsts: number[] = []
const seconds: number[] = []
const stops: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  const dataDir = mkdtempSync(join(tmpdir(), 'copydesk-start-'))
  firsts.push((await start(dataDir)).ready)
  const again = await start(dataDir)
  seconds.push(again.ready)
  stops.push(again.stop)
  rmSync(dataDir, { recursive: true, force: true })
}

const row = (what: string, values: number[], goal: number) => [
  what,
  median(values).toFixed(2),
  Math.max(...values).toFixed(2),
  `≤ ${goal} s ${median(values) <= goal ? 'met' : 'MISSED'}`,
]
report('start-up', {
  title: `Start-up, ${ROUNDS} rounds`,
  goal: 'installed and built: first start with the sample workspace ≤ 8 s, second start ≤ 1 s',
  head: ['what', 'median s', 'worst s', 'goal'],
  rows: [
    row('first start, fills the sample workspace', firsts, 8),
    row('second start', seconds, 1),
    row('Ctrl-C until the process has ended', stops, 10),
  ],
})
