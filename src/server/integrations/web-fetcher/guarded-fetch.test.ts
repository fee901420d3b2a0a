import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOSTILE_NAMES, hostileAddresses, loopbackAddresses } from '../../testing/hostile-addresses.ts'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import { ADDRESS_NOT_LOADED, createGuardedFetcher, type Guard } from './guarded-fetch.ts'
import { isPublicAddress } from './public-addresses.ts'

/** Stands for a machine of the public internet, where the canary's machine is the inside. */
const OUTSIDE = '127.0.0.2'
const REQUEST = { accept: 'image/png', mostBytes: 1000 }

let canary: WebServer
let outside: WebServer
let answerOutside: RequestListener

beforeAll(async () => {
  canary = await startWebServer((_request, response) => response.end('inside'))
  outside = await startWebServer((request, response) => answerOutside(request, response), {
    host: OUTSIDE,
    port: canary.port,
  })
})
beforeEach(() => {
  canary.requests.length = 0
  outside.requests.length = 0
})
afterAll(() => Promise.all([canary.close(), outside.close()]))

const resolveName = async (name: string) =>
  HOSTILE_NAMES[name] ?? (name === 'pictures.example' ? [OUTSIDE] : [])

/** Everything as in production but the port, and one loopback address that counts as public. */
const fetcher = (guard: Guard = {}) =>
  createGuardedFetcher({
    resolve: resolveName,
    mayReach: (ip) => ip === OUTSIDE || isPublicAddress(ip),
    ...guard,
  })
const pictures = (path = '/a.png') => `http://pictures.example:${outside.port}${path}`
const load = (address: string, guard?: Guard) => fetcher(guard).get(address, REQUEST)
const refusal = { name: 'IntegrationError', message: ADDRESS_NOT_LOADED }

/** Answers `/1` by redirecting to `/2` and so on; the last says "arrived". */
const chain =
  (length: number): RequestListener =>
  (request, response) => {
    const step = Number(request.url?.slice(1))
    if (step > length) response.end('arrived')
    else response.writeHead(302, { location: `/${step + 1}` }).end()
  }

it('servers that switch protocols take up no turn', async () => {
  answerOutside = ({ url, socket }, response) => {
    if (url === '/tea')
      socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: tea\r\nconnection: upgrade\r\n\r\n')
    else response.end('bytes')
  }
  const { get } = fetcher()
  for (let turn = 1; turn <= 7; turn += 1)
    await expect(get(pictures('/tea'), REQUEST)).rejects.toMatchObject(refusal)
  expect(await get(pictures(), REQUEST)).toMatchObject({ bytes: Buffer.from('bytes') })
})

describe('an address of the public internet', () => {
  it('is loaded, with its type in any case', async () => {
    answerOutside = (_request, response) => {
      response.writeHead(200, { 'content-type': 'Image/PNG; charset=x' }).end('bytes')
    }
    const document = await load(pictures())
    expect(document).toEqual({ url: pictures(), type: 'image/png', bytes: Buffer.from('bytes') })
  })

  it('learns nothing about us, and no cookie of a redirect comes back [S9]', async () => {
    answerOutside = (request, response) => {
      if (request.url === '/b') response.end('there')
      else response.writeHead(302, { location: '/b', 'set-cookie': 'a=1' }).end()
    }
    await load(pictures())
    expect(outside.requests.map(({ headers }) => headers)).toEqual(
      Array(2).fill({
        accept: 'image/png',
        'accept-encoding': 'gzip, br',
        'user-agent': 'Copydesk',
        host: `pictures.example:${outside.port}`,
        connection: 'close',
      }),
    )
  })

  it('is requested under its own name when the connection is encrypted', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<string>()
    const server = createTlsServer({
      SNICallback: (name, done) => {
        resolve(name)
        done(new Error('no certificate'))
      },
    }).listen(0, OUTSIDE)
    await new Promise((listening) => server.once('listening', listening))
    const { port } = server.address() as AddressInfo
    await expect(load(`https://pictures.example:${port}/`)).rejects.toMatchObject(refusal)
    expect(await asked).toBe('pictures.example')
    server.close()
  })

  it.each([
    [404, 'not_found'],
    [401, 'unauthorized'],
    [500, 'unavailable'],
    [204, 'bad_response'],
    [304, 'bad_response'],
  ])('that answers %i is a failure, not a document', async (status, kind) => {
    answerOutside = (_request, response) => response.writeHead(status).end()
    await expect(load(pictures())).rejects.toMatchObject({ ...refusal, kind, status })
  })
})

