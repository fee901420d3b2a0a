import type { z } from 'zod'
import type { Db } from '../db/connect.ts'

/** Work that happens after a transaction has committed, retried until it succeeds or has failed too often. */
export interface Job<Payload extends object = object> {
  /** Noun and verb: `auth.mail-password-link`. */
  name: string
  payload: z.ZodType<Payload>
  run(payload: Payload): Promise<void>
  /** Cron expression (UTC) for work that comes round by itself, with an empty payload. */
  schedule?: string
}

/** Puts a job into the queue as part of the transaction that `db` stands for: it runs only if that commits. */
export type Enqueue = <Payload extends object>(db: Db, name: string, payload: Payload) => Promise<void>
