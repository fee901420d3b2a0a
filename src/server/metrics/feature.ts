import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import { observeEvents, observeRequests, readPool } from './observe.ts'
import { createRegistry } from './registry.ts'
import { readSharedValues, type SharedValueDeps } from './shared-values.ts'

interface MetricsDeps extends SharedValueDeps {
  pool: Pool
  version: string
  /** Where Prometheus reads them: an address of its own, because they name routes and jobs. */
  at: { port: number; host: string }
}

/** One scrape at a time: those that come meanwhile get the same text. */
function createScraper(scrape: () => Promise<string>): () => Promise<string> {
  let running: Promise<string> | undefined
  return () => {
    running ??= scrape().finally(() => {
      running = undefined
    })
    return running
  }
}

/** Measures the server, and answers `GET /metrics` in the format of Prometheus while the server listens. */
export function addMetrics(server: FastifyInstance, deps: MetricsDeps): void {
  const registry = createRegistry()
  registry.build.set({ version: deps.version }, 1)
  const endEvents = observeEvents(registry)
  observeRequests(server, registry)
  const scrape = createScraper(async () => {
    readPool(registry, deps.pool)
    await readSharedValues(registry, deps)
    return registry.read()
  })
  const listener = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    scrape().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        server.log.error({ err: error }, 'could not read the metrics')
        response.writeHead(500).end()
      },
    )
  })
  server.addHook('onListen', () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    listener.once('error', reject)
    listener.listen(deps.at, resolve)
    return promise
  })
  server.addHook('onClose', async () => {
    endEvents()
    listener.closeAllConnections()
    if (listener.listening) await new Promise((resolve) => listener.close(resolve))
  })
}
