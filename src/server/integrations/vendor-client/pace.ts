import { setTimeout as sleep } from 'node:timers/promises'

/** Lets one through at a time, so long after the one before. */
export function createPace(betweenMs: number, clock: () => number): () => Promise<void> {
  let free = 0
  return async () => {
    const now = clock()
    const turn = Math.max(now, free)
    free = turn + betweenMs
    if (turn > now) await sleep(turn - now)
  }
}
