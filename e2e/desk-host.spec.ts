import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { access, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { DeskAnswer, DeskOrder } from './desk.ts'

let dataDir: string
let host: ChildProcess
test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'copydesk-host-'))
  execFileSync('cp', ['-a', `${process.env.E2E_SAMPLE}/.`, dataDir])
  host = fork(join(import.meta.dirname, 'desk-host.ts'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
})
test.afterEach(async () => {
  const left = new Promise((resolve) => host.once('exit', resolve))
  const isGone = host.exitCode !== null
  if (host.connected) host.disconnect()
  if (!isGone) await left
  await rm(dataDir, { recursive: true, force: true })
})

const order = (wish: DeskOrder) =>
  new Promise<DeskAnswer>((resolve) => {
    host.once('message', resolve)
    host.send(wish)
  })
/** A port that is in use. */
async function takenPort() {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return { port: address.port, free: () => new Promise((resolve) => server.close(resolve)) }
}
/** Whether a database runs in the folder. */
const isOpen = () =>
  access(join(dataDir, 'postgres/postmaster.pid')).then(
    () => true,
    () => false,
  )

test('a workspace that fails to start leaves nothing running: the next one gets its folder', async () => {
  const taken = await takenPort()
  const refused = await order({ open: { dataDir, port: taken.port } })
  expect(refused).toMatchObject({ isDone: false, problem: expect.stringContaining('EADDRINUSE') })
  await taken.free()
  expect(await isOpen()).toBe(false)
  expect(await order({ open: { dataDir, port: taken.port } })).toEqual({ isDone: true })
  expect(await isOpen()).toBe(true)
})
