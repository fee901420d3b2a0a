import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createGuardedFetcher } from '../integrations/web-fetcher/guarded-fetch.ts'
import { RetryLater } from '../jobs/job-errors.ts'
import { createQueue } from '../jobs/queue.ts'
import { type Api, type Client, startApi } from '../testing/api.ts'
import { type CollectedSpan, startCollector } from '../testing/collector.ts'
import { HOOK_WISH, HOOKS } from '../testing/event-calls.ts'
import { buildProgram } from '../testing/programs.ts'
import { type Receiver, startReceiver } from '../testing/receiver.ts'
import { until } from '../testing/until.ts'

const ARTICLE = { siteId: 1, keywords: ['secret kettles'], title: 'The best secret kettles', draft: false }
const CALLER = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const TRACEPARENT = `00-${CALLER.traceId}-${CALLER.spanId}-01`

const kindsOf = { SERVER: 2, CLIENT: 3, CONSUMER: 5 }

let collector: Awaited<ReturnType<typeof startCollector>>
let receiver: Receiver
let api: Api
let origin: string
let opm: Client
const lines: string[] = []
beforeAll(async () => {
  collector = await startCollector()
  receiver = await startReceiver()
  api = await startApi(
    {
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b' },
      ...{ OTEL_SERVICE_NAME: 'desk', EVENT_HOOK_HOSTS: '127.0.0.1', LOG_LEVEL: 'info' },
      TRUST_PROXY: PROXY,
    },
    { logTo: { write: (line) => void lines.push(line) }, web: createGuardedFetcher() },
  )
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
  opm = await api.as('opm')
  await (await api.as('eng')).post(HOOKS, { ...HOOK_WISH, address: receiver.url })
})
afterAll(async () => {
  await api.close()
  await Promise.all([collector.close(), receiver.close()])
})
beforeEach(async () => {
  await api.app.queue.drain()
  await api.app.traces?.flush()
  collector.requests.length = 0
  receiver.received.length = 0
  lines.length = 0
})

/** The spans that were collected since the test began, once there is one of this name. */
async function spansUntil(name: string): Promise<CollectedSpan[]> {
  await until(async () => {
    await api.app.traces?.flush()
    return collector.spans().some((span) => span.name === name)
  })
  return collector.spans()
}

const only = (spans: CollectedSpan[], name: string) => {
  const named = spans.filter((span) => span.name === name)
  expect(named, name).toHaveLength(1)
  return named[0] as CollectedSpan
}

const PROXY = '127.0.0.2'
const STRANGER = '127.0.0.3'

/** A call over the network, from a trusted proxy or from another caller; returns its status. */
async function call(path: string, { from, body }: { from: string; body?: object }) {
  const sent = request(new URL(path, origin), {
    localAddress: from,
    method: body ? 'POST' : 'GET',
    headers: {
      ...{ authorization: `Bearer ${opm.token}`, 'content-type': 'application/json' },
      traceparent: TRACEPARENT,
    },
  })
  if (body) {
    // The server has begun with the call before its body arrives.
    sent.setHeader('expect', '100-continue').flushHeaders()
    await once(sent, 'continue')
  }
  sent.end(body && JSON.stringify(body))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode
}

