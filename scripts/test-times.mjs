// What the test files cost, slowest first, and which cost too much: printed at the end of every run of tests.

const SHOWN = 15

/**
 * What a file may cost: so many seconds, or so many times as much as the other files of its kind on average. Seconds alone
 * would refuse files of a machine that slows down for a while; the other files slow down with it.
 */
const MOST = {
  web: { processor: { seconds: 16, times: 10 } },
  server: { processor: { seconds: 20, times: 25 }, idle: { seconds: 30, times: 30 } },
}

/** The average of fewer varies too much. */
const FEWEST = 20

/** The ids of the requirements that these titles name, each once. */
export const idsIn = (titles) => new Set(titles.flatMap((title) => title.match(/\b[A-Z]+-\d{3}\b/g) ?? []))

/**
 * @typedef {{ file: string, seconds: number, tests: number, ids: number, cost?: { processor: number, idle: number } }} Row
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
    ? { processor: sum((row) => row.cost?.processor ?? 0), idle: sum((row) => row.cost?.idle ?? 0) }
    : undefined
  const all = {
    seconds: sum((row) => row.seconds),
    tests: sum((row) => row.tests),
    ids: sum((row) => row.ids),
  }
  console.log(line({ ...all, cost, file: `all ${rows.length} files, one after the other` }))
}

/**
 * A sentence for each of these that takes longer than both limits.
 * @param {{ name: string, seconds: number }[]} costs
 * @param {{ seconds: number, times: number }} most `times` the average of the others
 * @param {string} what
 * @param {string} remedy for those that may take longer
 */
export function judgeCosts(costs, most, what, remedy) {
  if (costs.length < FEWEST) return []
  const total = costs.reduce((sum, { seconds }) => sum + seconds, 0)
  return costs.flatMap(({ name, seconds }) => {
    const allowed = Math.max(most.seconds, (most.times * (total - seconds)) / (costs.length - 1))
    return seconds > allowed
      ? `${name}: ${seconds.toFixed(1)} s ${what}, ${allowed.toFixed(1)} s allowed in this run. Make it faster, split it, or ${remedy}.`
      : []
  })
}

/**
 * A sentence for each file that costs more than it may; files named `*.slow.test.*` may.
 * @param {Row[]} rows
 */
export function judgeTimes(rows) {
  const measured = rows.filter(({ file, cost }) => cost && !file.includes('.slow.test.'))
  const kinds = Map.groupBy(measured, ({ file }) => (file.startsWith('src/web/') ? 'web' : 'server'))
  return [...kinds].flatMap(([kind, files]) =>
    Object.entries(MOST[kind]).flatMap(([measure, most]) =>
      judgeCosts(
        files.map(({ file, cost }) => ({ name: file, seconds: cost[measure] })),
        most,
        measure === 'idle' ? 'idle' : 'of processor time',
        'name it *.slow.test.ts, so that test:rest runs it',
      ),
    ),
  )
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
