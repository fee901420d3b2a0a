import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import type { SpanExporter } from '@opentelemetry/sdk-trace-node'
import type { FastifyBaseLogger } from 'fastify'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { TraceSettings } from './settings.ts'

const ANSWER_MS = 5000
const SUCCESS = 0

/** How the collector failed: its status or the error of the connection, never what it answered. */
function codeOf(error: Error | undefined): string {
  const code = error !== undefined && 'code' in error ? error.code : undefined
  return code === undefined ? (error?.name ?? 'unknown') : String(code)
}

/** Sends spans to the collector as OTLP in JSON. A collector that is away is logged once an hour. */
export function createExporter(
  { url, headers }: TraceSettings,
  log: Pick<FastifyBaseLogger, 'warn'>,
): SpanExporter {
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: ANSWER_MS })
  let quietUntil = 0
  const note = (error: Error | undefined) => {
    const now = performance.now()
    if (now < quietUntil) return
    quietUntil = now + HOUR_MS
    log.warn(
      { code: codeOf(error) },
      'the collector does not take traces, so they are dropped; see OTEL_EXPORTER_OTLP_ENDPOINT',
    )
  }
  return {
    export: (spans, tell) =>
      exporter.export(spans, (result) => {
        if (result.code !== SUCCESS) note(result.error)
        tell(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}
