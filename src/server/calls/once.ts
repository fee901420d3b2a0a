import type { Db } from '../db/connect.ts'

/**
 * Makes something at most once for a call: within the transaction that `tx` stands for, and with what was made before
 * where the same call has come already. What is made must be JSON, such as the number of a new row.
 */
export type Once = <Made>(tx: Db, make: () => Promise<Made>) => Promise<Made>

/** A call that its caller has given a key. */
export interface KeyedCall {
  userId: number
  /** Method and path of the endpoint. */
  endpoint: string
  key: string
  /** Of everything that was asked for: the same key may not ask for something else. */
  digest: string
}

/** Carries out a keyed call, or answers what it was answered before. */
export type RunOnce = (call: KeyedCall, carryOut: (once: Once) => Promise<unknown>) => Promise<unknown>

/** For calls without a key: every one counts. */
export const everyTime: Once = (_tx, make) => make()
