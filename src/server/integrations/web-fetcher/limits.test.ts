import type { RequestListener, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { longestTurn } from '../../testing/cpu-time.ts'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import { ADDRESS_NOT_LOADED, createGuardedFetcher, type Guard } from './guarded-fetch.ts'

const MEGABYTE = 1024 * 1024
const MOST = 5 * MEGABYTE

let server: WebServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const refusal = { name: 'IntegrationError', message: ADDRESS_NOT_LOADED }
const load = (port: number, guard: Guard = {}) =>
  createGuardedFetcher({ resolve: async () => ['127.0.0.1'], mayReach: () => true, ...guard }).get(
    `http://pictures.example:${port}/`,
    { accept: '*/*', mostBytes: MOST },
  )
/** How much was loaded; the bytes themselves would drown the report of a failing test. */
const refusedFrom = (answer: RequestListener) => loadFrom(answer).then(({ bytes }) => bytes.length)
async function loadFrom(answer: RequestListener) {
  server = await startWebServer(answer)
  return load(server.port)
}

/** Sends zeros as long as the client reads, and counts the bytes. */
function pour(response: ServerResponse, sent: { bytes: number }) {
  const chunk = Buffer.alloc(64 * 1024)
  const write = () => {
    while (!response.destroyed && response.write(chunk)) sent.bytes += chunk.length
  }
  response.on('drain', write)
  write()
}

/** A gzip file of `megabytes` of zeros, made of members so that it never exists unpacked. */
function gzipBomb(megabytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(MEGABYTE), { level: 9 })
  return Buffer.concat(Array(megabytes).fill(member))
}

describe('a body', () => {
  it('is taken up to the last byte that is allowed', async () => {
    const { bytes } = await loadFrom((_request, response) => response.end(Buffer.alloc(MOST, 1)))
    expect(bytes.length).toBe(MOST)
  })

  it.each([
    ['gzip', gzipSync('picture')],
    ['x-gzip', gzipSync('picture')],
    ['br', brotliCompressSync('picture')],
    ['identity', Buffer.from('picture')],
  ])('in %s is unpacked', async (coding, packed) => {
    const document = await loadFrom((_request, response) => {
      response.writeHead(200, { 'content-encoding': coding }).end(packed)
    })
    expect(document.bytes.toString()).toBe('picture')
  })

  it.each([
    ['one byte too long', {}, Buffer.alloc(MOST + 1)],
    ['a brotli bomb', { 'content-encoding': 'br' }, brotliCompressSync(Buffer.alloc(30 * MEGABYTE))],
    ['gzip inside gzip', { 'content-encoding': 'gzip, gzip' }, gzipSync(gzipSync('picture'))],
    ['in a coding we did not ask for', { 'content-encoding': 'compress' }, Buffer.from('picture')],
    ['cut off inside its gzip', { 'content-encoding': 'gzip' }, gzipSync('picture').subarray(0, 15)],
    ['no gzip at all', { 'content-encoding': 'gzip' }, Buffer.from('picture')],
  ])('that is %s is refused [S9]', async (_name, headers, body) => {
    const loading = refusedFrom((_request, response) => response.writeHead(200, headers).end(body))
    await expect(loading).rejects.toMatchObject({ ...refusal, kind: 'bad_response' })
  })

  it('that is cut off is refused', async () => {
    const loading = refusedFrom((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('picture', () => response.destroy())
    })
    await expect(loading).rejects.toMatchObject({ ...refusal, kind: 'bad_response' })
  })

  it('that announces too much is refused before its body is read', async () => {
    const sent = { bytes: 0 }
    const loading = refusedFrom((_request, response) => {
      response.writeHead(200, { 'content-length': String(500 * MEGABYTE) })
      pour(response, sent)
    })
    await expect(loading).rejects.toMatchObject(refusal)
    // What the two sockets hold between them.
    expect(sent.bytes).toBeLessThan(12 * MEGABYTE)
  })

  it.each<[string, (response: ServerResponse, sent: { bytes: number }) => void]>([
    ['without end', pour],
    [
      'that unpacks to 400 MB',
      (response, sent) => {
        const bomb = gzipBomb(400)
        sent.bytes = bomb.length
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
      },
    ],
  ])('%s costs neither memory nor the others their turn [S9]', async (_name, send) => {
    const sent = { bytes: 0 }
    const before = process.memoryUsage.rss()
    const turn = await longestTurn(() =>
      expect(refusedFrom((_request, response) => send(response, sent))).rejects.toMatchObject({
        ...refusal,
        kind: 'bad_response',
      }),
    )
    expect(sent.bytes).toBeLessThan(20 * MEGABYTE)
    expect((process.memoryUsage.rss() - before) / MEGABYTE).toBeLessThan(60)
    expect(turn).toBeLessThan(400)
  })
})

describe.concurrent('a server that takes its time', () => {
  /** A server that accepts a connection and then sends the given bytes, below HTTP. */
  async function startSocketServer(first: string, repeated: string) {
    const timers: NodeJS.Timeout[] = []
    const raw = createServer((socket) => {
      socket.on('error', () => {})
      if (first !== '') socket.write(first)
      if (repeated !== '') timers.push(setInterval(() => socket.writable && socket.write(repeated), 100))
    }).listen(0, '127.0.0.1')
    await new Promise((listening) => raw.once('listening', listening))
    return {
      port: (raw.address() as AddressInfo).port,
      close() {
        for (const timer of timers) clearInterval(timer)
        raw.close()
      },
    }
  }

  const head = 'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n'
  it('is left after ten seconds, even while it sends [S9]', { timeout: 20_000 }, async () => {
    const servers = await Promise.all([
      startSocketServer('', ''),
      startSocketServer(head, 'x-more: 1\r\n'),
      startSocketServer('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      startSocketServer(`${head}\r\n`, ''),
      startSocketServer(`${head}\r\n`, 'x'),
      startSocketServer(`${head}transfer-encoding: chunked\r\n\r\n`, '1\r\nx\r\n'),
    ])
    const begun = performance.now()
    const outcomes = await Promise.allSettled([
      ...servers.map(({ port }) => load(port)),
      load(80, { resolve: () => new Promise(() => {}) }),
    ])
    const took = performance.now() - begun
    for (const { close } of servers) close()
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { ...refusal, kind: 'timeout' } })
    }
    expect(took).toBeGreaterThan(9_000)
    expect(took).toBeLessThan(15_000)
  })

  it('keeps nobody in the queue longer than that [S9]', { timeout: 20_000 }, async () => {
    const hanging = await startSocketServer('', '')
    const web = createGuardedFetcher({ resolve: async () => ['127.0.0.1'], mayReach: () => true })
    const begun = performance.now()
    const request = { accept: '*/*', mostBytes: MOST }
    const address = `http://pictures.example:${hanging.port}/`
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, () => web.get(address, request)))
    hanging.close()
    expect(performance.now() - begun).toBeLessThan(15_000)
    const told = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message)
    expect(Object.groupBy(told, String)).toMatchObject({
      [ADDRESS_NOT_LOADED]: { length: 26 },
      'Too many addresses are being loaded. Please try again in a moment.': { length: 14 },
    })
  })
})
