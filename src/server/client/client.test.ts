import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../testing/api.ts'
import { buildProgram } from '../testing/programs.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const CACHE = path.join(ROOT, 'node_modules/.cache/copydesk')
const TSC = path.join(ROOT, 'node_modules/@typescript/native/bin/tsc')

// biome-ignore lint/suspicious/noExplicitAny: the package is made at run time; the compiled program proves its types
type Desk = any
interface Package {
  createClient(options: { baseUrl: string; token?: string; retries?: number; fetch?: typeof fetch }): Desk
}

let api: Api
let opm: Client
let token: string
let baseUrl: string
let folder: string
let client: Package
let packed: Buffer

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  const program = await buildProgram(api, opm.id, { mayWrite: true })
  token = program.token ?? ''
  baseUrl = await api.app.server.listen({ port: 0, host: '127.0.0.1' })
  await mkdir(CACHE, { recursive: true })
  folder = await mkdtemp(path.join(CACHE, 'client-'))
  packed = Buffer.from(await (await fetch(`${baseUrl}/api/client.tgz`)).arrayBuffer())
  const archive = extract()
  archive.end(gunzipSync(packed))
  for await (const entry of archive) {
    const target = path.join(
      folder,
      'node_modules/copydesk-client',
      path.relative('package', entry.header.name),
    )
    await mkdir(path.dirname(target), { recursive: true })
    await writeFile(target, entry as AsyncIterable<Buffer>, { mode: entry.header.mode ?? 0o644 })
  }
  client = await import(pathToFileURL(path.join(folder, 'node_modules/copydesk-client/index.js')).href)
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

const desk = (over: object = {}) => client.createClient({ baseUrl, token, ...over })

