import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#shared/http/endpoint.ts'
import { IDEMPOTENCY_KEY } from '#shared/http/endpoint.ts'
import type { KeyedCall } from '../calls/once.ts'
import { AppError } from '../errors.ts'

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
    throw new AppError(
      'invalid',
      'An Idempotency-Key must be 1 to 200 printable ASCII characters without spaces.',
    )
  }
  return {
    userId: visitor.id,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    key,
    digest: createHash('sha256').update(JSON.stringify(asked)).digest('hex'),
  }
}
