import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { Health } from '../src/shared/features/ground/system/contract.ts'
import { COMPILED, startDesk } from './desk.ts'

/**
 * Each kill happens at a random moment. Continuous integration runs often and needs fewer rounds each time.
 */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? (process.env.CI ? 10 : 5))
const PORT = 38_733
const BASE = `http://localhost:${PORT}`

async function start(dataDir: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/server/main.ts', '--port', String(PORT)], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...{ ...process.env, DATA_DIR: dataDir, RATE_LIMIT: '100000', NODE_COMPILE_CACHE: COMPILED },
      // The effects of a decision are still held back when the kill happens, or are just being released.
      DECISION_UNDO_SECONDS: '1',
    },
    stdio: 'ignore',
  })
  // A start that hangs is a bug; a slow one on a busy machine is not.
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

async function signIn(role: string): Promise<string> {
  const { sample } = (await (await fetch(`${BASE}/api/health`)).json()) as Health
  const username = sample?.people.find((person) => person.role.id === role)?.username
  const answer = await fetch(`${BASE}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: sample?.password }),
  })
  return ((await answer.json()) as { token: string }).token
}

async function call<Answer>(token: string, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(BASE + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Answer
}

/** Requests an article that QA returns; resolves to its id. */
async function requestAndReturn(opm: string, qa: string): Promise<number> {
  const products = [{ asin: 'B0C9TR41XM', name: 'Crestline', award: 'Best Overall' }]
  const article = {
    siteId: 1,
    keywords: ['kettle'],
    title: 'Quiet kettles',
    products,
    faqs: [],
    draft: false,
  }
  const { article_id: id } = await call<{ article_id: number }>(opm, 'POST', '/api/articles', article)
  await call(qa, 'PATCH', `/api/articles/validate/${id}`, { command: 'return', reason: 'Shorter, please.' })
  return id
}

/** How often the requester was notified of each article's return. */
async function countReturnNotices(opm: string, ids: readonly number[]): Promise<number[]> {
  type Page = { nodes: { kind: string; article: { article_id: number } | null }[] }
  const { nodes } = await call<Page>(opm, 'GET', '/api/notices')
  return ids.map(
    (id) => nodes.filter(({ kind, article }) => kind === 'returned' && article?.article_id === id).length,
  )
}

/** Creates drafts until the server dies; those with a 201 response are acknowledged. */
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

test(`${ROUNDS} times kill -9 during writes lose no acknowledged article and no effect of a decision, and recovery is automatic [R4]`, {
  tag: '@slow',
}, async () => {
  test.setTimeout(60_000 + ROUNDS * 45_000)
  const dataDir = await mkdtemp(join(tmpdir(), 'copydesk-crash-'))
  const acknowledged: number[] = []
  const returned: number[] = []
  const moments: string[] = []
  try {
    await (await startDesk({ dataDir })).stop()
    for (let round = 0; round < ROUNDS; round += 1) {
      const server = await start(dataDir)
      const token = await signIn('opm')
      const enough = acknowledged.length + 5 + Math.floor(Math.random() * 7)
      const moment = Math.floor(Math.random() * 1200)
      moments.push(`${enough} articles and ${moment} ms`)
      test.info().annotations.push({ type: 'killed after', description: moments.at(-1) ?? '' })
      const writers = Array.from({ length: 4 }, () => writeUntilKilled(token, acknowledged))
      await expect(() => expect(acknowledged.length).toBeGreaterThan(enough)).toPass({ intervals: [20] })
      returned.push(await requestAndReturn(token, await signIn('qa')))
      await sleep(moment)
      server.kill('SIGKILL')
      await Promise.all(writers)
    }
    const server = await start(dataDir)
    const token = await signIn('opm')
    const lost = []
    for (const id of acknowledged) {
      const answer = await fetch(`${BASE}/api/articles/${id}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      if (answer.status !== 200) lost.push(id)
    }
    const counts = () => countReturnNotices(token, returned)
    await expect(async () => expect(await counts()).not.toContain(0)).toPass({ intervals: [200] })
    expect(await counts()).toEqual(returned.map(() => 1))
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
    expect(lost, `killed after ${moments.join(', ')}`).toEqual([])
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
})
