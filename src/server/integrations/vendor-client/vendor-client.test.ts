import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import { withBilledUser } from '../billed-user.ts'
import type { AccountStore } from './account-gate.ts'
import { createVendorClient } from './vendor-client.ts'

const TIMEOUT_MS = 2500
const LIST = { operation: 'list things', method: 'GET', path: '/things', answer: z.unknown() } as const

let vendor: WebServer
afterEach(() => vendor.close())

/** One call at a time, to a vendor that takes `delayMs` for an answer. */
async function clientOf(delayMs: number) {
  vendor = await startWebServer((_, response) => void setTimeout(() => response.end('{}'), delayMs))
  const baseUrl = `http://127.0.0.1:${vendor.port}`
  return createVendorClient({
    system: 'Vendor',
    baseUrl,
    headers: () => ({}),
    timeoutMs: TIMEOUT_MS,
    atOnce: 1,
  })
}

it('a call whose turn does not come in time ends as a time-out, and is never sent [R8]', async () => {
  const client = await clientOf(0.6 * TIMEOUT_MS)
  const begun = performance.now()
  const ends = await Promise.allSettled(Array.from({ length: 10 }, () => client.send(LIST)))
  expect(performance.now() - begun).toBeLessThan(2 * TIMEOUT_MS)
  expect(ends.map((end) => (end.status === 'fulfilled' ? 'answered' : end.reason.kind))).toEqual([
    ...['answered', 'answered'],
    ...Array(8).fill('timeout'),
  ])
  expect(vendor.requests).toHaveLength(2)
})

it('one person takes at most half of the places, so that another is answered meanwhile', async () => {
  const open = Promise.withResolvers<void>()
  vendor = await startWebServer(async (request, response) => {
    if (request.url?.includes('slow')) await open.promise
    response.end('{}')
  })
  const client = createVendorClient({
    ...{ system: 'Vendor', baseUrl: `http://127.0.0.1:${vendor.port}`, headers: () => ({}), atOnce: 4 },
  })
  // The first call goes ahead alone.
  await client.send(LIST)
  const slow = Array.from({ length: 6 }, () =>
    withBilledUser(1, () => client.send({ ...LIST, path: '/slow' })).catch(() => {}),
  )
  await expect(withBilledUser(2, () => client.send(LIST))).resolves.toEqual({})
  expect(vendor.requests.filter(({ url }) => url === '/slow')).toHaveLength(2)
  open.resolve()
  await Promise.all(slow)
})

it('every vendor gets the client’s name and version', async () => {
  const client = await clientOf(0)
  await client.send(LIST)
  expect(vendor.requests[0]?.headers['user-agent']).toMatch(/^copydesk\/\d+\.\d+\.\d+$/)
})

it('those that gave up waiting are no sign that the vendor is down', async () => {
  const client = await clientOf(0.6 * TIMEOUT_MS)
  await Promise.allSettled(Array.from({ length: 30 }, () => client.send(LIST)))
  await expect(client.send(LIST)).resolves.toEqual({})
})

it('an answer has no text that a database could not hold', async () => {
  vendor = await startWebServer((_, response) =>
    response.end('{"name":"a\\u0000b\\ud800c","ok":"\\ud83d\\ude00"}'),
  )
  const client = createVendorClient({
    system: 'Vendor',
    baseUrl: `http://127.0.0.1:${vendor.port}`,
    headers: () => ({}),
  })
  expect(await client.send(LIST)).toEqual({ name: 'ab\ufffdc', ok: '\u{1f600}' })
})

it.each([
  ['a byte order mark', '\ufeff'],
  ['the marks of several files', '\ufeff\ufeff\r\n\ufeff'],
])('an answer is read even if %s comes before its JSON', async (_, bytes) => {
  vendor = await startWebServer((request, response) => {
    if (request.url === '/refused') response.writeHead(400)
    response.end(`${bytes}{"name":"Pots"}`)
  })
  const client = createVendorClient({
    system: 'Vendor',
    baseUrl: `http://127.0.0.1:${vendor.port}`,
    headers: () => ({}),
    vendorCode: (json) => z.object({ name: z.string() }).safeParse(json).data?.name,
  })
  expect(await client.send(LIST)).toEqual({ name: 'Pots' })
  await expect(client.send({ ...LIST, path: '/refused' })).rejects.toMatchObject({ vendorCode: 'Pots' })
})
it('a call with a person waiting is refused at once if the vendor requests a longer pause', async () => {
  vendor = await startWebServer((_, response) => {
    response.writeHead(429, { 'retry-after': '4' })
    response.end('{}')
  })
  const client = createVendorClient({
    system: 'Vendor',
    baseUrl: `http://127.0.0.1:${vendor.port}`,
    headers: () => ({}),
    timeoutMs: 20_000,
    longestWaitMs: 1000,
  })
  const begun = performance.now()
  await expect(client.send(LIST)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 4000 })
  expect(performance.now() - begun).toBeLessThan(3000)
  expect(vendor.requests).toHaveLength(1)
})

