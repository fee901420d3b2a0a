import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WebServer {
  port: number
  /** The requests that came in, the oldest first. */
  requests: { url: string; headers: NodeJS.Dict<string | string[]> }[]
  close(): Promise<void>
}

/** A web server on a loopback address (127.0.0.2 and on stand for the public internet in tests). */
export async function startWebServer(answer: RequestListener, { host = '127.0.0.1', port = 0 } = {}) {
  const requests: WebServer['requests'] = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    answer(request, response)
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  } satisfies WebServer
}
