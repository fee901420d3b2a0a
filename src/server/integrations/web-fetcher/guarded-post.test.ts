import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { HOSTILE_NAMES, hostileAddresses, loopbackAddresses } from '../../testing/hostile-addresses.ts'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import { createGuardedPoster } from './guarded-post.ts'

let canary: WebServer
let answer: RequestListener
beforeAll(async () => {
  canary = await startWebServer((request, response) => answer(request, response))
})
beforeEach(() => {
  canary.requests.length = 0
  answer = (_request, response) => response.end('inside')
})
afterAll(() => canary.close())

const resolve = async (name: string) =>
  HOSTILE_NAMES[name] ?? (name === 'hooks.example' ? ['93.184.215.14'] : [])
const REQUEST = {
  headers: { 'content-type': 'application/json' },
  body: '{}',
  timeoutMs: 1000,
  mostBytes: 10,
}

it('an address of the inside is never sent to, in any spelling [S9]', async () => {
  // The port would be refused before the address is, so both ways are tried.
  const poster = createGuardedPoster({ hosts: [], resolve })
  const addresses = [...hostileAddresses(canary.port), ...loopbackAddresses(canary.port)]
  for (const address of addresses.filter((each) => URL.canParse(each))) {
    const url = new URL(address)
    if (!/^https?:$/.test(url.protocol)) continue
    for (const target of [address, `https://${url.hostname}/`]) {
      expect(await poster.post(target, REQUEST), target).toHaveProperty('error')
      // An unknown name may be saved, but reaches nothing.
      const known = await poster.refusalOf(target)
      expect([undefined, 'inner', 'plain', 'port'], target).toContain(known)
    }
  }
  expect(canary.requests).toEqual([])
})

it.each([
  ['https://10.0.4.7/hook', 'inner'],
  ['https://2130706433/', 'inner'],
  ['https://[::ffff:127.0.0.1]/', 'inner'],
  ['https://metadata.example/', 'inner'],
  ['https://mixed.example/', 'inner'],
  ['http://hooks.example/', 'plain'],
  ['https://hooks.example:8443/', 'port'],
  ['https://hooks.example:80/', 'port'],
  ['https://hooks.example/', undefined],
])('%s: %s', async (address, refusal) => {
  expect(await createGuardedPoster({ hosts: [], resolve }).refusalOf(address)).toBe(refusal)
})

it('a host that the operator allows is sent to, at the port that was named', async () => {
  const address = `http://127.0.0.1:${canary.port}/hook`
  for (const host of ['127.0.0.1', `127.0.0.1:${canary.port}`]) {
    const reply = await createGuardedPoster({ hosts: [host] }).post(address, REQUEST)
    expect(reply).toMatchObject({ status: 200, body: 'inside', isCut: false })
  }
  expect(await createGuardedPoster({ hosts: ['127.0.0.1:1'] }).post(address, REQUEST)).toHaveProperty('error')
})

const inner = () => createGuardedPoster({ hosts: ['127.0.0.1'] })
const post = (port = canary.port) => inner().post(`http://127.0.0.1:${port}/hook`, REQUEST)

it('a redirect is an answer like any other, and cookies of it are not kept [S9]', async () => {
  answer = (_request, response) =>
    response.writeHead(307, { location: '/elsewhere', 'set-cookie': 'session=1' }).end()
  const reply = await post()
  expect(reply).toMatchObject({ status: 307 })
  expect(JSON.stringify(reply)).not.toContain('session')
  expect(canary.requests).toHaveLength(1)
})

it('a receiver that answers nothing is left after its time', async () => {
  answer = () => {}
  expect(await post()).toEqual({ error: '127.0.0.1 didn’t answer within 1 seconds.' })
})

it('a receiver that switches protocols hasn’t answered, and is left at once', async () => {
  const closed = Promise.withResolvers<void>()
  answer = ({ socket }) => {
    socket.on('close', () => closed.resolve())
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: tea\r\nconnection: upgrade\r\n\r\n')
  }
  expect(await post()).toEqual({ error: '127.0.0.1 sent an answer that isn’t HTTP.' })
  await closed.promise
})

it('a look-up that never ends is left after the time of an answer', async () => {
  const poster = createGuardedPoster({ hosts: [], resolve: () => new Promise(() => {}) })
  const reply = await poster.post('https://hooks.example/', { ...REQUEST, timeoutMs: 50 })
  expect(reply).toHaveProperty('error', expect.stringContaining('didn’t answer'))
})

it('an answer that drips has arrived, and is cut', async () => {
  answer = (_request, response) => {
    const dripping = setInterval(() => response.write('x'), 300)
    response
      .on('close', () => clearInterval(dripping))
      .writeHead(200)
      .flushHeaders()
  }
  expect(await post()).toMatchObject({ status: 200, isCut: true })
})

it('a receiver that hangs up or is away says so', async () => {
  answer = (request) => request.socket.destroy()
  expect(await post()).toEqual({ error: '127.0.0.1 closed the connection without an answer.' })
  const gone = await startWebServer(() => {})
  await gone.close()
  expect(await post(gone.port)).toEqual({ error: '127.0.0.1 refused the connection.' })
})
