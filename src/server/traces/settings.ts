import { z } from 'zod'
import { isOpenToOthers, optionalText, settingGroup, webAddress } from '../settings/settings-group.ts'

/** `name=value` pairs as OpenTelemetry writes them: separated by commas, with values in percent-encoding. */
function headersOf(text: string): Record<string, string> | null {
  const pairs = text.split(',').map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*([ -~]*?)\s*$/.exec(pair))
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const value = decodeURIComponent(pair?.[2] ?? '')
        if (pair === null || /[^ -~]/.test(value)) throw new TypeError('no header')
        return [pair[1], value]
      }),
    )
  } catch {
    return null
  }
}

/** Where traces are sent. Without an address there are none. The names are those of OpenTelemetry. */
export const traceSettings = settingGroup({
  variables: {
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress().optional(),
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webAddress().optional(),
    OTEL_EXPORTER_OTLP_HEADERS: z
      .string()
      .refine((text) => headersOf(text) !== null)
      .optional(),
    OTEL_SERVICE_NAME: optionalText(),
    OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  },
  expected: {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'the address of a collector, such as http://127.0.0.1:4318',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'an address such as http://127.0.0.1:4318/v1/traces',
    OTEL_EXPORTER_OTLP_HEADERS: 'headers such as api-key=secret, separated by commas',
    OTEL_TRACES_SAMPLER_ARG: 'a share of the traces from 0 to 1',
  },
  settings: (values) => {
    const base = values.OTEL_EXPORTER_OTLP_ENDPOINT
    const url =
      values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base === undefined ? undefined : `${base}/v1/traces`)
    const headers = headersOf(values.OTEL_EXPORTER_OTLP_HEADERS ?? '') ?? {}
    const serviceName = values.OTEL_SERVICE_NAME ?? 'copydesk'
    return {
      traces: url === undefined ? null : { url, headers, serviceName, share: values.OTEL_TRACES_SAMPLER_ARG },
    }
  },
  warnings: ({ traces }) =>
    traces !== null && Object.keys(traces.headers).length > 0 && isOpenToOthers(traces.url)
      ? ['OTEL_EXPORTER_OTLP_HEADERS is sent unencrypted. Use a collector with an https:// address.']
      : [],
})

export type TraceSettings = NonNullable<ReturnType<typeof traceSettings.read>['traces']>
