import { createFlagReader } from '../src/server/features/ground/feature-flags/flag-reader.ts'
import { openBenchDatabase } from './database.ts'
import { median, report } from './report.ts'

const ROUNDS = 9
const CHECKS = 200_000
/** In microseconds: less is not noticeable in any request. */
const GOAL = 5

const database = await openBenchDatabase()
const flags = createFlagReader({
  ...database,
  clock: () => new Date(),
  timeZone: 'UTC',
  log: { error: (...given: unknown[]) => console.error(...given) },
})

/** Microseconds per check, including the query that reloads the flags once per second. */
async function checks(): Promise<number> {
  const began = performance.now()
  for (let check = 0; check < CHECKS; check += 1) await flags.value('REVIEW_CLAIMS')
  return ((performance.now() - began) * 1000) / CHECKS
}

/** Milliseconds in which the counts of a minute are stored. */
async function keeping(): Promise<number> {
  const began = performance.now()
  await flags.storeCounts()
  return performance.now() - began
}

await checks()
const times: number[] = []
const kept: number[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  times.push(await checks())
  kept.push(await keeping())
}
await database.close()

const verdict = median(times) <= GOAL ? 'met' : 'MISSED'
report('flag-check', {
  title: `A check of a feature flag, ${CHECKS.toLocaleString('en-US')} checks a round`,
  goal: `A check takes at most ${GOAL} µs, its counting included`,
  head: ['what', 'median', 'worst', 'goal'],
  rows: [
    ['one check', `${median(times).toFixed(2)} µs`, `${Math.max(...times).toFixed(2)} µs`, verdict],
    [
      'keeping a minute’s counts',
      `${median(kept).toFixed(2)} ms`,
      `${Math.max(...kept).toFixed(2)} ms`,
      'once a minute, beside requests',
    ],
  ],
})
