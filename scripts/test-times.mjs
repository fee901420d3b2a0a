// What the test files cost, slowest first, and which cost too much: printed at the end of every run of tests.

const SHOWN = 15

/**
 * Seconds a file may cost on the reference machine. Processor time grows with the machine's slowness; idle time is what a
 * file waits for something other than a core.
 */
const LIMITS = {
  web: { processor: 8, idle: Number.POSITIVE_INFINITY },
  server: { processor: 10, idle: 15 },
}

/** The same work costs up to twice as much when other work shares the machine. */
const NOISE = 2

/** The ids of the requirements that these titles name, each once. */
export const idsIn = (titles) => new Set(titles.flatMap((title) => title.match(/\b[A-Z]+-\d{3}\b/g) ?? []))

/**
 * @typedef {{ file: string, seconds: number, tests: number, ids: number, cost?: { processor: number, idle: number, slower: number } }} Row
 *   seconds by the clock; `cost` where the run measured it
 */

/**
 * Prints a line for each of the slowest files, and one for all of them.
 * @param {Row[]} rows
 */
export function printTimes(rows) {
  const sum = (read) => rows.reduce((total, row) => total + read(row), 0)
  const seconds = (value) => `${value.toFixed(1).padStart(8)} s`
  const line = (row) =>
    [
      seconds(row.seconds),
      ...(row.cost ? [seconds(row.cost.processor), seconds(row.cost.idle)] : []),
      String(row.tests).padStart(6),
      String(row.ids).padStart(5),
      ` ${row.file}`,
    ].join(' ')
  const isMeasured = rows.some(({ cost }) => cost)
  const heads = ['time', ...(isMeasured ? ['processor', 'idle'] : [])].map((head) => head.padStart(10))
  console.log(`\n${heads.join(' ')}  tests   ids  the slowest files`)
  for (const row of rows.toSorted((one, other) => other.seconds - one.seconds).slice(0, SHOWN))
    console.log(line(row))
  const cost = isMeasured
    ? {
        processor: sum((row) => row.cost?.processor ?? 0),
        idle: sum((row) => row.cost?.idle ?? 0),
        slower: 1,
      }
    : undefined
  const all = {
    seconds: sum((row) => row.seconds),
    tests: sum((row) => row.tests),
    ids: sum((row) => row.ids),
  }
  console.log(line({ ...all, cost, file: `all ${rows.length} files, one after the other` }))
}

/**
 * A sentence for each file that costs more than it may; files named `*.slow.test.*` may.
 * @param {Row[]} rows
 */
export function judgeTimes(rows) {
  return rows.flatMap(({ file, cost }) => {
    if (!cost || file.includes('.slow.test.')) return []
    const limits = file.startsWith('src/web/') ? LIMITS.web : LIMITS.server
    const allowed = (limit) => limit * cost.slower * NOISE
    return ['processor', 'idle']
      .filter((kind) => cost[kind] > allowed(limits[kind]))
      .map(
        (kind) =>
          `${file}: ${cost[kind].toFixed(1)} s ${kind === 'idle' ? 'idle' : 'of processor time'}, ${limits[kind]} s wanted and ${allowed(limits[kind]).toFixed(1)} s allowed. Make it faster, split it, or name it *.slow.test.ts, so that test:rest runs it.`,
      )
  })
}

/** A reporter of Vitest. */
export class TestTimes {
  onTestRunEnd(modules) {
    const rows = modules.map((module) => {
      const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
        module.diagnostic()
      const titles = [...module.children.allTests()].map((test) => test.fullName)
      return {
        file: module.relativeModuleId,
        seconds:
          (environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration) / 1000,
        tests: titles.length,
        ids: idsIn(titles).size,
        cost: module.meta().cost,
      }
    })
    if (rows.length > 1) printTimes(rows)
    const faults = judgeTimes(rows)
    for (const fault of faults) console.error(fault)
    if (faults.length > 0) process.exitCode = 1
  }
}
