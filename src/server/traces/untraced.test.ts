import { registerHooks } from 'node:module'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startApi } from '../testing/api.ts'
import { startReceiver } from '../testing/receiver.ts'

const loaded: string[] = []
let hooks: ReturnType<typeof registerHooks>
beforeEach(() => {
  loaded.length = 0
  hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier.includes('@opentelemetry/')) loaded.push(specifier)
      return next(specifier, context)
    },
  })
})
afterEach(() => hooks.deregister())

const ADDRESS = 'http://127.0.0.1:1'

it('without a collector, a server loads nothing of OpenTelemetry, and its calls and log lines have no trace', async () => {
  const lines: string[] = []
  const api = await startApi({ LOG_LEVEL: 'info' }, { logTo: { write: (line) => void lines.push(line) } })
  await (await api.as('opm')).get('/api/articles')
  expect(api.app.traces).toBeNull()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join()).not.toContain('trace_id')
  await api.close()
  expect(loaded).toEqual([])
})

it('with a collector, it loads it', async () => {
  const api = await startApi({ OTEL_EXPORTER_OTLP_ENDPOINT: ADDRESS })
  await api.close()
  expect(loaded.filter((specifier) => specifier.includes('sdk-trace-node'))).not.toEqual([])
})

it('a server that records no trace sends none, and names none in its log', async () => {
  const lines: string[] = []
  const receiver = await startReceiver()
  const api = await startApi(
    {
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: new URL(receiver.url).origin, OTEL_TRACES_SAMPLER_ARG: '0' },
      LOG_LEVEL: 'info',
    },
    { logTo: { write: (line) => void lines.push(line) } },
  )
  await (await api.as('opm')).get('/api/articles')
  await api.close()
  await receiver.close()
  expect(receiver.received).toEqual([])
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join()).not.toContain('trace_id')
})

it.each(['refuses', 'fails', 'hangs'] as const)(
  'a collector that %s delays neither calls nor the end of the server, and is logged once at most',
  async (how) => {
    const lines: string[] = []
    const receiver = await startReceiver()
    receiver.answer = (response) => {
      if (how === 'fails') response.writeHead(400).end('kettles')
    }
    const endpoint = how === 'refuses' ? ADDRESS : new URL(receiver.url).origin
    const api = await startApi(
      { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'warn' },
      { logTo: { write: (line) => void lines.push(line) } },
    )
    const opm = await api.as('opm')
    const told = () => lines.filter((line) => line.includes('the collector does not take traces'))
    for (let call = 0; call < 3; call += 1) {
      expect((await opm.get('/api/articles')).status).toBe(200)
      if (how === 'fails') await api.app.traces?.flush()
    }
    const began = performance.now()
    await api.app.traces?.end({ withinMs: 100 })
    expect(performance.now() - began).toBeLessThan(1000)
    expect(told().length).toBeLessThanOrEqual(1)
    if (how === 'fails') expect(told()[0]).toContain('"code":"400"')
    expect(lines.join()).not.toContain('kettles')
    await api.close()
    await receiver.close()
  },
)
