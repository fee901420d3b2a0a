import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { auditEntries, eventSendsEnded, transactions, vendorCalls } from '../observed.ts'
import type { MetricsRegistry } from './registry.ts'

/** The route's template; one name for all addresses that lead nowhere. */
const routeOf = ({ routeOptions: { url } }: FastifyRequest) => url ?? 'none'

/** Counts and times every request. Must be added before the routes. */
export function observeRequests(server: FastifyInstance, { http, access }: MetricsRegistry): void {
  server.addHook('onRequest', async (request, reply) => {
    const began = performance.now()
    http.inFlight.inc()
    // Always comes, and once: after the answer, or when the caller has left.
    reply.raw.once('close', () => {
      http.inFlight.dec()
      const { visitor } = request
      // Every GET has a HEAD beside it, which would double the series.
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const route = routeOf(request)
      const seconds = (performance.now() - began) / 1000
      const { statusCode, writableFinished } = reply.raw
      const statusClass = writableFinished ? `${Math.floor(statusCode / 100)}xx` : 'aborted'
      http.requests.inc({ method, status_class: statusClass })
      if (request.routeOptions.config.isFile === true) http.downloads.observe({ route }, seconds)
      else {
        http.all.observe(seconds)
        http.seconds.observe({ method, route }, seconds)
      }
      if (writableFinished && statusCode >= 500) http.errors.inc({ route })
      if (visitor !== null && 'credential' in visitor)
        access.tokenCalls.inc({ kind: visitor.credential.kind })
    })
  })
}

const SIGN_IN_OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['session.begun', 'signed-in'],
  ['session.failed', 'failed'],
  ['session.refused', 'refused'],
])

/** How the user signed in, or the wrong proof: a factor after the password, otherwise the password. */
function methodOf(after: object | undefined): string {
  if (after && 'method' in after) return String(after.method)
  return after && 'factor' in after ? String(after.factor) : 'password'
}

/** Counts what the other parts publish; returns a function that ends it. */
export function observeEvents({ database, vendors, access, events }: MetricsRegistry): () => void {
  const ends = [
    transactions.subscribe(({ seconds }) => database.transactions.observe(seconds)),
    vendorCalls.subscribe(({ system, outcome }) => vendors.calls.inc({ system, outcome })),
    eventSendsEnded.subscribe(({ outcome }) => events.sends.inc({ outcome })),
    auditEntries.subscribe(({ act, actorKind, after }) => {
      access.auditEntries.inc()
      const outcome = SIGN_IN_OUTCOMES.get(act)
      // Users who are signed in confirm their identity: that is no sign-in, though it may fail like one.
      const isSignIn = outcome === 'signed-in' || actorKind === 'visitor'
      if (outcome !== undefined && isSignIn) access.signIns.inc({ method: methodOf(after), outcome })
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

export function readPool({ database }: MetricsRegistry, pool: Pool): void {
  database.used.set(pool.totalCount - pool.idleCount)
  database.waiting.set(pool.waitingCount)
}
