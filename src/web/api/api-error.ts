import type { Endpoint, Refusals, RefusedWith } from '#shared/http/endpoint.ts'
import type { ErrorBody } from '#shared/http/errors.ts'

interface Particulars {
  /** HTTP status; 503 if there was no response. */
  status: number
  code?: string | number | undefined
  requestId?: string | undefined
  issues?: Readonly<Record<string, string>> | undefined
  details?: unknown
}

/** A call that the server refused or that never reached it. Its message can be shown to the user. */
export class ApiError extends Error {
  readonly status: number
  /** The server's error code (`conflict`, `notFound` …), or the status if it gave none. */
  readonly code: string | number
  readonly requestId: string | undefined
  /** Issues by path of the field, e.g. `products.0.asin`. */
  readonly issues: Readonly<Record<string, string>>
  /** Further data of the response, e.g. the current article on a conflict. */
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

/** There is no session, or it has ended. */
export class AuthenticationError extends ApiError {
  override name = 'AuthenticationError'
}

/**
 * The session ended unexpectedly. This is reported once, when the session ends, and not by each of its calls.
 */
export class SessionOverError extends AuthenticationError {
  override name = 'SessionOverError'
}

/**
 * The body of a refusal with this status, as the endpoint declares it; null if the call failed in another
 * way.
 */
export function refusalOf<E extends Endpoint, Status extends keyof Refusals>(
  endpoint: E,
  status: Status,
  error: unknown,
): RefusedWith<E, Status> | null {
  const schema = endpoint.refusals?.[status]
  if (schema === undefined || !(error instanceof ApiError) || error.status !== status) return null
  const outcome = schema.safeParse(error.details ?? {})
  // The endpoint's own schema has parsed the body, so it has the declared type.
  return outcome.success ? (outcome.data as RefusedWith<E, Status>) : null
}

/** Whether the call was refused because another user changed the data in the meantime. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409

export function serviceUnavailable(status = 503): ApiError {
  return new ApiError('Service Unavailable', { status, code: 503 })
}

/** There was no response: the browser is offline, or the reason is unknown. */
export function unreachable(): ApiError {
  if (navigator.onLine) return serviceUnavailable()
  return new ApiError('You’re offline. Try again once you’re connected.', {
    status: 503,
    code: 'offline',
  })
}

/** The issues of a refused call, the first one of each field. */
export function issuesOf(validation: ErrorBody['validation']): Record<string, string> {
  const found: Record<string, string> = {}
  for (const entry of [validation?.body, validation?.query, validation?.params])
    for (const { path, message } of entry?.issues ?? []) found[path] ??= message
  return found
}
