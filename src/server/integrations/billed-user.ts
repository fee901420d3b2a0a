import { AsyncLocalStorage } from 'node:async_hooks'

const spenders = new AsyncLocalStorage<number>()

/** Bills all paid vendor calls within `work` to this user, at any depth. */
export const withBilledUser = <Value>(userId: number, work: () => Value): Value => spenders.run(userId, work)

/** The user who is billed for the current call; undefined for background work. */
export const billedUser = (): number | undefined => spenders.getStore()

/** Today's calls to a vendor, and their daily limit. */
export interface CallUsage {
  today: number
  month: number
  ceiling: number
  /** How long an answer is cached. */
  cacheHours: number
  /** The same for the current user, so that one user cannot use up everybody's calls. */
  own?: { today: number; most: number }
}

/** The source, whether it is available, and its usage. `calls` is null if requests are free. */
export interface ToldUsage {
  source: string
  isConnected: boolean
  calls: CallUsage | null
}

interface Asked {
  source: string
  isConnected?(): Promise<boolean>
  usage(): Promise<CallUsage | null>
}

export const usageOf = async (asked: Asked): Promise<ToldUsage> => ({
  source: asked.source,
  isConnected: (await asked.isConnected?.()) ?? true,
  calls: await asked.usage(),
})