describe('a trace', () => {
  it('leads from the proxy over the call, its transaction and its job to the event that was sent', async () => {
    expect(await call('/api/articles', { from: PROXY, body: ARTICLE })).toBe(201)
    await api.app.queue.drain()
    const spans = await spansUntil('guarded post')
    await spansUntil('POST /api/articles')
    const all = collector.spans()
    const route = only(all, 'POST /api/articles')
    const job = only(all, 'event-hooks.deliver')
    const post = only(all, 'guarded post')
    const enqueuing = all.find(({ spanId }) => spanId === job.parentSpanId)
    expect(spans.length).toBeGreaterThan(3)
    expect(route).toMatchObject({
      traceId: CALLER.traceId,
      parentSpanId: CALLER.spanId,
      kind: kindsOf.SERVER,
    })
    expect(route.attributes).toEqual({
      ...{ 'http.request.method': 'POST', 'http.route': '/api/articles' },
      ...{ 'http.response.status_code': 201, 'copydesk.outcome': 'ok' },
    })
    expect(enqueuing).toMatchObject({ name: 'transaction', parentSpanId: route.spanId, kind: kindsOf.CLIENT })
    expect(enqueuing?.attributes).toEqual({ 'db.system.name': 'postgresql', 'copydesk.outcome': 'ok' })
    expect(job.kind).toBe(kindsOf.CONSUMER)
    expect(job.attributes).toEqual({ 'copydesk.job': 'event-hooks.deliver', 'copydesk.outcome': 'ok' })
    expect(post.parentSpanId).toBe(job.spanId)
    expect(post.attributes).toMatchObject({ 'http.response.status_code': 200 })
    for (const { traceId } of [enqueuing, job, post] as CollectedSpan[]) expect(traceId).toBe(CALLER.traceId)
    expect(receiver.received[0]?.headers.traceparent).toBe(`00-${CALLER.traceId}-${post.spanId}-01`)
  })

  it('carries no person, address, text or query, and goes to the collector with its key', async () => {
    await call('/api/articles?keyword=secret', { from: PROXY, body: ARTICLE })
    await call('/api/articles?keyword=secret', { from: PROXY })
    await opm.post('/api/auth', { username: 'secret', password: 'secret' })
    await api.app.queue.drain()
    await spansUntil('guarded post')
    await spansUntil('GET /api/articles')
    const sent = collector.requests.map(({ body }) => body).join()
    expect(sent).not.toMatch(/secret|kettle|127\.0\.0|Opm|opm|select /)
    expect(collector.requests[0]?.headers['api-key']).toBe('a b')
    expect(collector.resources()[0]).toEqual({
      'service.name': 'desk',
      'service.version': expect.any(String),
    })
  })

  it('is begun by the server when the caller is no trusted proxy', async () => {
    await call('/api/articles', { from: STRANGER })
    const route = only(await spansUntil('GET /api/articles'), 'GET /api/articles')
    expect(route.traceId).not.toBe(CALLER.traceId)
    expect(route.parentSpanId).toBeUndefined()
  })

  it('is named by each log line of its call, and of no other', async () => {
    await call('/api/articles', { from: PROXY })
    await call('/api/health', { from: PROXY })
    await spansUntil('GET /api/articles')
    await until(() => lines.length > 0)
    const told = lines.map((line) => JSON.parse(line))
    expect(told.find(({ msg }) => msg === 'answered')).toMatchObject({ trace_id: CALLER.traceId })
    expect(collector.spans().filter(({ name }) => name.includes('health'))).toEqual([])
  })

  it('shows how a guarded fetch failed by its code alone', async () => {
    const { status } = await opm.post('/api/images', { key: 'k', imageUrl: 'https://127.0.0.1/x', site: 1 })
    expect(status).toBe(422)
    const spans = await spansUntil('POST /api/images')
    const fetched = only(spans, 'guarded fetch')
    expect(fetched.parentSpanId).toBe(only(spans, 'POST /api/images').spanId)
    expect(fetched.attributes).toEqual({
      ...{ 'http.request.method': 'GET', 'copydesk.outcome': 'invalid', 'error.type': 'invalid' },
    })
    expect(fetched.status).toEqual({ code: 2 })
  })

  it('of a job that another job enqueued, or that was postponed, is a new one with a link', async () => {
    const { pool, db } = api.database
    const queue = createQueue({ pool, log: api.app.server.log, keepsTime: false })
    const payload = z.object({})
    let isPostponed = false
    await queue.start(
      [
        { name: 'traces.first', payload, run: () => queue.enqueue(db, 'traces.second', {}) },
        {
          ...{ name: 'traces.second', payload },
          async run() {
            if (isPostponed) return
            isPostponed = true
            throw new RetryLater(0)
          },
        },
      ],
      { work: false },
    )
    await queue.enqueue(db, 'traces.first', {})
    await queue.drain()
    await queue.stop()
    const spans = (await spansUntil('traces.second')).filter(({ name }) => name === 'traces.second')
    const first = only(collector.spans(), 'traces.first')
    const outcomes = spans.map(({ attributes }) => attributes['copydesk.outcome'])
    expect(outcomes).toEqual(['postponed', 'ok'])
    expect(spans.map(({ links }) => links.map(({ spanId }) => spanId))).toEqual([
      [first.spanId],
      [spans[0]?.spanId],
    ])
    expect(new Set([first, ...spans].map(({ traceId }) => traceId)).size).toBe(3)
    const postponed = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg.startsWith('job postponed'))
    expect(postponed.trace_id).toBe(spans[0]?.traceId)
  })

  it('of a job that begins long after its call is a new one with a link', async () => {
    await call('/api/articles', { from: PROXY, body: ARTICLE })
    await api.database.pool.query("update jobs.job set created_on = created_on - interval '2 minutes'")
    await api.app.queue.drain()
    const job = only(await spansUntil('event-hooks.deliver'), 'event-hooks.deliver')
    expect(job.traceId).not.toBe(CALLER.traceId)
    expect(job.links).toMatchObject([{ traceId: CALLER.traceId }])
  })

  it('is named in what a tool answers to an assistant, and has the calls of the tool', async () => {
    const { token } = await buildProgram(api, opm.id)
    const { body } = await opm.send({
      ...{ method: 'POST', url: '/api/mcp' },
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'overview', arguments: {} } },
    })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const spans = await spansUntil('POST /api/mcp')
    const mcp = only(spans, 'POST /api/mcp')
    expect(text).toContain(`"traceparent":"00-${mcp.traceId}-${mcp.spanId}-01"`)
    const inner = spans.filter(({ parentSpanId }) => parentSpanId === mcp.spanId)
    expect(inner.some(({ kind }) => kind === kindsOf.SERVER)).toBe(true)
  })
})
