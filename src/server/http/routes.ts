import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions as FastifyRoute } from 'fastify'
import type { z } from 'zod'
import { isPermitted, type Permission } from '#shared/access/permissions.ts'
import { issueWords } from '#shared/format/issue-words.ts'
import { type Download, fileTypeOf } from '#shared/http/download.ts'
import {
  type Endpoint,
  type Endpoints,
  isForPeople,
  type Redirect,
  type Refusals,
} from '#shared/http/endpoint.ts'
import type { CallContext, Handlers } from '../calls/handlers.ts'
import { type Once, type RunOnce, withoutKey } from '../calls/once.ts'
import { JsonText } from '../db/json/json-text.ts'
import { AppError, forbidden, RequestInvalid, type RequestPart } from '../errors.ts'
import type { Authenticate, Caller, Origin, SignedIn, TokenIdentity } from '../security/actor.ts'
import type { Settings } from '../settings/settings.ts'
import { isOfTool } from './calls-of-tools.ts'
import { cookiesOf } from './cookies.ts'
import { disposition } from './disposition.ts'
import { takeForms } from './forms.ts'
import { hookCallOf, takeBytes } from './hooks.ts'
import { keyedCallOf } from './idempotency.ts'
import { refusalsOf } from './refusals.ts'
import { openUpload, readFields, readUpload } from './upload.ts'
import { sendJson, writtenBy } from './written.ts'

declare module 'fastify' {
  interface FastifyRequest {
    visitor: SignedIn | TokenIdentity | null
  }
  interface FastifyContextConfig {
    refusals?: Refusals
    checkAnswers?: boolean
    /** A file is sent or received, at the pace of the caller. */
    isFile?: boolean
  }
}

export interface RouteOptions {
  authenticate: Authenticate
  /** Why a token is no longer valid, as a sentence for its owner. */
  explainEnd: (token: string) => Promise<string>
  /** Refuses a session in which the user has not confirmed their identity recently. */
  requireStepUp: (session: string) => Promise<void>
  /** Also parses every answer with its full schema and fails on mismatches; used in tests. */
  checkAnswers: boolean
  /** The server serves this machine alone: see `isLocalServer`. */
  isLocalServer: boolean
  /** People reach the server through TLS. */
  isTls: boolean
  /** Carries out calls that have a key. */
  runOnce: RunOnce
  /** Writes into the trail that a caller was given a file. */
  noteFile: (actor: Caller, file: { name: string; kind: string; request: unknown }) => Promise<void>
}

/**
 * A file made by the call itself has its name in the path. For any other file, the audit trail records its
 * request.
 */
const fileKindOf = ({ path }: Endpoint) => /\/([\w-]+)\.[a-z]+$/.exec(path)?.[1]

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/**
 * Listening on loopback is not enough, because a proxy on this machine calls from it with the server's own
 * name. A server behind a proxy has that proxy's public address, so the public address must be this machine
 * too.
 */
export function isLocalServer({ host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>): boolean {
  return LOOPBACK_HOSTS.has(host) && LOOPBACK_HOSTS.has(new URL(publicUrl).hostname)
}

const LOCAL_ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])
const LOCAL_NAMES = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * Whether caller and server are on one machine: by address, by requested host name, and without a proxy
 * between them.
 */
export function isLocalCall(request: FastifyRequest): boolean {
  return (
    LOCAL_ADDRESSES.has(request.socket.remoteAddress ?? '') &&
    LOCAL_NAMES.test(request.headers.host ?? '') &&
    request.headers['x-forwarded-for'] === undefined &&
    request.headers.forwarded === undefined
  )
}

export const tokenOf = ({ headers: { authorization } }: FastifyRequest) =>
  /^bearer +(.+)$/i.exec(authorization ?? '')?.[1]

export async function identify(request: FastifyRequest, authenticate: Authenticate) {
  const token = tokenOf(request)
  request.visitor = token === undefined ? null : await authenticate(token, request.ip)
}

const isProgram = (visitor: SignedIn | TokenIdentity): visitor is TokenIdentity => 'credential' in visitor

/**
 * An assistant that was connected by consent, and that doesn't use a tool. Its person has allowed it the tools, which
 * never approve, publish or delete, and nothing else.
 */
const isStray = (request: FastifyRequest) =>
  request.visitor !== null &&
  isProgram(request.visitor) &&
  request.visitor.credential.kind === 'assistant' &&
  !isOfTool(request)

