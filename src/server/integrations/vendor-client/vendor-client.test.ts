import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
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

it('those that gave up waiting are no sign that the vendor is down', async () => {
  const client = await clientOf(0.6 * TIMEOUT_MS)
  await Promise.allSettled(Array.from({ length: 30 }, () => client.send(LIST)))
  await expect(client.send(LIST)).resolves.toEqual({})
})
