import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ERROR_STATUS, type ErrorBody } from '#shared/http/errors.ts'
import { AppError, RequestInvalid } from '../errors.ts'
import {
  IntegrationError,
  type IntegrationErrorKind,
  OWN_CEILING,
} from '../integrations/integration-error.ts'
import { sayRefusal } from '../integrations/refusal-words.ts'
import { refusalWith, writtenBy } from './written.ts'

/** What the database or the disk says when it is away, going away or full: the caller may try again. */
const AWAY = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // A query or a lock took too long, or its transaction was idle for too long.
  '57014',
  '55P03',
  '25P03',
  // A connection that ended within a transaction.
  '08000',
  '08003',
  '08006',
  // The database has no room or no memory left.
  '53000',
  '53100',
  '53200',
  '58030',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  // Our own disk is full.
  'ENOSPC',
  'EDQUOT',
])

function causeCode(error: unknown): string | undefined {
  for (
    let each = error as { code?: unknown; cause?: unknown } | undefined;
    each;
    each = each.cause as typeof each
  ) {
    if (typeof each.code === 'string' && each.code !== '') return each.code
  }
  return undefined
}

function isAway(error: unknown): boolean {
  const message =
    error instanceof Error ? `${error.message} ${(error.cause as Error | undefined)?.message ?? ''}` : ''
  return (
    AWAY.has(causeCode(error) ?? '') ||
    /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/.test(
      message,
    )
  )
}

interface Described {
  status: number
  body: ErrorBody
  /** Seconds. */
  retryAfter?: number
}

/** What the libraries that read requests refuse, in our words. */
const REFUSED_BEFORE: Readonly<Record<string, string>> = {
  FST_REQ_FILE_TOO_LARGE: 'The file is larger than 10 MB.',
  FST_FILES_LIMIT: 'Send only one file at a time.',
  FST_FIELDS_LIMIT: 'The request has too many fields.',
  FST_PARTS_LIMIT: 'The request has too many fields.',
  FST_PROTO_VIOLATION: 'A field has an invalid name.',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'This call expects a file.',
  FST_MP_PREMATURE_CLOSE: 'The upload is incomplete.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The content type isn’t supported.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request is incomplete.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The JSON body is empty.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request isn’t valid JSON.',
}

/** Kinds of failure that pass by themselves. */
const PASSING = new Set<IntegrationErrorKind>(['rate_limited', 'unavailable', 'timeout'])

const sayPassing = (error: IntegrationError) =>
  error.kind === 'unavailable' && error.advice === undefined
    ? `${error.system} isn’t available right now.`
    : sayRefusal(error)

function whenToTry({ kind, retryAfterMs }: IntegrationError): string {
  if (kind !== 'rate_limited' || retryAfterMs === undefined) return 'later'
  const seconds = Math.max(Math.ceil(retryAfterMs / 1000), 1)
  return seconds === 1 ? 'in a second' : `in ${seconds} seconds`
}

/** When to try again, unless the words say it already. */
const withAdvice = (words: string, error: IntegrationError) =>
  /\btry again\b/i.test(words) ? words : `${words} Please try again ${whenToTry(error)}.`

const retryAfterOf = ({ retryAfterMs }: IntegrationError) =>
  retryAfterMs === undefined ? {} : { retryAfter: Math.ceil(retryAfterMs / 1000) }

/** A vendor's error is never the caller's: its 401 must not sign the user out. */
function describeIntegrationError(error: IntegrationError, requestId: string): Described {
  // We refuse it ourselves: no fault of the vendor's, and nothing to look up in the log.
  if (error.vendorCode === OWN_CEILING) {
    const status = ERROR_STATUS.tooMany
    const body = { ...bodyOf(status, sayRefusal(error), requestId), code: 'tooMany' as const }
    return { status, body, ...retryAfterOf(error) }
  }
  const isPassing = PASSING.has(error.kind)
  const message = isPassing
    ? withAdvice(sayPassing(error), error)
    : `${sayRefusal(error)} Reference: ${requestId}`
  const status = isPassing ? ERROR_STATUS.unavailable : ERROR_STATUS.vendor
  return {
    status,
    body: { ...bodyOf(status, message, requestId), code: isPassing ? 'unavailable' : 'vendor' },
    ...retryAfterOf(error),
  }
}

