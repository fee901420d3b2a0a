import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Api, startApi } from '../testing/api.ts'

const PAGE = '<!doctype html><title>Copydesk</title><div id="root"></div>'
const STYLED = '<meta property="csp-nonce" nonce="%CSP_NONCE%">'
const SECRET = 'must never leave the server'

let folder: string
let api: Api
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copydesk-web-'))
  const web = join(folder, 'web')
  await mkdir(join(web, 'assets', '.hidden'), { recursive: true })
  await mkdir(join(web, '.git'))
  await writeFile(join(web, 'index.html'), PAGE)
  await writeFile(join(web, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(web, 'assets', 'main-abc123.js'), 'export {}')
  await writeFile(join(web, 'assets', 'main-abc123.js.br'), brotliCompressSync('export {}'))
  await writeFile(join(web, 'assets', 'main-abc123.js.gz'), gzipSync('export {}'))
  for (const name of [
    '.env',
    '.git/config',
    'assets/.secret',
    'assets/.hidden/a.js',
    '../package.json',
    '../.env',
  ]) {
    await writeFile(join(web, name), SECRET)
  }
  await symlink('../package.json', join(web, 'linked.json'))
  api = await startApi({}, { webFolder: web })
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

const HTML = { accept: 'text/html,application/xhtml+xml' }
const browse = (url: string, headers: Record<string, string> = HTML) =>
  api.visitor.send({ method: 'GET', url, headers })

test('every address that a person may type shows the app, not to be kept by the browser', async () => {
  for (const url of [
    '/',
    '/keywords',
    '/users/12',
    '/preview/aa/7',
    '/no/such/page',
    '/confirmation/abc?x=1',
    '/apidocs',
  ]) {
    const { status, body, headers } = await browse(url)
    expect([status, body], url).toEqual([200, PAGE])
    expect(headers['content-type']).toContain('text/html')
    expect(headers['cache-control']).toBe('private, no-cache')
  }
})

test('a screen is served to clients that accept anything, and to those that only check that it exists', async () => {
  for (const url of ['/', '/keywords', '/users/12', '/confirmation/abc?x=1']) {
    const anything: Record<string, string>[] = [{ accept: '*/*' }, { accept: 'image/png, */*;q=0.1' }, {}]
    for (const headers of anything) {
      const { status, body } = await browse(url, headers)
      expect([status, body], url).toEqual([200, PAGE])
    }
    const asked = await api.visitor.send({ method: 'HEAD', url })
    expect([asked.status, asked.body], url).toEqual([200, ''])
    expect(asked.headers['content-type']).toContain('text/html')
  }
})

test('each answer with the page lets its own nonce write styles', async () => {
  onTestFinished(() => writeFile(join(folder, 'web', 'index.html'), PAGE))
  await writeFile(join(folder, 'web', 'index.html'), STYLED)
  const nonces = new Set<string>()
  for (const url of ['/', '/keywords', '/users/12', '/index.html']) {
    const { body, headers } = await browse(url)
    const nonce = /nonce="([\w+/]{22}==)"/.exec(String(body))?.[1]
    expect(String(headers['content-security-policy']).split('; '), url).toContain(
      `style-src 'self' 'nonce-${nonce}'`,
    )
    nonces.add(String(nonce))
  }
  expect(nonces.size).toBe(4)
})

test('the icon is found under the name that browsers guess', async () => {
  const { status, headers } = await browse('/favicon.ico', { accept: 'image/*' })
  expect([status, headers.location]).toEqual([302, '/favicon.svg'])
})

test('files of the app are served in UTF-8, those with a digest in their name for good [ASVS 4.1.1]', async () => {
  const asset = await browse('/assets/main-abc123.js')
  expect([asset.status, asset.body]).toEqual([200, 'export {}'])
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers['content-type']).toBe('application/javascript; charset=utf-8')
  const logo = await browse('/logo.svg')
  expect([logo.status, logo.headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect(String(logo.headers['cache-control'] ?? '')).not.toContain('immutable')
})

test('a path without a page, or one requested as something else, gets a JSON refusal', async () => {
  const asks = [
    ['GET', '/keywords', { accept: 'application/json' }],
    ['GET', '/no/such/page', { accept: '*/*' }],
    ['GET', '/logo.ico', { accept: 'image/*' }],
    ['GET', '/api/nothing', { accept: '*/*' }],
    ['HEAD', '/api/nothing', { accept: '*/*' }],
    ['POST', '/keywords', HTML],
    ['PUT', '/', HTML],
    ['DELETE', '/users/1', HTML],
    ['GET', '/api/nothing', HTML],
    ['GET', '/api', { accept: 'application/json' }],
    ['GET', '/assets/nothing.js', HTML],
    ['GET', '/images/nothing.png', HTML],
  ] as const
  for (const [method, url, headers] of asks) {
    const { status, body } = await api.visitor.send({ method, url, headers })
    const message = method === 'HEAD' ? 'There’s nothing at this address.' : body.message
    expect([status, message], `${method} ${url}`).toEqual([404, 'There’s nothing at this address.'])
  }
})

const TARGETS = ['.env', '.git/config', 'package.json', 'assets/.secret', 'assets/.hidden/a.js', 'etc/passwd']
const UPWARDS = [
  '/',
  '//',
  '/./',
  '/../',
  '/../../../../../../',
  '/..;/',
  '/%2e%2e/',
  '/%2e%2e%2f',
  '/..%2f',
  '/..%5c',
  '/..\\',
  '/%252e%252e%252f',
  '/%c0%ae%c0%ae/',
  '/%uff0e%uff0e/',
  '/assets/../',
  '/assets/../../',
  '/assets/%2e%2e/%2e%2e/',
  '/assets/..%2f..%2f',
  '/assets//',
  '/assets/....//....//',
  '/images/../',
  '/images/..%2f..%2f',
  '/images/%2e%2e%2f',
  '/x/../../',
  '/%00/../',
]

test('no form of an address leads out of the app folder or to a hidden file', async () => {
  let asked = 0
  for (const upwards of UPWARDS) {
    for (const target of TARGETS) {
      for (const url of [`${upwards}${target}`, `${upwards}${target}%00.png`, `${upwards}${target}?x=.js`]) {
        for (const headers of [HTML, { accept: '*/*' }]) {
          const { status, body } = await browse(url, headers)
          asked += 1
          const text = typeof body === 'string' ? body : JSON.stringify(body)
          expect(text.includes(SECRET) || text.includes('root:'), url).toBe(false)
          expect(status, url).toBeLessThan(500)
          if (status === 200) expect(body, url).toBe(PAGE)
        }
      }
    }
  }
  expect(asked).toBeGreaterThan(500)
})

test('neither does one that no client would send', async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = api.app.server.server.address() as { port: number }
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n`,
        )
      })
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk.toString()
      })
      socket.on('end', () => resolve(answer))
      socket.on('error', reject)
    })
  for (const path of [
    '/../package.json',
    '/assets/../../package.json',
    '../package.json',
    '/..//.env',
    '/%2e%2e/.env',
  ]) {
    const answer = await ask(path)
    expect(answer, path).toMatch(/^HTTP\/1\.1 (200|400|403|404) /)
    expect(answer, path).not.toContain(SECRET)
  }
})

test('precompressed files are sent as they are to clients that accept them', async () => {
  for (const [accepted, sent] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['zstd', undefined],
  ]) {
    const url = '/assets/main-abc123.js'
    const { status, headers } = await browse(url, { 'accept-encoding': accepted ?? '' })
    expect([status, headers['content-encoding']], accepted).toEqual([200, sent])
    expect(headers['content-type'], accepted).toContain('javascript')
    expect(headers['cache-control'], accepted).toContain('immutable')
  }
})
