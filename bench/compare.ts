import { performance } from 'node:perf_hooks'
import { median } from './report.ts'

export async function timed<Answer>(work: () => Promise<Answer>): Promise<{ ms: number; answer: Answer }> {
  const begun = performance.now()
  const answer = await work()
  return { ms: performance.now() - begun, answer }
}

/** Median and maximum of the times, as table cells. */
export const shown = (times: readonly number[]): string[] => [
  median(times).toFixed(2),
  Math.max(...times).toFixed(1),
]

const WARMING = 2

/**
 * Runs ours and the best alternately; returns the cells: name, ours, maximum, best, maximum, ratio of the
 * medians.
 */
export async function compareTimes(
  name: string,
  ours: () => Promise<unknown>,
  best: () => Promise<unknown>,
  rounds: number,
): Promise<string[]> {
  const [mine, theirs]: [number[], number[]] = [[], []]
  for (let round = -WARMING; round < rounds; round += 1) {
    const [one, other] = [await timed(ours), await timed(best)]
    if (round < 0) continue
    mine.push(one.ms)
    theirs.push(other.ms)
  }
  return [name, ...shown(mine), ...shown(theirs), (median(mine) / median(theirs)).toFixed(2)]
}
