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

/** The `vendorCode` of what we refuse ourselves: a ceiling that was set here, and no word of the vendor. */
export const OWN_CEILING = 'own_ceiling'

export interface IntegrationFailure {
  /** The system as people call it, e.g. `Asana`. */
  system: string
  kind: IntegrationErrorKind
  /** What was asked of the system, e.g. `create task`. */
  operation: string
  status?: number
  /** The vendor's own name for what went wrong. */
  vendorCode?: string
  retryAfterMs?: number
  /** What people can do about it, where an adapter knows: a sentence for them, without anything of the inside. */
  advice?: string
  /** It was given up before anybody was asked, as its turn did not come. */
  isUnasked?: boolean
  cause?: unknown
}

/** The one error that every adapter throws. Its message is for the log; callers are told only the system and that it failed. */
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

/** What an HTTP status that is no success means. */
export function kindOfStatus(status: number): IntegrationErrorKind {
  return KINDS[status] ?? (status >= 500 ? 'unavailable' : 'bad_response')
}

/** Whether the answer alone may be lost, or spoilt by what is said beside it: what was asked for may have been done. */
export const isUnsure = (error: unknown): boolean =>
  !(error instanceof IntegrationError) || ['timeout', 'unavailable', 'bad_response'].includes(error.kind)

/** Whether nobody was asked: the turn did not come, the account is in a pause, or the system is believed to be down. */
export const wasNotAsked = (error: unknown): error is IntegrationError =>
  error instanceof IntegrationError &&
  (error.isUnasked || (error.status === undefined && error.retryAfterMs !== undefined))