/** A stub server with this handler. */
async function withServer(answer: RequestListener, use: (url: string) => Promise<void>) {
  const server: Server = createServer(answer).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

async function compile(program: string): Promise<string> {
  const file = path.join(folder, 'program.ts')
  await writeFile(file, program)
  const options = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--types',
    'node',
    '--ignoreConfig',
  ]
  try {
    await promisify(execFile)(process.execPath, [TSC, ...options, file], { cwd: folder })
    return ''
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

it('has the same bytes on every server of a release, and a runtime of at most 5 kB', async () => {
  const other = await startApi({ PUBLIC_URL: 'https://other.example' })
  const again = (await other.visitor.send({ method: 'GET', url: '/api/client.tgz' })).body
  await other.close()
  expect(again).toBe(packed.toString())
  const { gzipSync } = await import('node:zlib')
  const { readFile } = await import('node:fs/promises')
  const runtime = await readFile(path.join(folder, 'node_modules/copydesk-client/runtime.mjs'))
  expect(gzipSync(runtime).length).toBeLessThan(5000)
})

it('a program that uses calls as they are compiles, and one that does not is refused', async () => {
  const start = `import { CopydeskError, createClient } from 'copydesk-client'
    const desk = createClient({ baseUrl: 'http://localhost', token: 'x' })\n`
  const right = `${start}
    const { nodes, totalCount } = await desk.articles.list({ query: { page: 2 } })
    const names: string[] = nodes.map(({ title }) => title ?? '')
    for await (const { title } of desk.articles.list.rows()) names.push(title ?? '')
    const made = await desk.keywords.create({ body: { keyword: 'kettle' } }, { key: 'once' })
    const id: number = made.keyword_id + totalCount
    const { keyword } = await desk.keywords.read({ params: { id } })
    const { name, data } = await desk.keywords.csv()
    const size: number = data.size
    await desk.articles.list()
    try { await desk.auth.profile() } catch (error) { if (error instanceof CopydeskError) console.log(error.code, keyword, name, size) }`
  expect(await compile(right)).toBe('')
  const faults = await compile(`${start}
    await desk.keywords.read()
    await desk.keywords.read({ params: { id: {} } })
    await desk.keywords.create({ body: { keyword: 5 } })
    const wrong: number = (await desk.auth.profile()).username
    desk.keywords.create.rows()
    desk.nothing.at()`)
  expect(faults.match(/program\.ts\(\d+/g)).toEqual([4, 5, 6, 7, 8, 9].map((line) => `program.ts(${line}`))
})

it('goes through all rows of a list, page after page', async () => {
  const entries: string[] = []
  const asked: string[] = []
  const noted: typeof fetch = (url, sent) => {
    asked.push(new URL(String(url)).search)
    return fetch(url, sent)
  }
  for (let made = 0; made < 60; made++) await desk().keywords.create({ body: { keyword: `kettle ${made}` } })
  for await (const { act } of desk({ fetch: noted }).audit.listOwn.rows()) entries.push(act)
  const { totalCount } = await desk().audit.listOwn()
  expect([entries.length, totalCount > 50, asked.slice(0, 2)]).toEqual([
    totalCount,
    true,
    ['?page=1', '?page=2'],
  ])
})

it('repeats a call whose answer was lost, and the call has its effect once', async () => {
  let lost = 0
  const losing: typeof fetch = async (...sent) => {
    const response = await fetch(...sent)
    if (lost++ > 0) return response
    throw new TypeError('The connection broke.')
  }
  const body = { keyword: 'lost kettle' }
  const made = await desk({ fetch: losing }).keywords.create({ body })
  const found = await desk().keywords.list({ query: { keyword: 'lost kettle' } })
  expect([lost, made.keyword, found.length]).toEqual([2, 'lost kettle', 1])
})

it('refuses a parameter that would lead to another path', async () => {
  const sent: unknown[] = []
  const noted = async (url: unknown) => {
    sent.push(url)
    return new Response('{}')
  }
  const careless = desk({ fetch: noted })
  for (const id of ['..', '.', '', undefined])
    await expect(careless.keywords.read({ params: { id } })).rejects.toThrow('id cannot be')
  expect(sent).toEqual([])
})

it('does not repeat a change without a key after a lost answer', async () => {
  let tries = 0
  const breaking = async () => {
    tries++
    throw new TypeError('The connection broke.')
  }
  const id = (await desk().keywords.create({ body: { keyword: 'kept kettle' } })).keyword_id
  const change = desk({ fetch: breaking }).keywords.update({ params: { id }, body: { tracked: false } })
  await expect(change).rejects.toMatchObject({ status: 0, code: 'network' })
  expect(tries).toBe(1)
})

it('waits as long as a full server asks, and gives up when it asks for too long', async () => {
  let calls = 0
  const full: RequestListener = (_request, response) => {
    calls++
    if (calls === 1) response.writeHead(429, { 'retry-after': '0' }).end('{}')
    else if (calls === 2) response.writeHead(503, { 'retry-after': '0' }).end()
    else if (calls === 3) response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
    else response.writeHead(429, { 'retry-after': '3600' }).end('{"code":"tooMany","message":"Too many."}')
  }
  await withServer(full, async (url) => {
    expect(await desk({ baseUrl: url }).sites.list()).toEqual([])
    await expect(desk({ baseUrl: url }).sites.list()).rejects.toMatchObject({ status: 429, code: 'tooMany' })
  })
  expect(calls).toBe(4)
})

it('follows no redirect, which could hand the token to another server', async () => {
  let calls = 0
  const elsewhere: RequestListener = (_request, response) => {
    calls++
    response.writeHead(307, { location: '/elsewhere' }).end()
  }
  await withServer(elsewhere, async (url) => {
    const body = { keyword: 'moved kettle' }
    await expect(desk({ baseUrl: url }).keywords.create({ body })).rejects.toMatchObject({
      ...{ status: 307, code: 'redirected' },
    })
  })
  expect(calls).toBe(1)
})

it('an answer that is not JSON is an error of its own', async () => {
  await withServer(
    (_request, response) => response.end('<html>'),
    async (url) => expect(desk({ baseUrl: url }).sites.list()).rejects.toMatchObject({ code: 'unreadable' }),
  )
})

it('a refusal has its code, its faults by field and the number of the request', async () => {
  await expect(desk().keywords.create({ body: { keyword: '' } })).rejects.toMatchObject({
    ...{ name: 'CopydeskError', status: 400, code: 'invalid', requestId: expect.any(String) },
    validation: { body: expect.objectContaining({ issues: expect.any(Array) }) },
  })
  await expect(desk({ token: 'cdk_wrong' }).sites.list()).rejects.toMatchObject({ status: 401 })
})

it('hands over files with their name', async () => {
  const { name, data } = await desk().keywords.csv()
  expect([name, (await data.text()).split('\n')[0]]).toEqual([
    expect.stringMatching(/\.csv$/),
    expect.stringContaining('eyword'),
  ])
})

async function run(args: string[], env: Record<string, string> = {}, input = '') {
  const command = path.join(folder, 'node_modules/copydesk-client/copydesk.js')
  const all = { PATH: process.env.PATH, XDG_CONFIG_HOME: path.join(folder, 'config'), ...env }
  const child = promisify(execFile)(process.execPath, [command, ...args], { env: all, cwd: folder })
  child.child.stdin?.end(input)
  try {
    const { stdout, stderr } = await child
    return { code: 0, stdout, stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

it('the command signs in once, keeps the token for its user alone, and calls with it', async () => {
  expect(await run(['whoami'])).toMatchObject({ code: 1, stderr: 'Not signed in. Run: copydesk login URL\n' })
  expect(await run(['login', baseUrl], {}, 'cdk_wrong\n')).toMatchObject({ code: 1 })
  expect(await run(['login', baseUrl], {}, `${token}\n`)).toMatchObject({ code: 0 })
  const { mode } = await stat(path.join(folder, 'config/copydesk/config.json'))
  expect(mode & 0o777).toBe(0o600)
  expect((await run(['whoami'])).stdout).toContain(opm.username)
  const elsewhere = await run(['whoami'], { COPYDESK_URL: 'http://127.0.0.1:9' })
  expect(elsewhere).toMatchObject({ code: 1, stderr: 'Not signed in. Run: copydesk login URL\n' })
})

it('the command prints tables or JSON, makes any call, and says what is wrong', async () => {
  const env = { COPYDESK_URL: baseUrl, COPYDESK_TOKEN: token }
  const made = await run(['api', 'keywords.create', '--body', '-'], env, '{"keyword":"shell kettle"}')
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('keyword: shell kettle') })
  const listed = await run(['keywords', '--keyword', 'shell kettle', '--json'], env)
  expect(JSON.parse(listed.stdout)).toMatchObject([{ keyword: 'shell kettle' }])
  expect((await run(['keywords', '--keyword', 'shell kettle'], env)).stdout).toMatch(
    /^keyword_id .*\n\d+ .*shell kettle/,
  )
  expect(await run(['export', 'out.csv'], env)).toMatchObject({ code: 0, stdout: 'Saved in out.csv.\n' })
  expect(await run(['api', 'keywords.read'], env)).toMatchObject({
    code: 1,
    stderr: 'keywords.read needs --id.\n',
  })
  expect(await run(['api', 'keywords.read', '--id', '999999'], env)).toMatchObject({ code: 1 })
  const steering = '{"keyword":"shell kettle \\u009b2J\\u202e"}'
  const hostile = await run(['api', 'keywords.create', '--body', '-', '--json'], env, steering)
  expect(hostile).toMatchObject({ code: 0, stdout: expect.stringContaining('\\u009b2J\\u202e') })
  expect(await run(['whoami'], { COPYDESK_TOKEN: token })).toMatchObject({
    ...{ code: 1, stderr: 'COPYDESK_TOKEN needs COPYDESK_URL, the server that it is for.\n' },
  })
  expect(await run(['login', 'http://me:secret@127.0.0.1'], {}, 'x\n')).toMatchObject({
    ...{ code: 1, stderr: expect.not.stringContaining('secret') },
  })
  expect(await run(['nothing'], env)).toMatchObject({ code: 1, stderr: expect.stringContaining('Usage') })
})
