import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How a vendor may fail. */
export type VendorFault =
  | 'hang'
  | 'unauthorized'
  | 'spent'
  | 'forbidden'
  | 'throttled'
  | 'broken'
  | 'cut'
  | 'html'
  | 'wrong'
  | 'huge'

/**
 * Time limit in milliseconds for one answer to an adapter under test: enough for a busy machine, and less
 * only if the vendor hangs, or if transient errors are retried for twice as long.
 */
export const patienceWith = (fault?: VendorFault): number =>
  fault === 'hang' ? 300 : fault === 'broken' || fault === 'cut' ? 2500 : 20_000

/** What a vendor is asked, as it comes. */
export interface VendorQuestion {
  method: string
  path: string
  query: Record<string, string>
  headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: tests look into questions of every vendor
  body: any
}

export interface VendorStub {
  url: string
  /** Oldest first. */
  questions: VendorQuestion[]
  /** Every question is answered like this from now on; `null` mends it. */
  fail(fault: VendorFault | null): void
  close(): Promise<void>
}

const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const FAULTS: Readonly<Record<VendorFault, (response: ServerResponse) => void>> = {
  hang() {},
  unauthorized: (response) => sendJson(response, 401, { error: 'no' }),
  spent: (response) => sendJson(response, 402, { error: 'no credit' }),
  forbidden: (response) => sendJson(response, 403, { error: 'no' }),
  throttled: (response) => sendJson(response, 429, { error: 'slow down' }, { 'retry-after': '60' }),
  broken: (response) => sendJson(response, 500, { error: 'oops' }),
  cut(response) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"data":[')
    response.socket?.destroy()
  },
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>'),
  wrong: (response) => sendJson(response, 200, { data: 'a text', tasks: 5, suggestions: 'none' }),
  huge(response) {
    response.writeHead(200, { 'content-type': 'application/json' })
    const block = Buffer.alloc(1024 * 1024, 0x20)
    const pour = () => {
      while (response.writable && response.write(block)) {}
    }
    response.on('drain', pour)
    pour()
  },
}

/** An answer with another status than that of a success. */
export class Refused {
  readonly status: number
  readonly body: object

  constructor(status: number, body: object) {
    this.status = status
    this.body = body
  }
}

/** A vendor on loopback: it answers as a test says, and fails on demand. */
export async function startVendorStub(answer: (question: VendorQuestion) => unknown): Promise<VendorStub> {
  const questions: VendorQuestion[] = []
  let fault: VendorFault | null = null
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString('utf8')
    const question = {
      method: request.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: text === '' ? null : JSON.parse(text),
    }
    questions.push(question)
    if (fault !== null) return FAULTS[fault](response)
    const body = answer(question)
    if (body instanceof Refused) return sendJson(response, body.status, body.body)
    return sendJson(response, body === undefined ? 404 : 200, body ?? { error: 'not found' })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions,
    fail(next) {
      fault = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
