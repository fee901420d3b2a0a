import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RainforestFault =
  | 'hang'
  | 'unauthorized'
  | 'spent'
  | 'throttled'
  | 'broken'
  | 'cut'
  | 'html'
  | 'wrong'
  | 'unsuccessful'
  | 'empty'

export interface RainforestApi {
  url: string
  /** What it is asked, oldest first. */
  questions: { path: string; query: Record<string, string>; at: number }[]
  /** What a search for these words answers; other searches show no advisors. */
  show(searchTerm: string, advisors: readonly object[]): void
  /** Every question is answered like this from now on; `null` mends it. */
  fail(fault: RainforestFault | null): void
  close(): Promise<void>
}

const sendJson = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const refusal = (message: string) => ({ request_info: { success: false, message } })

const FAULTS: Readonly<Record<RainforestFault, (response: ServerResponse) => void>> = {
  hang() {},
  unauthorized: (response) => sendJson(response, 401, refusal('The api_key is not valid')),
  spent: (response) => sendJson(response, 402, refusal('No credits left')),
  throttled: (response) => sendJson(response, 429, refusal('Too many'), { 'retry-after': '60' }),
  broken: (response) => sendJson(response, 500, refusal('Oops')),
  cut(response) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
    response.write('{"shopping_advisors":[')
    setTimeout(() => response.destroy(), 10)
  },
  html: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>'),
  wrong: (response) => sendJson(response, 200, { shopping_advisors: [{ profile: {} }] }),
  unsuccessful: (response) => sendJson(response, 200, { ...refusal('Try again'), search_results: [] }),
  empty: (response) => sendJson(response, 200, {}),
}

/** A stand-in for Rainforest on loopback, with the answers and the faults that tests ask for. */
export async function startRainforestApi(): Promise<RainforestApi> {
  const shown = new Map<string, readonly object[]>()
  const questions: RainforestApi['questions'] = []
  let fault: RainforestFault | null = null
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback')
    questions.push({ path: pathname, query: Object.fromEntries(searchParams), at: performance.now() })
    if (fault !== null) return FAULTS[fault](response)
    if (pathname === '/account') return sendJson(response, 200, { account_info: { name: 'Desk' } })
    const advisors = shown.get(searchParams.get('search_term') ?? '')
    return sendJson(response, 200, {
      request_info: { success: true },
      search_results: [{ position: 1 }],
      ...(advisors === undefined ? {} : { shopping_advisors: advisors }),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    questions,
    show: (searchTerm, advisors) => void shown.set(searchTerm, advisors),
    fail(next) {
      fault = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
