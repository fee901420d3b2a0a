import { AsyncLocalStorage } from 'node:async_hooks'

const spenders = new AsyncLocalStorage<number>()

/** What is asked of vendors in here, and costs money, is this person's, however deep it is asked. */
export const spendAs = <Value>(userId: number, work: () => Value): Value => spenders.run(userId, work)

/** Whose the call is that is about to be made; undefined for what nobody has asked for. */
export const findSpender = (): number | undefined => spenders.getStore()

/** How often a vendor was asked, and how often it may be asked on a day. */
export interface CallUsage {
  today: number
  month: number
  ceiling: number
  /** How long an answer is told again. */
  keptHours: number
  /** The same of whoever asks, of whom one does not use up what is there for all. */
  own?: { today: number; most: number }
}

/** Who is asked, whether they can be, and how often they were; calls are null where asking costs nothing. */
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
