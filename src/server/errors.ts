import type { Endpoint, RefusedWith } from '#shared/http/endpoint.ts'
import type { ErrorCode, ValidationEntry } from '#shared/http/errors.ts'
import { VALIDATION_FAILED } from '#shared/http/errors.ts'

/** A refusal shown to the caller: a code, a message, and details if a screen needs them. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: unknown
  /** Seconds until a new try makes sense. */
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, extra: { details?: unknown; retryAfter?: number } = {}) {
    super(message)
    this.code = code
    this.details = extra.details
    this.retryAfter = extra.retryAfter
  }
}

/** A save or a decision on a version that is not the current one any more, with what it has become. */
export class OldVersion<Current> extends AppError {
  readonly current: Current

  constructor(message: string, current: Current) {
    super('conflict', message)
    this.current = current
  }
}

/**
 * For write routes: returns the current version to a caller who edited an outdated one, in the endpoint's
 * format.
 */
export function presentOldVersion<E extends Endpoint, Current>(
  _endpoint: E,
  present: (current: Current) => RefusedWith<E, 409>,
) {
  return (error: unknown): never => {
    if (!(error instanceof OldVersion)) throw error
    throw new AppError('conflict', error.message, { details: present(error.current) })
  }
}

export type RequestPart = 'body' | 'query' | 'params'

/** A request whose body, query or parameters do not fit, with every fault and the field it is about. */
export class RequestInvalid extends Error {
  readonly validation: Partial<Record<RequestPart, ValidationEntry>>

  constructor(part: RequestPart, issues: readonly { path: string; message: string }[]) {
    super(VALIDATION_FAILED)
    this.validation = {
      [part]: {
        source: part,
        keys: issues.map(({ path }) => path),
        message: issues[0]?.message ?? 'Not valid',
        issues: [...issues],
      },
    }
  }
}

export const notFound = (what: string) => new AppError('notFound', `${what} not found.`)
export const forbidden = (message = 'You’re not allowed to do this.') => new AppError('forbidden', message)
