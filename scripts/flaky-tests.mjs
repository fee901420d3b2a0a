// Tests that needed their second try, counted over the runs of this checkout.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** So many runs in a row, and a test that needs its second try is a fault like any other. */
const PATIENCE = 3

/**
 * How many runs in a row each test has now needed its second try. A test that this run left out stays as it was.
 * @param {Record<string, number>} before by title
 * @param {{ ran: readonly string[], flaky: readonly string[] }} run titles
 * @returns {Record<string, number>}
 */
export function countFlaky(before, { ran, flaky }) {
  const steady = new Set(ran).difference(new Set(flaky))
  const counts = Object.entries(before).filter(([title]) => !steady.has(title))
  return {
    ...Object.fromEntries(counts),
    ...Object.fromEntries(flaky.map((title) => [title, (before[title] ?? 0) + 1])),
  }
}

/**
 * The lines that a run ends with, and whether one of its tests has needed its second try once too often.
 * @param {Record<string, number>} counts
 * @param {readonly string[]} flaky titles of this run
 */
export function judgeFlaky(counts, flaky) {
  const lines = flaky.map((title) => `flaky, ${counts[title]} of ${PATIENCE} runs in a row: ${title}`)
  return { lines, isTooMuch: flaky.some((title) => (counts[title] ?? 0) >= PATIENCE) }
}

/**
 * What the runs before counted; nothing where there was none.
 * @param {string} file
 * @returns {Record<string, number>}
 */
export function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/**
 * @param {string} file
 * @param {Record<string, number>} counts
 */
export function writeCounts(file, counts) {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`)
}
