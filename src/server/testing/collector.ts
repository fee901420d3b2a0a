import { startReceiver } from './receiver.ts'

/** A span as OTLP writes it in JSON, with its attributes by name. */
export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: number
  attributes: Readonly<Record<string, unknown>>
  links: { traceId: string; spanId: string }[]
  status: { code?: number; message?: string }
}

interface OtlpAttribute {
  key: string
  value: Record<string, unknown>
}

const valuesOf = (attributes: readonly OtlpAttribute[] = []) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

/** A collector of OpenTelemetry, as far as it receives traces as OTLP in JSON over HTTP. */
export async function startCollector() {
  const receiver = await startReceiver()
  return {
    url: new URL(receiver.url).origin,
    requests: receiver.received,
    resources: () =>
      receiver
        .events()
        .flatMap(({ resourceSpans }) => resourceSpans)
        .map(({ resource }) => valuesOf(resource.attributes)),
    spans: (): CollectedSpan[] =>
      receiver
        .events()
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ links: [], ...span, attributes: valuesOf(span.attributes) })),
    close: receiver.close,
  }
}
