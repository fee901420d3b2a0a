import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { IDEMPOTENCY_KEY } from '#shared/http/endpoint.ts'
import type { Db } from '../db/connect.ts'
import { AppError } from '../errors.ts'

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

const KEY = /^[\x21-\x7e]{1,200}$/

/** The keyed call that a request is, if its endpoint knows keys and its caller has sent one. */
export function keyedCallOf(
  endpoint: Endpoint,
  { headers, visitor }: Pick<FastifyRequest, 'headers' | 'visitor'>,
  asked: object,
): KeyedCall | null {
  const key = headers[IDEMPOTENCY_KEY]
  if (!endpoint.idempotent || visitor === null || key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new AppError('invalid', 'An Idempotency-Key has 1 to 200 letters, digits or signs.')
  }
  return {
    userId: visitor.id,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    key,
    digest: createHash('sha256').update(JSON.stringify(asked)).digest('hex'),
  }
}