/** Refuses what a program may not do, whatever its account may. */
function guardProgram({ mayWrite }: TokenIdentity, endpoint: Endpoint, request: FastifyRequest) {
  if (isStray(request)) throw new AppError('forbidden', 'This token is for the tools at /api/mcp.')
  if (isForPeople(endpoint))
    throw new AppError('forbidden', 'API tokens can’t make this call. It needs a person who is signed in.')
  if (!mayWrite && endpoint.method !== 'GET' && endpoint.reads !== true)
    throw new AppError('forbidden', 'This token can only read. Use one with “Can change things” switched on.')
}

/** Says which permission is missing to programs: those who write them cannot see it on a screen. */
const lacking = (visitor: SignedIn | TokenIdentity, access: readonly Permission[]) =>
  isProgram(visitor)
    ? new AppError('forbidden', `This token lacks the permission ${access.join(' or ')}.`)
    : forbidden()

const ENROL_FIRST = 'Set up a second factor first. Until then, nothing else opens.'

/** A user who must set up a second factor before anything else opens. */
const mustEnrol = (visitor: FastifyRequest['visitor']) =>
  visitor !== null && !isProgram(visitor) && visitor.mustEnrol

async function guard(
  request: FastifyRequest,
  endpoint: Endpoint,
  { explainEnd, requireStepUp }: Pick<RouteOptions, 'explainEnd' | 'requireStepUp'>,
) {
  const { access, stepUp, whileEnrolling } = endpoint
  if (access === 'public') {
    // A public call may show more to signed-in users; this user must enrol first.
    if (mustEnrol(request.visitor) || isStray(request)) request.visitor = null
    return
  }
  const { visitor } = request
  if (visitor === null) {
    const token = tokenOf(request)
    throw new AppError('unauthenticated', token === undefined ? 'Please sign in.' : await explainEnd(token))
  }
  if (mustEnrol(visitor) && whileEnrolling !== true) throw forbidden(ENROL_FIRST)
  if (isProgram(visitor)) guardProgram(visitor, endpoint, request)
  if (access !== 'signedIn' && !isPermitted(visitor.permissions, access)) throw lacking(visitor, access)
  if (stepUp === true && !isProgram(visitor)) await requireStepUp(visitor.session)
}

function parse(part: RequestPart, schema: z.ZodType | undefined, value: unknown): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value === undefined ? {} : value, { error: issueWords })
  if (result.success) return result.data
  throw new RequestInvalid(
    part,
    result.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })),
  )
}

/** The three parts of a call as its endpoint understands them, and the file that comes along. */
async function readCall(endpoint: Endpoint, request: FastifyRequest) {
  const { streamMaximum } = endpoint
  const isMultipart = request.isMultipart()
  if (isMultipart && !endpoint.upload && !endpoint.form)
    throw new AppError('unsupported', 'This call expects JSON.')
  if (!isMultipart && streamMaximum !== undefined)
    throw new AppError('unsupported', 'This call expects a file.')
  const params = parse('params', endpoint.params, request.params)
  const query = parse('query', endpoint.query, request.query)
  const stream = streamMaximum === undefined ? null : await openUpload(request, streamMaximum)
  const upload = isMultipart && endpoint.upload && stream === null ? await readUpload(request) : null
  const form = stream ?? upload
  try {
    const body = form
      ? parse('body', endpoint.upload, form.fields)
      : parse('body', endpoint.body, isMultipart ? await readFields(request) : request.body)
    return { params, query, body, stream, file: upload?.file ?? null }
  } catch (error) {
    await stream?.discard()
    throw error
  }
}

/** The caller. On a public endpoint for people, a program counts as nobody. */
function callerOf({ visitor }: FastifyRequest, endpoint: Endpoint, origin: Origin): Caller | null {
  if (visitor === null) return null
  if (!isProgram(visitor)) return { ...visitor, kind: 'person', origin }
  return isForPeople(endpoint) ? null : { ...visitor, kind: 'token', origin }
}

/** Values of `Sec-Fetch-Site`. A neighbouring host is not ours either. */
const OTHER_SITES = new Set(['cross-site', 'same-site'])

/** Aborts if the caller disconnects before the response is sent; later aborts mean nothing. */
function untilHungUp({ raw }: FastifyReply): AbortSignal {
  const hungUp = new AbortController()
  raw.once('close', () => hungUp.abort())
  return hungUp.signal
}

