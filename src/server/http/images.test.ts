import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, startApi } from '../testing/api.ts'
import { noise } from '../testing/hostile-images.ts'

let api: Api
let picture: Buffer
let path: string
beforeAll(async () => {
  api = await startApi()
  picture = await noise(20, 20).png().toBuffer()
  path = await api.app.images.put({ bytes: picture, type: 'image/png' }, 'hero')
  await api.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => api.close())

/** Asks over a socket, with the path exactly as written: a browser's parser would tidy it up first. */
async function ask(method: string, path: string) {
  const { port } = api.app.server.server.address() as AddressInfo
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number
    headers: object
    body: Buffer
  }>()
  request({ host: '127.0.0.1', port, method, path, agent: false }, async (response) => {
    const body = Buffer.concat(await response.toArray())
    resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
  })
    .on('error', reject)
    .end()
  return promise
}

const HEADERS = {
  'content-type': 'image/png',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'public, max-age=31536000, immutable',
}

const inline = (path: string) => `inline; filename="${path.replace('/images/', '')}"`

it('a stored picture is served for good, and a browser can do nothing but show it [S10]', async () => {
  const answer = await ask('GET', path)
  expect(answer).toMatchObject({ status: 200, headers: HEADERS })
  expect(answer.body.equals(picture)).toBe(true)
})

it('a stored picture answers HEAD without loading it', async () => {
  const answer = await ask('HEAD', path)
  expect(answer).toMatchObject({
    status: 200,
    headers: { ...HEADERS, 'content-length': String(picture.length) },
  })
  expect(answer.body.length).toBe(0)
})

it('a stored picture is named as the server named it [ASVS 5.4.1]', async () => {
  expect((await ask('GET', path)).headers).toMatchObject({ 'content-disposition': inline(path) })
})

it('a drawing of the sample workspace is served so that no script in it runs [S10] [ASVS 4.1.1]', async () => {
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const drawing = await api.app.images.put({ bytes, type: 'image/svg+xml' }, 'logo')
  const answer = await ask('GET', drawing)
  expect(answer).toMatchObject({
    status: 200,
    headers: { ...HEADERS, 'content-type': 'image/svg+xml; charset=utf-8' },
  })
})

it.each([
  '/images/',
  '/images/..',
  '/images/.',
  '/images/../package.json',
  '/images/../../../../etc/passwd',
  '/images/..%2f..%2f..%2fetc%2fpasswd',
  '/images/%2e%2e%2fpackage.json',
  '/images/%2e%2e/%2e%2e/etc/passwd',
  '/images/..%5c..%5cpackage.json',
  '/images/..\\..\\package.json',
  '/images/%252e%252e%252fpackage.json',
  '/images//etc/passwd',
  '/images/%2fetc%2fpasswd',
  '/images/hero.png%00.svg',
  '/images/.hero.png',
  '/images/hero.PNG',
  '/images/hero.html',
  `/images/${'a'.repeat(200)}.png`,
  '/images/missing.png',
])('%j leads nowhere [S10]', async (address) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, body } = await ask(method, address)
    expect(status, method).toBe(404)
    expect(body.includes('root:') || body.includes('"private"')).toBe(false)
  }
})

it.each([
  ['that is no text', '/images/%c0%ae%c0%ae%c0%afpackage.json', 400],
  ['that is too long', `/images/${'a'.repeat(400)}.png`, 414],
])('a name %s is refused [S10]', async (_case, address, status) => {
  for (const method of ['GET', 'HEAD']) expect((await ask(method, address)).status).toBe(status)
})
