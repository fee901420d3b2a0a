import { setTimeout as sleep } from 'node:timers/promises'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node'
import type { FastifyInstance } from 'fastify'
import { traceWith } from '../traced.ts'
import { createExporter } from './exporter.ts'
import { traceRequests } from './requests.ts'
import type { TraceSettings } from './settings.ts'
import { createTracer } from './tracer.ts'

interface TraceDeps {
  to: TraceSettings
  trustProxy: string | undefined
  version: string
}

export interface Traces {
  /** Sends the spans that have ended. */
  flush(): Promise<void>
  /** Ends tracing, and sends the remaining spans as far as the time allows. */
  end(options: { withinMs: number }): Promise<void>
}

/**
 * Traces the server. Nothing is registered with OpenTelemetry globally: no library traces by itself, and a
 * process may hold several servers.
 */
export function addTraces(server: FastifyInstance, { to, trustProxy, version }: TraceDeps): Traces {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': to.serviceName, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(to.share) }),
    // Its queue is limited: while the collector is away, new spans are dropped.
    spanProcessors: [new BatchSpanProcessor(createExporter(to, server.log))],
  })
  const otel = provider.getTracer('copydesk', version)
  const endTracing = traceWith(createTracer(otel))
  traceRequests(server, { otel, trustProxy })
  return {
    flush: () => provider.forceFlush().catch(() => {}),
    async end({ withinMs }) {
      endTracing()
      // What failed was logged.
      await Promise.race([provider.shutdown().catch(() => {}), sleep(withinMs, undefined, { ref: false })])
    },
  }
}
