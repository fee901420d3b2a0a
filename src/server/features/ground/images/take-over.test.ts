import { readdir } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedFetcher } from '../../../integrations/web-fetcher/guarded-fetch.ts'
import { isPublicAddress } from '../../../integrations/web-fetcher/public-addresses.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import { HOSTILE_NAMES, hostileAddresses } from '../../../testing/hostile-addresses.ts'
import { foreignFiles, loadedPictures, noise } from '../../../testing/hostile-images.ts'
import { startWebServer, type WebServer } from '../../../testing/web-server.ts'

/** Stands for a machine of the public internet, where the canary's machine is the inside. */
const OUTSIDE = '127.0.0.2'
const NEUTRAL = 'Couldn’t load an image from this address.'

let api: Api
let canary: WebServer
let outside: WebServer
let answerOutside: RequestListener

beforeAll(async () => {
  canary = await startWebServer((_request, response) => response.end('inside'))
  outside = await startWebServer((request, response) => answerOutside(request, response), {
    host: OUTSIDE,
    port: canary.port,
  })
  // As shipped, but for plain http on any port and one loopback address that counts as public.
  const web = createGuardedFetcher({
    resolve: async (name) => HOSTILE_NAMES[name] ?? (name === 'pictures.example' ? [OUTSIDE] : []),
    mayReach: (ip) => ip === OUTSIDE || isPublicAddress(ip),
  })
  api = await startApi({ PUBLIC_URL: 'https://desk.example' }, { web })
})
afterAll(async () => {
  await api.close()
  await Promise.all([canary.close(), outside.close()])
})

/** Alternates between users, because of the limit per user and minute. */
let turn = 0
async function takeOver(imageUrl: string, from = api) {
  const roles = ['adm', 'opm', 'qa', 'eng'] as const
  const client = await from.as(roles[turn % roles.length] ?? 'opm')
  turn += 1
  return client.post('/api/images', { key: 'best kettle+1', imageUrl, site: 1 })
}
const pictures = () => `http://pictures.example:${outside.port}/hero`
const storedFiles = () => readdir(join(api.settings.dataDir, 'images')).catch(() => [])
const neutral = { status: 422, body: { code: 'unprocessable', message: NEUTRAL } }

describe('a picture at an address of the web', () => {
  it('is taken over with key, imageUrl and site, cleaned as an upload is [ART-154] [ART-155]', async () => {
    const [loaded] = await loadedPictures()
    answerOutside = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(loaded?.bytes)
    }
    const { status, body } = await takeOver(pictures())
    expect(status).toBe(200)
    expect(body.image_url).toMatch(/^\/images\/best-kettle-1-[0-9a-f]{32}\.png$/)
    const shown = await api.app.server.inject(body.image_url)
    expect(shown.headers['content-type']).toBe('image/png')
    expect(shown.rawPayload.includes('<script')).toBe(false)
  })

  it('is refused like an upload when it is no picture [S10]', async () => {
    const before = await storedFiles()
    for (const { title, bytes, type } of await foreignFiles()) {
      answerOutside = (_request, response) => response.writeHead(200, { 'content-type': type }).end(bytes)
      const { status, body } = await takeOver(pictures())
      const message = 'You can only upload JPG/PNG file!'
      expect({ status, message: body.message }, title).toEqual({ status: 415, message })
    }
    expect(await storedFiles()).toEqual(before)
  })

  it('that is ours already stays where it is', async () => {
    const path = await api.app.images.put(
      { bytes: await noise(9, 9).png().toBuffer(), type: 'image/png' },
      'ours',
    )
    const before = await storedFiles()
    expect(await takeOver(path)).toMatchObject({ status: 200, body: { image_url: path } })
    expect(await takeOver(`https://desk.example${path}`)).toMatchObject({ body: { image_url: path } })
    expect(await takeOver('/images/gone-0.png')).toMatchObject(neutral)
    expect(await storedFiles()).toEqual(before)
  })

  it.each([
    ['is not there', 404],
    ['wants a password', 401],
    ['is on a server that fails', 500],
  ])('that %s is refused in the same neutral sentence [S9]', async (_case, status) => {
    answerOutside = (_request, response) => response.writeHead(status).end('inside story')
    expect(await takeOver(pictures())).toMatchObject(neutral)
  })

  it('larger than 10 MB is not taken', async () => {
    answerOutside = (_request, response) => response.end(Buffer.alloc(11 * 1024 * 1024))
    expect(await takeOver(pictures())).toMatchObject(neutral)
  })
})

describe('an address that leads inside', () => {
  it('is not reached and gets one neutral answer, in any spelling [S9]', async () => {
    canary.requests.length = 0
    const addresses = hostileAddresses(canary.port)
    expect(addresses.length).toBeGreaterThanOrEqual(60)
    for (const address of addresses) {
      const begun = performance.now()
      expect(await takeOver(address), address).toMatchObject(neutral)
      expect(performance.now() - begun, address).toBeLessThan(15_000)
    }
    expect(canary.requests).toEqual([])
  })

  it('is not reached by a redirect [S9]', async () => {
    canary.requests.length = 0
    for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', 'loopback.example', '2130706433']) {
      const location = `http://${host}:${canary.port}/canary.png`
      answerOutside = (_request, response) => response.writeHead(302, { location }).end()
      expect(await takeOver(pictures()), host).toMatchObject(neutral)
    }
    expect(canary.requests).toEqual([])
  })

  it('is not reached on the server as it is shipped, which asks https only [S9]', async () => {
    const shipped = await startApi()
    canary.requests.length = 0
    for (const address of [
      `http://127.0.0.1:${canary.port}/canary.png`,
      `https://127.0.0.1:${canary.port}/canary.png`,
      'http://93.184.215.14/picture.png',
      'https://93.184.215.14:8443/picture.png',
      'https://127.0.0.1/canary.png',
      'https://[::1]/canary.png',
      'https://169.254.169.254/latest/meta-data/',
    ]) {
      const begun = performance.now()
      expect(await takeOver(address, shipped), address).toMatchObject(neutral)
      // Refused before anything is sent, hence at once.
      expect(performance.now() - begun, address).toBeLessThan(9000)
    }
    expect(canary.requests).toEqual([])
    await shipped.close()
  })
})
