import { BlockList, isIP, Socket } from 'node:net'
import { type Tracer as OtelTracer, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ALONE, below, readTraceparent, runningScope, type Scope, type SpanPlace, within } from './scope.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call that is traced and recorded. */
    traceId?: string | undefined
  }
}

/** Health checks come every few seconds, so they are not traced. */
const PROBES: ReadonlySet<string> = new Set(['/api/health', '/api/health/ready'])

/** Whether an address is one of the proxies in `TRUST_PROXY`. */
function proxiesOf(trustProxy: string | undefined): (address: string) => boolean {
  const proxies = new BlockList()
  for (const entry of trustProxy?.split(',') ?? []) {
    const [address = '', bits] = entry.trim().split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) proxies.addAddress(address, family)
    else proxies.addSubnet(address, Number(bits), family)
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** The call that a tool of an assistant makes inside this process. */
const isInner = ({ raw }: FastifyRequest) => !(raw.socket instanceof Socket)

/** A span for every call of a route. Must be added before the routes. */
export function traceRequests(
  server: FastifyInstance,
  { otel, trustProxy }: { otel: OtelTracer; trustProxy: string | undefined },
): void {
  const isProxy = proxiesOf(trustProxy)

  /** A caller beside the trusted proxies could otherwise write into the traces of others. */
  function placeFor(request: FastifyRequest): SpanPlace {
    const outer = isInner(request) ? runningScope() : undefined
    if (outer !== undefined) return below(outer.span.spanContext())
    if (!isProxy(request.raw.socket.remoteAddress ?? '')) return ALONE
    const caller = readTraceparent(request.headers.traceparent)
    return caller === undefined ? ALONE : below(caller)
  }

  function begin(request: FastifyRequest, reply: FastifyReply): Scope {
    const { method, routeOptions } = request
    const { url: route } = routeOptions
    const { parent } = placeFor(request)
    const span = otel.startSpan(
      route === undefined ? method : `${method} ${route}`,
      {
        kind: SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          ...(route === undefined ? {} : { 'http.route': route }),
        },
      },
      parent,
    )
    const scope: Scope = { span, isOfJob: false, isOver: false }
    const { traceId, traceFlags } = span.spanContext()
    if (traceFlags & TraceFlags.SAMPLED) request.traceId = traceId
    // Always comes, and once: after the answer, or when the caller has left.
    reply.raw.once('close', () => {
      const { statusCode, writableFinished } = reply.raw
      const fault = !writableFinished ? 'aborted' : statusCode >= 500 ? String(statusCode) : undefined
      span.setAttribute('copydesk.outcome', fault ?? 'ok')
      if (writableFinished) span.setAttribute('http.response.status_code', statusCode)
      if (fault !== undefined) span.setAttribute('error.type', fault)
      if (writableFinished && statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      scope.isOver = true
      span.end()
    })
    return scope
  }

  server.addHook('onRequest', (request, reply, done) => {
    if (PROBES.has(request.routeOptions.url ?? '')) return done()
    within(begin(request, reply), done)
  })
}
