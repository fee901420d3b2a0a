export type IntegrationErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'conflict'
  | 'rate_limited'
  | 'payment_required'
  | 'unavailable'
  | 'timeout'
  | 'bad_response'

/** The `vendorCode` of our own refusals: a limit configured here, not the vendor's. */
export const OWN_CEILING = 'own_ceiling'

export interface IntegrationFailure {
  /** Display name of the system, e.g. `Asana`. */
  system: string
  kind: IntegrationErrorKind
  /** The call, e.g. `create task`. */
  operation: string
  status?: number
  /** The vendor's own error code. */
  vendorCode?: string
  retryAfterMs?: number
  /** A remedy as a sentence for users, if the adapter knows one; without internals. */
  advice?: string
  /** It was given up while waiting for a slot, so no request was sent. */
  isUnasked?: boolean
  cause?: unknown
}

/**
 * The only error that adapters throw. Its message is for the log; users see only the system and that it
 * failed.
 */
export class IntegrationError extends Error {
  readonly system: string
  readonly kind: IntegrationErrorKind
  readonly operation: string
  readonly status: number | undefined
  readonly vendorCode: string | undefined
  readonly retryAfterMs: number | undefined
  readonly advice: string | undefined
  readonly isUnasked: boolean

  constructor(message: string, failure: IntegrationFailure) {
    const { system, kind, operation, status, vendorCode, retryAfterMs, advice, isUnasked, cause } = failure
    super(message, { cause })
    this.name = 'IntegrationError'
    this.system = system
    this.kind = kind
    this.operation = operation
    this.status = status
    this.vendorCode = vendorCode
    this.retryAfterMs = retryAfterMs
    this.advice = advice
    this.isUnasked = isUnasked ?? false
  }
}

const KINDS: Readonly<Record<number, IntegrationErrorKind>> = {
  400: 'invalid',
  401: 'unauthorized',
  402: 'payment_required',
  403: 'forbidden',
  404: 'not_found',
  408: 'timeout',
  409: 'conflict',
  410: 'not_found',
  422: 'invalid',
  429: 'rate_limited',
  504: 'timeout',
}

/** The kind of an HTTP error status. */
export function kindOfStatus(status: number): IntegrationErrorKind {
  return KINDS[status] ?? (status >= 500 ? 'unavailable' : 'bad_response')
}

/** Whether only the answer may have been lost: the action itself may have been done. */
export const isUnsure = (error: unknown): boolean =>
  !(error instanceof IntegrationError) || ['timeout', 'unavailable', 'bad_response'].includes(error.kind)

/** Whether no request was sent: no slot was free, the account is paused, or the circuit breaker is open. */
export const wasNotAsked = (error: unknown): error is IntegrationError =>
  error instanceof IntegrationError &&
  (error.isUnasked || (error.status === undefined && error.retryAfterMs !== undefined))

/** Whether the vendor refuses our account, whatever is asked: an administrator must fix that. */
export const refusesAccount = ({ kind }: Pick<IntegrationError, 'kind'>): boolean =>
  kind === 'unauthorized' || kind === 'forbidden' || kind === 'payment_required'
