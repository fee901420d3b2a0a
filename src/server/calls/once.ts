import type { Db } from '../db/connect.ts'

/**
 * Runs `make` at most once per call, within the transaction `tx`. If the same call was made before, returns
 * the earlier result. The result must be JSON, such as the id of a new row.
 */
export type Once = <Made>(tx: Db, make: () => Promise<Made>) => Promise<Made>

/** A call that its caller has given a key. */
export interface KeyedCall {
  userId: number
  /** Method and path of the endpoint. */
  endpoint: string
  key: string
  /** Digest of the whole request: a key must not be reused for another one. */
  digest: string
}

/** Runs a call with an idempotency key, or returns its earlier answer. */
export type RunOnce = (call: KeyedCall, carryOut: (once: Once) => Promise<unknown>) => Promise<unknown>

/** For calls without a key: every one counts. */
export const withoutKey: Once = (_tx, make) => make()