describe('a vendor that asks us to wait', () => {
  const FORTY = Array.from({ length: 40 }, () => LIST)
  let now = 0
  let isRefusing = true
  const startThrottled = () =>
    startWebServer((_, response) => {
      if (isRefusing) response.writeHead(429, { 'retry-after': '30' })
      response.end('{}')
    })
  const clientAt = (accountStore?: AccountStore, betweenMs?: number) =>
    createVendorClient({
      system: 'Vendor',
      baseUrl: `http://127.0.0.1:${vendor.port}`,
      headers: () => ({}),
      timeoutMs: 20_000,
      clock: () => now,
      accountStore,
      betweenMs,
    })
  const ask = async (clients: ReturnType<typeof clientAt>[]) => {
    const ends = await Promise.allSettled(
      FORTY.map((request, index) => clients[index % clients.length]?.send(request)),
    )
    return ends.map((end) => (end.status === 'fulfilled' ? 'answered' : end.reason.kind))
  }
  beforeEach(async () => {
    now = 1_000_000
    isRefusing = true
    vendor = await startThrottled()
  })

  it('gets one request from all callers, and another one when the time is over', async () => {
    const client = clientAt()
    expect(await ask([client])).toEqual(Array(40).fill('rate_limited'))
    expect(vendor.requests).toHaveLength(1)
    now += 29_999
    await expect(client.send(LIST)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 1 })
    expect(vendor.requests).toHaveLength(1)
    now += 1
    await ask([client])
    expect(vendor.requests).toHaveLength(2)
    now += 30_000
    isRefusing = false
    expect(await ask([client])).toEqual(Array(40).fill('answered'))
  })

  it('is left alone by the other servers of the installation, too', async () => {
    const kept = new Map<string, number>()
    const store: AccountStore = {
      pausedUntil: async (account) => kept.get(account) ?? 0,
      pause: async (account, until) => void kept.set(account, until),
      takeTurn: async () => 0,
    }
    await ask([clientAt(store)])
    expect(await ask([clientAt(store)])).toEqual(Array(40).fill('rate_limited'))
    expect(vendor.requests).toHaveLength(1)
  })

  it('is called nevertheless, at its pace, if the other servers’ calls are unknown', async () => {
    isRefusing = false
    const away = async () => {
      throw new Error('no database')
    }
    const client = clientAt({ pausedUntil: away, pause: away, takeTurn: away }, 10)
    const begunAt = performance.now()
    expect(await ask([client])).toEqual(Array(40).fill('answered'))
    expect(performance.now() - begunAt).toBeGreaterThan(39 * 10)
  })
})

describe('a wrong address', () => {
  const adviceOf = async (client: ReturnType<typeof createVendorClient>) =>
    (await client.send({ ...LIST, answer: z.object({ id: z.number() }) }).catch((error) => error)).advice
  const clientTo = async (answer: Parameters<typeof startWebServer>[0]) => {
    vendor = await startWebServer(answer)
    const baseUrl = `http://127.0.0.1:${vendor.port}`
    return createVendorClient({ system: 'Vendor', baseUrl, headers: () => ({ authorization: 'secret' }) })
  }

  it('is a failure of a call even if its status is a success', async () => {
    const client = await clientTo((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><h1>Sign in</h1>'),
    )
    await expect(client.send(LIST)).rejects.toMatchObject({
      kind: 'bad_response',
      advice: 'Vendor returned a web page instead of data. Check its address.',
    })
  })

  it('is recognized by the vendor’s redirect, which is not followed', async () => {
    const client = await clientTo((_, response) =>
      response.writeHead(301, { location: 'https://www.vendor.example/api?x=1' }).end(),
    )
    expect(await adviceOf(client)).toBe('Vendor has moved to https://www.vendor.example. Update its address.')
    expect(vendor.requests).toHaveLength(1)
  })

  it('is suspected if a page comes instead of data, even while the vendor is paused', async () => {
    const client = await clientTo((_, response) => response.end('<!DOCTYPE html><title>Hello</title>'))
    for (let tries = 0; tries < 8; tries++) {
      expect(await adviceOf(client)).toContain(
        'Vendor returned a web page instead of data. Check its address.',
      )
    }
    expect(vendor.requests.length).toBeLessThan(8)
  })
})

it('a paused vendor is reported with the start of the pause, and with its first failure', async () => {
  let status = 500
  vendor = await startWebServer((_, response) => {
    response.writeHead(status)
    response.end('{}')
    status = 503
  })
  const client = createVendorClient({
    system: 'Vendor',
    baseUrl: `http://127.0.0.1:${vendor.port}`,
    headers: () => ({}),
    clock: () => Date.parse('2026-11-20T14:02:00Z'),
    longestWaitMs: 0,
  })
  for (let failure = 0; failure < 5; failure++) await client.send(LIST).catch(() => {})
  await expect(client.send(LIST)).rejects.toMatchObject({
    message:
      'Vendor has not been called since 2026-11-20 14:02 UTC, after 5 failures in a row; the first: Vendor refused to list things: 500',
    advice:
      'Vendor has not been called since 2026-11-20 14:02 UTC, after 5 failures in a row. The first: Vendor is not available (500).',
  })
  expect(vendor.requests).toHaveLength(5)
})
