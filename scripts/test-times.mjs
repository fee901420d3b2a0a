// What the test files cost, slowest first: printed at the end of every run of tests.

const SHOWN = 15

/** The numbers of the requirements that these titles name, each once. */
export const idsIn = (titles) => new Set(titles.flatMap((title) => title.match(/\b[A-Z]+-\d{3}\b/g) ?? []))

/**
 * Prints a line for each of the slowest files, and one for all of them.
 * @param {{ file: string, seconds: number, tests: number, ids: number }[]} rows
 */
export function printTimes(rows) {
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0)
  const line = (seconds, tests, ids, file) =>
    `${seconds.toFixed(1).padStart(8)} s ${String(tests).padStart(5)} ${String(ids).padStart(5)}  ${file}`
  const slowest = rows.toSorted((one, other) => other.seconds - one.seconds).slice(0, SHOWN)
  console.log(`\n${'time'.padStart(10)} ${'tests'.padStart(5)} ${'ids'.padStart(5)}  the slowest files`)
  for (const { file, seconds, tests, ids } of slowest) console.log(line(seconds, tests, ids, file))
  console.log(line(sum('seconds'), sum('tests'), sum('ids'), `all ${rows.length} files, one after the other`))
}
