import { type ErrorBody, VALIDATION_FAILED } from '#shared/http/errors.ts'
import { ApiError, AuthenticationError, issuesOf, serviceUnavailable } from './api-error.ts'

/** A response, whichever way it was fetched. */
export interface RawReply {
  status: number
  statusText: string
  text: string
}

function parse(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return null
  }
}

const isOk = (status: number) => status >= 200 && status < 300

function isBody(json: unknown): json is Partial<ErrorBody> {
  return typeof json === 'object' && json !== null
}

function messageOf(body: Partial<ErrorBody>): string | undefined {
  if (body.message !== VALIDATION_FAILED) return body.message
  const { validation } = body
  const entry = validation?.body ?? validation?.query ?? validation?.params
  return entry?.message ?? body.message
}

/** The error of a failed response. */
export function errorOf({ status, statusText, text }: RawReply): ApiError {
  const parsed = parse(text)
  const body = isBody(parsed?.json) ? parsed.json : null
  const particulars = {
    status,
    code: body?.code,
    requestId: body?.request_id,
    issues: issuesOf(body?.validation),
    details: body?.details,
  }
  // HTTP/2 has no status text, so the message replaces it.
  if (status === 428) return new ApiError(statusText || body?.message || 'Precondition Required', particulars)
  if (!body) return serviceUnavailable(status)
  const message = messageOf(body) ?? 'Service Unavailable'
  return status === 401 ? new AuthenticationError(message, particulars) : new ApiError(message, particulars)
}

/** The value of a response. A success that is not JSON counts as empty: `whenEmpty`. */
export function readValue(reply: RawReply, whenEmpty: unknown): unknown {
  if (!isOk(reply.status)) throw errorOf(reply)
  const parsed = parse(reply.text)
  return parsed ? parsed.json : whenEmpty
}