function bodyOf(status: number, message: string, requestId: string): ErrorBody {
  return { statusCode: status, error: STATUS_CODES[status] ?? 'Error', message, request_id: requestId }
}

/** Status and body of an error response. A 5xx reveals no internals. */
export function describeError(error: unknown, requestId: string): Described {
  if (error instanceof RequestInvalid) {
    return {
      status: 400,
      body: { ...bodyOf(400, error.message, requestId), code: 'invalid', validation: error.validation },
    }
  }
  if (error instanceof AppError) {
    const status = ERROR_STATUS[error.code]
    const body = { ...bodyOf(status, error.message, requestId), code: error.code }
    return {
      status,
      body: error.details === undefined ? body : { ...body, details: error.details },
      ...(error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter }),
    }
  }
  if (error instanceof IntegrationError) return describeIntegrationError(error, requestId)
  if (isAway(error)) {
    return {
      status: 503,
      body: { ...bodyOf(503, 'Service Unavailable', requestId), code: 'unavailable' },
      retryAfter: 2,
    }
  }
  const { statusCode, code, message } = error as Partial<FastifyError>
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    const known = REFUSED_BEFORE[code ?? ''] ?? message ?? 'Bad Request'
    return { status: statusCode, body: bodyOf(statusCode, known, requestId) }
  }
  return {
    status: 500,
    body: {
      ...bodyOf(500, `Something went wrong on our side. Reference: ${requestId}`, requestId),
      code: 'internal',
    },
  }
}

/** What the endpoint says that comes with a refusal of this status. */
function declaredDetails({ routeOptions }: FastifyRequest, status: number): z.ZodType | undefined {
  const { refusals = {} } = routeOptions.config
  return status === 403 || status === 409 || status === 422 ? refusals[status] : undefined
}

const firstLineOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]

/** The code of the innermost cause that has one, such as `CERT_HAS_EXPIRED` or `ECONNREFUSED`. */
function causeCodeOf(error: unknown): string | undefined {
  let found: string | undefined
  let each = error
  for (let depth = 0; depth < 5 && each instanceof Error; depth++) {
    const { code } = each as NodeJS.ErrnoException
    if (typeof code === 'string') found = code
    each = each.cause
  }
  return found
}

/** Sends an error response. Details are sent only as declared by the endpoint. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body, retryAfter } = describeError(error, request.id)
  const { details, ...rest } = body
  const declared = declaredDetails(request, status)
  if (declared !== undefined && details !== undefined && request.routeOptions.config.checkAnswers) {
    const { error: misfit } = declared.safeParse(details)
    if (misfit !== undefined) return sendError(misfit, request, reply)
  }
  if (status === 500) request.log.error({ err: error }, 'request failed')
  // An unavailable vendor or database is expected, and a stack trace would not help.
  else if (status > 500)
    request.log.warn({ reason: firstLineOf(error), code: causeCodeOf(error) }, 'request refused')
  // Where assistants connect, it also says where they ask for a token.
  if (status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.code(status).type('application/json; charset=utf-8')
  return declared === undefined
    ? reply.serializer(JSON.stringify).send(rest)
    : writtenBy(refusalWith(declared), reply).send(body)
}

/** Every refusal and every failure leaves in one shape. */
export function addErrorReplies(server: FastifyInstance) {
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply))
}

export function replyNotFound(request: FastifyRequest, reply: FastifyReply) {
  return sendError(new AppError('notFound', 'There’s nothing at this address.'), request, reply)
}
