import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedEvent {
  headers: IncomingHttpHeaders
  body: string
}

/** A system that event hooks send to. `answer` may be replaced while it runs. */
export async function startReceiver(host = '127.0.0.1') {
  const received: ReceivedEvent[] = []
  const receiver = {
    received,
    url: '',
    answer: (response: ServerResponse, _received: ReceivedEvent): void => {
      response.writeHead(200).end('ok')
    },
    /** The bodies as they were read. */
    events: () => received.map(({ body }) => JSON.parse(body)),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const sent = { headers: request.headers, body }
    received.push(sent)
    receiver.answer(response, sent)
  })
  await new Promise<void>((listening) => server.listen(0, host, listening))
  receiver.url = `http://${host}:${(server.address() as AddressInfo).port}/hook`
  return receiver
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
