import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { startApi } from '../testing/api.ts'
import { startReceiver } from '../testing/receiver.ts'

const ADDRESS = 'http://127.0.0.1:1'

/** The packages of OpenTelemetry that are loaded with each of these modules, in turn, by a process of their own. */
async function loadedWith(...modules: string[]): Promise<string[][]> {
  const urls = modules.map((name) => new URL(name, import.meta.url).href)
  const program = `
    import { registerHooks } from 'node:module'
    let loaded = []
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier.startsWith('@opentelemetry/')) loaded.push(specifier)
        return next(specifier, context)
      },
    })
    const found = []
    for (const url of ${JSON.stringify(urls)}) {
      loaded = []
      await import(url)
      found.push(loaded)
    }
    console.log(JSON.stringify(found))
    process.exit()`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

it('the server loads OpenTelemetry with its traces, and nothing of it before', async () => {
  const [server, traces] = await loadedWith('../app.ts', './feature.ts')
  expect(server).toEqual([])
  expect(traces).toContain('@opentelemetry/sdk-trace-node')
})

it('without a collector, a server has no traces, and its log lines none of their ids', async () => {
  const lines: string[] = []
  const api = await startApi({ LOG_LEVEL: 'info' }, { logTo: { write: (line) => void lines.push(line) } })
  await (await api.as('opm')).get('/api/articles')
  expect(api.app.traces).toBeNull()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join()).not.toContain('trace_id')
  await api.close()
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
