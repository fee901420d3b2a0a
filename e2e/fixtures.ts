import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import type { SignedInUser } from '../src/shared/features/auth/contract.ts'
import type { Health } from '../src/shared/features/system/contract.ts'
import { type Desk, startDesk } from './desk.ts'

export type Role = 'adm' | 'opm' | 'qa' | 'eng' | 'wrt'

export interface Session {
  token: string
  user: SignedInUser
  /** Calls the API as this person; answers the parsed body, throws on a refusal. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(method: string, path: string, body?: object): Promise<any>
}

interface WorkerFixtures {
  desk: Desk
  sample: NonNullable<Health['sample']>
}

interface TestFixtures {
  /** A session through the API, without a page. */
  sessionOf(role: Role): Promise<Session>
  /** Signs this page in as the sample's person of that role, past the form. */
  signIn(role: Role): Promise<Session>
  /**
   * Console messages that this test expects, e.g. the browser's own line about a request that the test has refused:
   * `Failed to load resource: the server responded with a status of 404 (Not Found) at /api/articles/1`.
   */
  allowConsole(pattern: RegExp): void
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  desk: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the pattern
    async ({}, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'copydesk-desk-'))
      // With owners: the database's files belong to the account that it runs as.
      execFileSync('cp', ['-a', `${process.env.E2E_SAMPLE}/.`, dataDir])
      const desk = await startDesk({ dataDir })
      await use(desk)
      await desk.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  sample: [
    async ({ desk }, use) => {
      const health = (await (await fetch(`${desk.url}/api/health`)).json()) as Health
      if (!health.sample) throw new Error('This is not the sample workspace.')
      await use(health.sample)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ desk }, use) => use(desk.url),
  allowConsole: [
    async ({ page }, use) => {
      const expected: RegExp[] = []
      const faults: string[] = []
      page.on('console', (message) => {
        const where = new URL(message.location().url || page.url()).pathname
        if (message.type() === 'error' || message.type() === 'warning')
          faults.push(`${message.text()} at ${where}`)
      })
      page.on('pageerror', (error) => faults.push(String(error)))
      await use((pattern) => expected.push(pattern))
      expect(
        faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
        'messages on the console',
      ).toEqual([])
    },
    { auto: true },
  ],
  sessionOf: async ({ desk, sample }, use) => {
    await use(async (role) => {
      const person = sample.people.find((each) => each.role.id === role)
      const answer = await fetch(`${desk.url}/api/auth`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: person?.username, password: sample.password }),
      })
      const { token, user } = (await answer.json()) as { token: string; user: SignedInUser }
      return { token, user, call: (method, path, body) => call({ desk, token, method, path, body }) }
    })
  },
  signIn: async ({ page, sessionOf }, use) => {
    await use(async (role) => {
      const session = await sessionOf(role)
      // A page of the desk's own origin that asks the server for nothing, neither calls nor an icon.
      const blank = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' }
      await page.route('/blank', (route) => route.fulfill(blank))
      await page.goto('/blank')
      await page.unroute('/blank')
      await page.evaluate(
        ({ token, user }) => {
          localStorage.setItem('copydesk.token', token)
          localStorage.setItem('copydesk.user', JSON.stringify(user))
        },
        { token: session.token, user: session.user },
      )
      return session
    })
  },
})

async function call({
  desk,
  token,
  method,
  path,
  body,
}: {
  desk: Desk
  token: string
  method: string
  path: string
  body: object | undefined
}) {
  const answer = await fetch(desk.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

/** Nothing serious or critical on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('; ')}`,
    )
  expect(grave, 'accessibility').toEqual([])
}

export { expect }
