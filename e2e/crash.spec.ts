import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { Health } from '../src/shared/features/system/contract.ts'
import { COMPILED, startDesk } from './desk.ts'

/** Each kill comes at a moment that is drawn: continuous integration, which runs often, need not try many each time. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? (process.env.CI ? 10 : 5))
const PORT = 38_733
const BASE = `http://localhost:${PORT}`

async function start(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/server/main.ts', '--port', String(PORT)], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: dataDir, RATE_LIMIT: '100000', NODE_COMPILE_CACHE: COMPILED },
    stdio: 'ignore',
  })
  // A start that hangs is a fault; one on a busy machine is not.
  const until = Date.now() + 120_000
  for (let isReady = false; !isReady; ) {
    expect(child.exitCode, 'the server starts by itself').toBeNull()
    expect(Date.now()).toBeLessThan(until)
    await sleep(30)
    isReady = await fetch(`${BASE}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  return child
}

async function signIn(): Promise<string> {
  const { sample } = (await (await fetch(`${BASE}/api/health`)).json()) as Health
  const username = sample?.people.find(({ role }) => role.id === 'opm')?.username
  const answer = await fetch(`${BASE}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: sample?.password }),
  })
  return ((await answer.json()) as { token: string }).token
}

/** Writes drafts until the server dies; what was answered with 201 is acknowledged. */
async function writeUntilKilled(token: string, acknowledged: number[]) {
  for (;;) {
    try {
      const answer = await fetch(`${BASE}/api/articles`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ siteId: 1, keywords: ['kettle'], draft: true }),
      })
      const { article_id: id } = (await answer.json()) as { article_id: number }
      if (answer.status === 201) acknowledged.push(id)
    } catch {
      return
    }
  }
}

test(`${ROUNDS} times kill -9 during writes lose no acknowledged article, and nobody has to help [R4]`, {
  tag: '@slow',
}, async () => {
  test.setTimeout(60_000 + ROUNDS * 45_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'copydesk-crash-'))
  const acknowledged: number[] = []
  const moments: string[] = []
  try {
    await (await startDesk({ dataDir })).stop()
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await start(dataDir)
      const token = await signIn()
      const enough = acknowledged.length + 5 + Math.floor(Math.random() * 7)
      const moment = Math.floor(Math.random() * 200)
      moments.push(`${enough} articles and ${moment} ms`)
      test.info().annotations.push({ type: 'killed after', description: moments.at(-1) ?? '' })
      const writers = Array.from({ length: 4 }, () => writeUntilKilled(token, acknowledged))
      await expect(() => expect(acknowledged.length).toBeGreaterThan(enough)).toPass({ intervals: [20] })
      await sleep(moment)
      server.kill('SIGKILL')
      await Promise.all(writers)
    }
    const server = await start(dataDir)
    const token = await signIn()
    const lost = []
    for (const id of acknowledged) {
      const answer = await fetch(`${BASE}/api/articles/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (answer.status !== 200) lost.push(id)
    }
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    expect(lost, `killed after ${moments.join(', ')}`).toEqual([])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
