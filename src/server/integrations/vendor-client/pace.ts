import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountStore } from './account-gate.ts'

/** Calls go out a little further apart, by what timers and networks differ. */
const MARGIN = 1.05

export interface PaceOptions {
  /** Least time between two calls, in milliseconds; none unless said. */
  betweenMs?: number | undefined
  account: string
  /** Where servers agree; without it, or while it is away, this one keeps the pace alone. */
  accountStore?: AccountStore | undefined
}

/** Resolves when the next call may begin: all servers together make one call in `betweenMs`. */
export function createPace({ betweenMs = 0, account, accountStore }: PaceOptions): () => Promise<void> {
  const apartMs = betweenMs * MARGIN
  let free = 0
  const takeOwnTurn = () => {
    const now = performance.now()
    const turn = Math.max(now, free)
    free = turn + apartMs
    return turn - now
  }
  const takeSharedTurn = async () => (await accountStore?.takeTurn(account, apartMs).catch(() => 0)) ?? 0
  return async () => {
    if (apartMs === 0) return
    const wait = await takeSharedTurn()
    if (wait > 0) await sleep(wait)
    // A busy process wakes late, and several callers then at the same time.
    const more = takeOwnTurn()
    if (more > 0) await sleep(more)
  }
}
