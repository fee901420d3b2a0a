import type { Endpoint, Refusals, RefusedWith } from '#shared/http/endpoint.ts'
import type { ErrorBody } from '#shared/http/errors.ts'

interface Particulars {
  /** HTTP status; 503 where no answer came at all. */
  status: number
  code?: string | number | undefined
  requestId?: string | undefined
  issues?: Readonly<Record<string, string>> | undefined
  details?: unknown
}

/** A call that the server refused or that never reached it. Its message is fit to be shown. */
export class ApiError extends Error {
  readonly status: number
  /** The server's error code (`conflict`, `notFound` …), or the status where it gave none. */
  readonly code: string | number
  readonly requestId: string | undefined
  /** Faults by path of the field, e.g. `products.0.asin`. */
  readonly issues: Readonly<Record<string, string>>
  /** What the server says beyond the message, e.g. the article as it is now on a conflict. */
  readonly details: unknown

  constructor(message: string, particulars: Particulars) {
    super(message)
    this.name = 'ApiError'
    this.status = particulars.status
    this.code = particulars.code ?? particulars.status
    this.requestId = particulars.requestId
    this.issues = particulars.issues ?? {}
    this.details = particulars.details
  }
}

/** The session is over, or was never there. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError'
}

/** A session ended under somebody's hands. That is told once, where the session ends, and not by each of its calls. */
export class SessionOverError extends AuthenticationError {
  override name = 'SessionOverError'
}

/** What came with a refusal of this status, as the endpoint declares it; null where the call failed otherwise. */
export function refusalOf<E extends Endpoint, Status extends keyof Refusals>(
  endpoint: E,
  status: Status,
  error: unknown,
): RefusedWith<E, Status> | null {
  const schema = endpoint.refusals?.[status]
  if (schema === undefined || !(error instanceof ApiError) || error.status !== status) return null
  const outcome = schema.safeParse(error.details ?? {})
  // The endpoint's own schema has parsed them, so they are what its type says.
  return outcome.success ? (outcome.data as RefusedWith<E, Status>) : null
}

/** Was the call refused because of what somebody else did in the meantime? */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409

export function serviceUnavailable(status = 503): ApiError {
  return new ApiError('Service Unavailable', { status, code: 503 })
}

/** Nothing came back: because the browser has no network, or for a reason that it does not know. */
export function unreachable(): ApiError {
  if (navigator.onLine) return serviceUnavailable()
  return new ApiError('You’re offline. Try again once you’re connected.', {
    status: 503,
    code: 'offline',
  })
}

/** The faults of a refused call, the first one of each field. */
export function issuesOf(validation: ErrorBody['validation']): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of [validation?.body, validation?.query, validation?.params])
    for (const { path, message } of entry?.issues ?? []) found[path] ??= message
  return found
}