describe('an address of the inside', () => {
  it('is never reached, in any spelling [S9]', async () => {
    const addresses = hostileAddresses(canary.port)
    expect(addresses.length).toBeGreaterThanOrEqual(60)
    for (const address of addresses) {
      await expect(load(address), address).rejects.toMatchObject(refusal)
    }
    expect(canary.requests).toEqual([])
    expect(outside.requests).toEqual([])
  })

  it('would be reached without the check, so the canary does sing', async () => {
    for (const address of loopbackAddresses(canary.port)) {
      const document = await load(address, { mayReach: () => true })
      expect(document.bytes.toString(), address).toBe('inside')
    }
  })

  it('is not reached by a redirect [S9]', async () => {
    for (const [index, location] of hostileAddresses(canary.port).entries()) {
      // A path alone leads back to the server that redirects, which is no way inside.
      if (/^\/[^/]/.test(location) || !URL.canParse(location, pictures())) continue
      if (new URL(location, pictures()).host === new URL(pictures()).host) continue
      const status = [301, 302, 303, 307, 308][index % 5] ?? 302
      answerOutside = (_request, response) => {
        response.writeHead(status, { location: Buffer.from(location).toString('latin1') }).end()
      }
      await expect(load(pictures()), `${status} ${location}`).rejects.toMatchObject(refusal)
    }
    expect(outside.requests.length).toBeGreaterThanOrEqual(60)
    expect(canary.requests).toEqual([])
  })

  it('is not reached by a name that changes its mind after the check [S9]', async () => {
    answerOutside = (_request, response) => response.end('outside')
    const answers = [[OUTSIDE], ['127.0.0.1'], ['127.0.0.1']]
    let lookUps = 0
    const resolve = async () => answers[lookUps++] ?? []
    const document = await load(pictures(), { resolve })
    expect(document.bytes.toString()).toBe('outside')
    expect(lookUps).toBe(1)
    expect(canary.requests).toEqual([])
  })

  it.each([22, 25, 5432, 6379, 8080, 8443])('is not requested at port %i [S9]', async (port) => {
    const asShipped = createGuardedFetcher({ resolve: async () => ['93.184.215.14'] })
    for (const protocol of ['http', 'https']) {
      const loading = asShipped.get(`${protocol}://pictures.example:${port}/`, REQUEST)
      await expect(loading).rejects.toMatchObject({ ...refusal, kind: 'invalid' })
    }
  })
})

describe('redirects', () => {
  it('are followed five times and no further [S9]', async () => {
    answerOutside = chain(5)
    const document = await load(pictures('/1'))
    expect(document).toMatchObject({ url: pictures('/6'), bytes: Buffer.from('arrived') })
    answerOutside = chain(6)
    await expect(load(pictures('/1'))).rejects.toMatchObject(refusal)
  })

  it('in a circle come to an end [S9]', async () => {
    answerOutside = (_request, response) => response.writeHead(307, { location: '/a.png' }).end()
    await expect(load(pictures())).rejects.toMatchObject(refusal)
    expect(outside.requests.length).toBe(6)
  })

  it('without an address are a failure', async () => {
    answerOutside = (_request, response) => response.writeHead(302).end()
    await expect(load(pictures())).rejects.toMatchObject(refusal)
  })
})

it('plain http is refused where only https will do [S9]', async () => {
  await expect(load(pictures(), { httpsOnly: true })).rejects.toMatchObject({ ...refusal, kind: 'invalid' })
  expect(outside.requests).toEqual([])
})
