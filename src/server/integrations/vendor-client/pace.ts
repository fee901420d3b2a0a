import { setTimeout as sleep } from 'node:timers/promises'
import type { AccountStore } from './account-gate.ts'

/** Calls arrive closer together than they were sent, by what timers and networks differ; so a little slower. */
const MARGIN = 1.02

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
  return async () => {
    if (apartMs === 0) return
    const wait = accountStore
      ? await accountStore.takeTurn(account, apartMs).catch(takeOwnTurn)
      : takeOwnTurn()
    if (wait > 0) await sleep(wait)
  }
}
