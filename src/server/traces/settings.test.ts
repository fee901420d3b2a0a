import { expect, it } from 'vitest'
import { readSettings, settingsWarnings } from '../settings/settings.ts'

it.each([
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'the address of a collector, such as http://127.0.0.1:4318',
    ['127.0.0.1:4318', 'grpc://127.0.0.1:4317', 'http://me:secret@collector:4318'],
  ],
  [
    'OTEL_EXPORTER_OTLP_HEADERS',
    'headers such as api-key=secret, separated by commas',
    ['secret', 'api-key=a,b', 'api-key=%0d%0a', 'api-key=%'],
  ],
  ['OTEL_TRACES_SAMPLER_ARG', 'a share of the traces from 0 to 1', ['2', '-1', 'all']],
])('a wrong %s names itself and the expected value, but not the wrong one', (name, expected, values) => {
  for (const value of values)
    expect(() => readSettings({ [name]: value }), value).toThrow(
      `${name} is not usable: expected ${expected}.`,
    )
})

it('traces go below the address of the collector, or to an address of their own', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/'
  expect(readSettings({}).traces).toBeNull()
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({
    ...{ url: 'http://127.0.0.1:4318/v1/traces', headers: {}, serviceName: 'copydesk', share: 1 },
  })
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/own' }
  const more = { OTEL_EXPORTER_OTLP_HEADERS: ' a=1, b = x%2Cy== ', OTEL_TRACES_SAMPLER_ARG: '0.1' }
  expect(readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT, ...own, ...more }).traces).toMatchObject({
    ...{ url: 'https://traces.example/own', headers: { a: '1', b: 'x,y==' }, share: 0.1 },
  })
})

it('production warns when the key of the collector can be read on its way', () => {
  const warnings = (endpoint: string) =>
    settingsWarnings(
      readSettings({
        ...{ NODE_ENV: 'production', PUBLIC_URL: 'https://desk.example' },
        ...{ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a' },
      }),
    ).filter((line) => line.startsWith('OTEL_'))
  expect(warnings('http://collector.example:4318')).toHaveLength(1)
  expect(warnings('https://collector.example')).toEqual([])
  expect(warnings('http://127.0.0.1:4318')).toEqual([])
})
