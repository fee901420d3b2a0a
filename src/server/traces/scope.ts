import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { MINUTE_MS } from '#shared/format/duration.ts'

/** A span, and all that runs within it. */
export interface Scope {
  span: Span
  /** Its parent is a job, or it is one. */
  isOfJob: boolean
  isOver: boolean
}

const scopes = new AsyncLocalStorage<Scope>()

/** The scope that runs now. Ignored once its span has ended: a timer that a request set can outlive it by days. */
export function runningScope(): Scope | undefined {
  const scope = scopes.getStore()
  return scope?.isOver === true ? undefined : scope
}

export const within = <Result>(scope: Scope, work: () => Result): Result => scopes.run(scope, work)

/** Where a span belongs: below another, or on its own, perhaps with a link to what caused it. */
export interface SpanPlace {
  parent: Context
  links: Link[]
}

export const ALONE: SpanPlace = { parent: ROOT_CONTEXT, links: [] }

export const below = (span: SpanContext): SpanPlace => ({
  parent: trace.setSpanContext(ROOT_CONTEXT, span),
  links: [],
})

/** Prefix of an origin to link to rather than continue, because that trace would never end. */
const LINK = 'link:'

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** The span that a `traceparent` header names; undefined for every other text. */
export function readTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(String(text)) ?? []
  if (traceId === undefined || spanId === undefined) return undefined
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true }
}

export function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

export const asLink = (traceparent: string): string => LINK + traceparent

/** A job that begins later has a trace of its own: the call that caused it has long been answered. */
const SOON_MS = MINUTE_MS

export function placeOfJob(origin: string | null, since: Date): SpanPlace {
  if (origin === null) return ALONE
  const isLink = origin.startsWith(LINK)
  const span = readTraceparent(isLink ? origin.slice(LINK.length) : origin)
  if (span === undefined) return ALONE
  return isLink || Date.now() - since.getTime() > SOON_MS
    ? { parent: ROOT_CONTEXT, links: [{ context: span }] }
    : below(span)
}
