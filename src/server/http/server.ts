import { randomUUID } from 'node:crypto'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import qs from 'qs'
import { loggableError } from '../db/errors/loggable-error.ts'
import { AppError } from '../errors.ts'
import type { Settings } from '../settings/settings.ts'
import { runningTraceId } from '../traced.ts'
import { addErrorReplies, sendError } from './error-replies.ts'
import { RequestLog } from './request-log.ts'
import { addSecurityHeaders, securityHeaders } from './security-headers.ts'
import { addSenderLimits, type Patience } from './slow-senders.ts'
import { serveOnlyProbes } from './worker-role.ts'

const BODY_LIMIT = 1024 * 1024
const HEADERS_MS = 60_000
/**
 * The app's files are compressed in advance. A page of a list is below this threshold, because compressing it
 * costs more than sending it. Larger responses are compressed for speed rather than size.
 */
const COMPRESSION: FastifyCompressOptions = {
  global: true,
  threshold: 32 * 1024,
  encodings: ['gzip'],
  zlibOptions: { level: 1 },
}

/** Query parameters whose values are nobody's business, on their way into the log. */
const SECRET_PARAMETER = /token|email|manager|github|query|username|password|^code$|^(session_)?state$/i
const SECRET_SEGMENT =
  /^\/+((?:api\/)?unsubscribe|(?:api\/)?connect|oauth\/authorize|confirmation|reset-password)\/.*/i

/** Text as it was before percent signs hid it; what cannot be read is not shown either. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return '…'
  }
}

function loggableParameter(parameter: string): string {
  const [name = '', ...value] = parameter.split('=')
  const isSecret = SECRET_PARAMETER.test(decoded(name)) || decoded(name) === '…'
  return isSecret && value.length > 0 ? `${name}=…` : parameter
}

/** A URL safe for logs: without tokens, email addresses or line breaks. */
export function loggableUrl(url: string): string {
  const [path = '', ...query] = url.split('?')
  const isSecret = SECRET_SEGMENT.exec(decoded(path))
  const shown = isSecret ? `/${isSecret[1]}/…` : path
  const parameters = query.join('?').split('&').map(loggableParameter).join('&')
  return (query.length > 0 ? `${shown}?${parameters}` : shown).replace(/[\r\n]/g, ' ')
}

/** Where log lines go instead of the standard output. */
export interface LogTarget {
  write(line: string): void
}

/** What every line says of the trace that it belongs to. */
function traceOfLine(): object {
  const traceId = runningTraceId()
  return traceId === undefined ? {} : { trace_id: traceId }
}

function loggerOf(settings: Settings, logTo: LogTarget | undefined) {
  if (settings.logLevel === 'silent') return false
  return {
    level: settings.logLevel,
    ...(logTo ? { stream: logTo } : {}),
    ...(settings.traces === null ? {} : { mixin: traceOfLine }),
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.newPassword'],
    serializers: {
      err: (error: unknown) => loggableError(error),
      req: (request: { method: string; url: string; ip: string }) => ({
        method: request.method,
        url: loggableUrl(request.url),
        ip: request.ip,
      }),
    },
  }
}

/** Warns once about a proxy that is not configured: all callers behind it share one address. */
function tellUnknownProxy(server: FastifyInstance) {
  let isTold = false
  server.addHook('onRequest', async ({ headers }) => {
    if (isTold || headers['x-forwarded-for'] === undefined) return
    isTold = true
    server.log.warn(
      'requests come through a proxy (X-Forwarded-For), but TRUST_PROXY is not set: all visitors count as one address',
    )
  })
}

/** Pages and their files are many small requests, and an office behind one address is many people. */
const FILES_PER_WINDOW = 2000
const isApiCall = (request: FastifyRequest) => request.url.startsWith('/api/')

/** Whose calls are counted together. A program has a bucket of its own, so it cannot lock its owner out of the screens. */
function bucketOf(request: FastifyRequest): string {
  if (!isApiCall(request)) return `files ${request.ip}`
  const { visitor, ip } = request
  if (visitor === null) return ip
  return 'credential' in visitor ? `token ${visitor.credential.id}` : `user ${visitor.id}`
}

/** A Fastify server with everything that all routes share; it knows no route yet. */
export async function createServer(
  settings: Settings,
  { logTo, patience }: { logTo?: LogTarget | undefined; patience?: Patience | undefined } = {},
): Promise<FastifyInstance> {
  const headersOf = securityHeaders({
    isDevelopmentServer: settings.isDevelopmentServer,
    isTls: settings.publicUrl.startsWith('https:'),
    imageOrigins:
      settings.vendors.s3 === undefined ? [] : [new URL(settings.vendors.s3.publicBaseUrl).origin],
  })
  const server = Fastify({
    // An address that is none is refused before any hook runs.
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.headers(headersOf(request))),
    logger: loggerOf(settings, logTo),
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    bodyLimit: BODY_LIMIT,
    // Bodies have limits of their own: see `addSenderLimits`.
    requestTimeout: 0,
    http: { headersTimeout: HEADERS_MS },
    forceCloseConnections: 'idle',
    trustProxy: settings.trustProxy ?? false,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 300,
      querystringParser: (text) =>
        qs.parse(text, { arrayLimit: 500, parameterLimit: 2000, depth: 3, plainObjects: true }) as Record<
          string,
          unknown
        >,
    },
  })
  // JSON and uploads are all that is understood, and forms where an endpoint declares them.
  server.removeContentTypeParser('text/plain')
  server.decorateRequest('visitor', null)
  if (settings.trustProxy === undefined) tellUnknownProxy(server)
  if (settings.role === 'worker') serveOnlyProbes(server)
  addSenderLimits(server, patience)
  addErrorReplies(server)
  addSecurityHeaders(server, headersOf)
  await server.register(compress, COMPRESSION)
  await server.register(multipart)
  await server.register(rateLimit, {
    // After the route's own hook of that name, which knows the person: an office behind one address is many people.
    hook: 'onRequest',
    max: (request) => (isApiCall(request) ? settings.rateLimit : FILES_PER_WINDOW),
    timeWindow: 10_000,
    cache: 20_000,
    keyGenerator: bucketOf,
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('tooMany', 'Too many requests. Please wait a moment.', {
        retryAfter: Math.ceil(ttl / 1000),
      }),
  })
  return server
}