async function answer(
  call: {
    endpoint: Endpoint
    handler: (call: never) => Promise<unknown>
    options: Pick<RouteOptions, 'checkAnswers' | 'isLocalServer' | 'isTls' | 'runOnce' | 'noteFile'>
  },
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { endpoint, handler, options } = call
  const { params, query, body, stream, file } = await readCall(endpoint, request)
  const origin = { requestId: request.id, address: request.ip, agent: request.headers['user-agent'] }
  const visitor = callerOf(request, endpoint, origin)
  const calling = endpoint.access === 'public' ? { visitor } : { actor: visitor }
  const context: Omit<CallContext, 'once'> = {
    origin,
    isLocal: options.isLocalServer && isLocalCall(request),
    file,
    stream,
    hook: hookCallOf(endpoint.hook, request, reply),
    cookies: cookiesOf(request, reply, options.isTls),
    isFromOtherSite: OTHER_SITES.has(String(request.headers['sec-fetch-site'])),
    untilHungUp: () => untilHungUp(reply),
  }
  const keyed = keyedCallOf(endpoint, request, { params, query, body })
  const carryOut = (once: Once) =>
    // Parsed by the endpoint's own schemas, so the cast is safe; its `access` ensures the same for the caller.
    handler({ params, query, body, ...context, ...calling, once } as never)
  const work = keyed ? options.runOnce(keyed, carryOut) : carryOut(withoutKey)
  const result = await work.finally(() => stream?.discard())
  if (endpoint.redirect) return reply.redirect((result as Redirect).location, 302)
  if (endpoint.answer === undefined) return reply.code(endpoint.status ?? 204).send()
  reply.code(endpoint.status ?? 200)
  if (endpoint.download !== undefined) {
    const file = result as Download
    const kind = fileKindOf(endpoint)
    if (visitor && kind) await options.noteFile(visitor, { name: file.name, kind, request: query })
    return sendFile(reply, file)
  }
  if (result instanceof JsonText)
    return sendJson(reply, result, options.checkAnswers ? endpoint.answer : undefined)
  writtenBy(endpoint.answer, reply)
  return options.checkAnswers ? endpoint.answer.parse(result) : result
}

/** Streams a file at the client's pace. */
function sendFile(reply: FastifyReply, { name, content }: Download) {
  return reply
    .type(fileTypeOf(name))
    .header('content-disposition', disposition('attachment', name))
    .header('cache-control', 'no-store')
    .send(Readable.from(content, { objectMode: false }))
}

/** Tells callers when a deprecated call may be removed, as in RFC 8594. */
function announceSunset({ sunset }: Endpoint, reply: FastifyReply) {
  if (sunset !== undefined) reply.header('sunset', new Date(sunset).toUTCString())
}

/** Rate limit of an endpoint, if it differs from the default. */
function limitOf({ perMinute, hook }: Endpoint) {
  if (hook !== undefined) return { rateLimit: { max: hook.perTenSeconds, timeWindow: 10_000 } }
  return perMinute === undefined ? {} : { rateLimit: { max: perMinute, timeWindow: 60_000 } }
}

/** Turns a noun's endpoints into routes: the guard before any parsing, and then the handler. */
export function addRoutes<E extends Endpoints>(
  server: FastifyInstance,
  endpoints: E,
  handlers: Handlers<E>,
  options: RouteOptions,
) {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const handler = handlers[name as keyof E] as (call: never) => Promise<unknown>
    const route: FastifyRoute = {
      method: endpoint.method,
      url: endpoint.path,
      // Don't compress downloads: building the file already loads the server.
      ...(endpoint.download === undefined ? {} : { compress: false as const }),
      config: {
        isStream: endpoint.streamMaximum !== undefined,
        isFile: endpoint.download !== undefined || endpoint.streamMaximum !== undefined,
        checkAnswers: options.checkAnswers,
        refusals: refusalsOf(endpoint),
        ...limitOf(endpoint),
      },
      // The order matters: identify the caller, apply the rate limit (refused calls count too), check permissions, parse.
      onRequest: (request, reply) => {
        announceSunset(endpoint, reply)
        return identify(request, options.authenticate)
      },
      preParsing: (request) => guard(request, endpoint, options),
      handler: (request, reply) => answer({ endpoint, handler, options }, request, reply),
    }
    const addParsers = endpoint.hook ? takeBytes : endpoint.form ? takeForms : null
    if (addParsers === null) server.route(route)
    else
      server.register(async (scope) => {
        addParsers(scope)
        scope.route(route)
      })
  }
}
