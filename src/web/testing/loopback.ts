/// <reference types="node" />
import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanup } from '@testing-library/react'
import { inject } from 'vitest'
import { browser } from './browser.ts'

export interface Answer {
  status?: number
  statusText?: string
  /** An object is sent as JSON, a string as it is. */
  body?: unknown
}

export interface Seen {
  method: string
  path: string
  search: string
  headers: IncomingMessage['headers']
  text: string
  /** The parsed body, if it is JSON. */
  json: unknown
}

type Prepared = Answer | ((seen: Seen) => Answer | Promise<Answer>)

export interface Loopback {
  origin: string
  seen: Seen[]
  /** Sets the response of a route such as `GET /api/health`; a function gets the request and may be async. */
  answer(route: string, answer: Prepared): void
  /** The requests of a route so far. */
  sent(route: string): Seen[]
  /** Sets the browser's location to this path of the server. */
  visit(path: string): void
  close(): Promise<void>
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const routeOf = ({ method, path }: Seen) => `${method} ${path}`

declare module 'vitest' {
  interface ProvidedContext {
    /** 0, unless `npm run test:orders` shuffles. */
    seed: number
  }
}

/** In a shuffled run, responses overtake one another: a test must not depend on their order. */
const MOST_DELAY_MS = 30
const seed = inject('seed')
let answered = 0

/** The delay of the next response in ms: the same for the same seed and position. */
function nextDelay(): number {
  if (seed === 0) return 0
  answered += 1
  return (Math.imul(seed + answered, 2_654_435_761) >>> 8) % MOST_DELAY_MS
}

/** A real server on this machine with the responses that a test sets; all other routes return 404. */
export async function openLoopback(): Promise<Loopback> {
  const seen: Seen[] = []
  // Every page of a reviewer requests these.
  const answers = new Map<string, Prepared>([['GET /api/decisions', { body: [] }]])

  let open = 0

  const server = createServer(async (request, response) => {
    open += 1
    response.once('close', () => {
      open -= 1
    })
    const url = new URL(request.url ?? '/', 'http://loopback')
    const text = await textOf(request)
    const one: Seen = {
      method: request.method ?? '',
      path: url.pathname,
      search: url.search,
      headers: request.headers,
      text,
      json: jsonOf(text),
    }
    seen.push(one)
    const prepared = answers.get(routeOf(one)) ?? { status: 404, body: { message: `No ${routeOf(one)}` } }
    const { status = 200, statusText, body } = typeof prepared === 'function' ? await prepared(one) : prepared
    const delay = nextDelay()
    if (delay > 0) await sleep(delay)
    response.writeHead(status, statusText ?? '', {
      'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
      // A kept-alive connection could be closed just when it is used again.
      connection: 'close',
    })
    response.end(typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body))
  })
  /**
   * Waits for several turns without an open request: a request that was just sent takes some turns to arrive.
   */
  const settle = async () => {
    for (let turns = 0; turns < 5; turns = open === 0 ? turns + 1 : 0)
      await new Promise((resolve) => setTimeout(resolve, 0))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const origin = `http://127.0.0.1:${port}`
  const visit = (path: string) => {
    browser().setURL(origin + path)
    // The state belongs to a page that another test has left.
    window.history.replaceState(null, '')
  }
  visit('/')
  return {
    origin,
    seen,
    answer: (route, answer) => answers.set(route, answer),
    sent: (route) => seen.filter((one) => routeOf(one) === route),
    visit,
    async close() {
      // Pending requests are answered before the page and the server close: the test's browser prints an
      // error for every aborted request.
      await settle()
      cleanup()
      await settle()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
