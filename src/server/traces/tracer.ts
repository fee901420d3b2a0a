import {
  type Attributes,
  type Tracer as OtelTracer,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api'
import { AppError } from '../errors.ts'
import type { TracedOutcome, TracedWork, Tracer } from '../traced.ts'
import { errorCodeOf } from './error-code.ts'
import {
  ALONE,
  asLink,
  below,
  placeOfJob,
  runningScope,
  type Scope,
  type SpanPlace,
  traceparentOf,
  within,
} from './scope.ts'

interface Description {
  name: string
  kind: SpanKind
  attributes: Attributes
}

const http = (method: string) => ({ 'http.request.method': method })

/** How each kind of work is shown. */
function descriptionOf(work: TracedWork): Description {
  switch (work.seam) {
    case 'transaction':
      return {
        name: 'transaction',
        kind: SpanKind.CLIENT,
        attributes: { 'db.system.name': 'postgresql' },
      }
    case 'job':
      return { name: work.job, kind: SpanKind.CONSUMER, attributes: { 'copydesk.job': work.job } }
    case 'vendor':
      return { name: work.system, kind: SpanKind.CLIENT, attributes: { 'copydesk.system': work.system } }
    case 'fetch':
      return { name: 'guarded fetch', kind: SpanKind.CLIENT, attributes: http('GET') }
    case 'post':
      return { name: 'guarded post', kind: SpanKind.CLIENT, attributes: http('POST') }
  }
}

/** A refusal is an answer that the caller expects; everything else is a fault. */
const isFault = (error: unknown) => !(error instanceof AppError)

function noteFailure(span: Span, error: unknown): void {
  const code = errorCodeOf(error)
  span.setAttributes({ 'copydesk.outcome': code, 'error.type': code })
  if (isFault(error)) span.setStatus({ code: SpanStatusCode.ERROR })
}

function noteOutcome(span: Span, { outcome, status }: TracedOutcome): void {
  if (outcome !== undefined) span.setAttribute('copydesk.outcome', outcome)
  if (status !== undefined) span.setAttribute('http.response.status_code', status)
}

/** Where a span for this work belongs; null if it needs none. */
function placeFor(work: TracedWork, scope: Scope | undefined): SpanPlace | null {
  if (work.seam === 'job') return placeOfJob(work.origin, work.since)
  if (scope !== undefined) return below(scope.span.spanContext())
  // The server's own housekeeping is of no interest.
  return work.seam === 'transaction' ? null : ALONE
}

export function createTracer(otel: OtelTracer): Tracer {
  return {
    async run(work, carryOut) {
      const outer = runningScope()
      const place = placeFor(work, outer)
      if (place === null) return carryOut(() => {})
      const { name, kind, attributes } = descriptionOf(work)
      const span = otel.startSpan(name, { kind, attributes, links: place.links }, place.parent)
      const scope: Scope = { span, isOfJob: work.seam === 'job' || outer?.isOfJob === true, isOver: false }
      let noted: TracedOutcome = { outcome: 'ok' }
      try {
        const result = await within(scope, () =>
          carryOut((outcome) => {
            noted = { ...noted, ...outcome }
          }),
        )
        noteOutcome(span, noted)
        return result
      } catch (error) {
        noteFailure(span, error)
        throw error
      } finally {
        scope.isOver = true
        span.end()
      }
    },
    traceparent() {
      const scope = runningScope()
      return scope && traceparentOf(scope.span)
    },
    traceId() {
      const { traceId, traceFlags = 0 } = runningScope()?.span.spanContext() ?? {}
      return traceFlags & TraceFlags.SAMPLED ? traceId : undefined
    },
    handOn() {
      const scope = runningScope()
      if (scope === undefined) return undefined
      const origin = traceparentOf(scope.span)
      // Jobs that enqueue each other would make a trace that never ends.
      return scope.isOfJob ? asLink(origin) : origin
    },
  }
}
