import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

let dataDir: string

beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'copydesk-main-'))
})

afterEach(() => fs.rmSync(dataDir, { recursive: true, force: true }))

function startServer() {
  const main = path.join(import.meta.dirname, 'main.ts')
  const { DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [main, '--empty', '--port', '0'], {
    env: { ...env, NODE_ENV: 'development', DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (data) => {
    said.out += data
  })
  child.stderr.on('data', (data) => {
    said.err += data
  })
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const whenReady = () =>
    vi.waitFor(() => expect(said.out + said.err).toContain('Copydesk is ready'), { timeout: 60_000 })
  return { child, said, ended, whenReady }
}

it('a server whose database dies ends with one line and a failure, and the next start recovers [R4]', async () => {
  const first = startServer()
  await first.whenReady()
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid')
  process.kill(Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10), 'SIGKILL')
  expect(await first.ended).toBe(1)
  expect(first.said.err.trimEnd()).toMatch(/^The database server ended by itself \(code -1\)\. See .*$/)
  const second = startServer()
  await second.whenReady()
  second.child.kill('SIGTERM')
  expect(await second.ended).toBe(0)
}, 120_000)
