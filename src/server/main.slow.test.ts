import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WRONG_SETTINGS } from './settings/settings.ts'
import { LOADING } from './testing/run-script.ts'

const SITE_COMMAND = path.join(import.meta.dirname, '../../scripts/site.ts')
const ADMIN_COMMAND = path.join(import.meta.dirname, '../../scripts/admin.ts')

/** The end of what an empty workspace says at its start. */
const LAST_LINE = '/confirmation/'

let dataDir: string

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-main-'))
})

afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }))

function startServer(port = 0, environment: Record<string, string> = {}) {
  const main = path.join(import.meta.dirname, 'main.ts')
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [main, '--empty', '--port', String(port)], {
    env: { ...env, NODE_ENV: 'development', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const said = { out: '', err: '' }
  child.stdout?.on('data', (data) => {
    said.out += data
  })
  child.stderr?.on('data', (data) => {
    said.err += data
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const whenSaid = (line: string) =>
    vi.waitFor(() => expect(said.out + said.err).toContain(line), { timeout: 60_000 })
  return { child, said, ended, whenSaid, whenReady: () => whenSaid('Copydesk is ready') }
}

it('a server whose database dies ends with one line and a failure, and the next start recovers [R4]', async () => {
  const first = startServer()
  await first.whenReady()
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
  process.kill(Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10), 'SIGKILL')
  expect(await first.ended).toBe(1)
  expect(first.said.err.trimEnd()).toMatch(/^The database server stopped unexpectedly \(code -1\)\. See .*$/)
  const second = startServer()
  await second.whenReady()
  expect(second.said.out).toContain('This data folder already has a workspace')
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

it('a server whose web app is still being built makes its database meanwhile, and listens on a signal', async () => {
  const server = startServer(0, { COPYDESK_WEB: 'building' })
  await server.whenSaid('Waiting for the web app')
  expect(fs.readdirSync(dataDir)).toContain('postgres')
  expect(server.said.out).not.toContain('Copydesk is ready')
  server.child.send('web built')
  await server.whenReady()
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

it('a taken port is reported before anything is made', async () => {
  const other = net.createServer().listen(0)
  await once(other, 'listening')
  const { port } = other.address() as net.AddressInfo
  const server = startServer(port, { HOST: '0.0.0.0' })
  expect(await server.ended).toBe(1)
  expect(server.said.err).toContain(`Port ${port} is taken.`)
  expect(fs.readdirSync(dataDir)).toEqual([])
  other.close()
})

it('a port for metrics that cannot be used is reported before anything is made', async () => {
  const other = net.createServer().listen({ port: 0, host: '127.0.0.1' })
  await once(other, 'listening')
  const { port } = other.address() as net.AddressInfo
  const server = startServer(0, { METRICS_PORT: String(port) })
  expect(await server.ended).toBe(78)
  expect(server.said.err).toContain('METRICS_PORT and METRICS_HOST are not usable')
  expect(fs.readdirSync(dataDir)).toEqual([])
  other.close()
})

it('wrong settings end a start with their own exit code, on which the unit file does not restart, and create nothing', async () => {
  const unit = fs.readFileSync(path.join(import.meta.dirname, '../../docs/copydesk.service'), 'utf8')
  expect(unit).toContain(`\nRestartPreventExitStatus=${WRONG_SETTINGS}\n`)
  const wrong: [Record<string, string>, string][] = [
    [{ SESSION_HOURS: '99' }, 'SESSION_HOURS is not usable: expected a number of hours, at most 12.'],
    [{ BACKUP_DIR: '/dev/null' }, 'BACKUP_DIR=/dev/null is not usable: it is a file. Name a folder.'],
    [
      { DATA_DIR: '/proc/copydesk' },
      'DATA_DIR=/proc/copydesk is not usable: no folder can be created there.',
    ],
  ]
  for (const [environment, line] of wrong) {
    const server = startServer(0, environment)
    expect([await server.ended, server.said]).toEqual([WRONG_SETTINGS, { out: '', err: `${line}\n` }])
  }
  expect(fs.readdirSync(dataDir)).toEqual([])
})

it('a site can be added beside the running server, which explains how while there is none [D126]', async () => {
  const first = startServer(0, { PUBLIC_URL: 'https://desk.example.com' })
  await first.whenSaid(LAST_LINE)
  expect(first.said.out).toContain('No sites yet')
  expect(first.said.out).not.toContain('already has a workspace')
  const { DATABASE_URL: _, ...env } = process.env
  const link = spawnSync(process.execPath, [...LOADING, ADMIN_COMMAND, 'link', 'admin@copydesk.local'], {
    env: { ...env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  expect(link.stdout).toContain('\nhttps://desk.example.com/confirmation/')
  const added = spawnSync(
    process.execPath,
    [
      ...LOADING,
      SITE_COMMAND,
      'add',
      '--code',
      'ok',
      '--name',
      'Open Kitchen',
      '--url',
      'https://openkitchen.example',
    ],
    { env: { ...env, DATA_DIR: dataDir }, encoding: 'utf8' },
  )
  expect(added).toMatchObject({ status: 0, stdout: 'Open Kitchen (ok): added.\n', stderr: '' })
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const second = startServer()
  await second.whenSaid(LAST_LINE)
  expect(second.said.out).not.toContain('No sites yet')
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

/** A client that begins to send a request and never finishes. */
async function dawdle(port: number): Promise<net.Socket> {
  const socket = net.connect(port, 'localhost')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    'POST /api/auth HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{',
  )
  return socket
}

it('a server stops soon on request, even with a client that never ends sending, and that is no failure', async () => {
  const port = await freePort()
  const first = startServer(port)
  await first.whenSaid(LAST_LINE)
  const socket = await dawdle(port)
  const asked = performance.now()
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  // The server takes at most 2.5 s; the rest is for a machine that has much else to do.
  expect(performance.now() - asked).toBeLessThan(6000)
  socket.destroy()
})

it('a server with time to drain says that it leaves, goes on answering, and a second signal ends it at once', async () => {
  const port = await freePort()
  const server = startServer(port, { DRAIN_SECONDS: '600' })
  await server.whenReady()
  const address = `http://127.0.0.1:${port}`
  const probe = async () => {
    const { status, headers } = await fetch(new URL('/api/health/ready', address))
    return [status, headers.get('connection')]
  }
  expect(await probe()).toEqual([200, 'keep-alive'])
  server.child.kill('SIGTERM')
  await server.whenSaid('Stopping within 600 s')
  expect(await probe()).toEqual([503, 'close'])
  expect((await fetch(new URL('/api/health', address))).status).toBe(200)
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

it('a server that is stopped during its start ends without a failure', async () => {
  const first = startServer()
  await first.whenSaid('Applied')
  const asked = performance.now()
  first.child.kill('SIGTERM')
  expect(await first.ended).toBeOneOf([0, 143])
  expect(performance.now() - asked).toBeLessThan(6000)
  const second = startServer()
  await second.whenSaid(LAST_LINE)
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
})

it('in production all that a server says is a record for machines, the one-time link too', async () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://desk.example.com', LOG_LEVEL: 'info' }
  const first = startServer(0, production)
  await first.whenSaid(LAST_LINE)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  const records = (first.said.out + first.said.err)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const link = records.find(({ msg }) => msg.includes(LAST_LINE))
  expect(link).toMatchObject({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    msg: expect.stringMatching(
      /^Create the first administrator's password \(works once, within 72 hours\): https:\/\/desk\.example\.com\/confirmation\/\S+$/,
    ),
  })
  expect(records.find(({ level }) => level === 40)?.msg).toContain('DATABASE_URL is not set')
})

it('an unknown host ends the start at once, in one line', async () => {
  const first = startServer(0, { HOST: 'not.a.host' })
  expect(await first.ended).toBe(1)
  expect(first.said.err).toBe(
    'HOST is not usable: not.a.host has no address. Set an address of this machine, such as 127.0.0.1 or 0.0.0.0.\n',
  )
  expect(fs.readdirSync(dataDir)).toEqual([])
})
