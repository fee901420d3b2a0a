import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { SignedInUser } from '../src/shared/features/ground/auth/contract.ts'
import type { Health } from '../src/shared/features/ground/system/contract.ts'
import { type Desk, type DeskSettings, startDeskHost } from './desk.ts'
import { setBrowserDay } from './product-day.ts'

export type Role = 'adm' | 'opm' | 'qa' | 'eng' | 'wrt'

export interface Session {
  token: string
  user: SignedInUser
  /** Calls the API as this user; returns the parsed body and throws on an error response. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(method: string, path: string, body?: object): Promise<any>
}

interface WorkerFixtures {
  /** For a whole file, with `test.use`. */
  settings: DeskSettings
  /** The desk of a test file; the desk of the previous file is stopped. */
  desks(file: string): Promise<Desk>
}

interface ConsoleWatch {
  watch(page: Page): void
  allow(pattern: RegExp): void
}

interface TestFixtures {
  /** Every test file has a desk of its own, so that its data does not depend on the files that ran before. */
  desk: Desk
  sample: NonNullable<Health['sample']>
  consoleWatch: ConsoleWatch
  /** A session through the API, without a page. */
  sessionOf(role: Role): Promise<Session>
  /**
   * A page in a separate browser context, signed in as a sample user who is not offered on the sign-in card.
   */
  openColleague(username: string): Promise<{ page: Page; session: Session }>
  /** Signs this page in as the sample's user of that role, without the form. */
  signIn(role: Role): Promise<Session>
  /**
   * Console messages that this test expects, e.g. the browser's own line about a refused request: `Failed to
   * load resource: the server responded with a status of 404 (Not Found) at /api/articles/1`.
   */
  allowConsole(pattern: RegExp): void
}

const DESK_WITHIN_MS = 200_000

async function copySample(file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `copydesk-desk-${basename(file, '.spec.ts')}-`))
  // Keeps the file owners: the database's files belong to the account that it runs as.
  execFileSync('cp', ['-a', `${process.env.E2E_SAMPLE}/.`, folder])
  return folder
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  desks: [
    async ({ settings }, use) => {
      const host = startDeskHost()
      let open: { file: string; desk: Desk } | undefined
      const close = async () => {
        await open?.desk.stop()
        if (open) await rm(open.desk.dataDir, { recursive: true, force: true })
        open = undefined
      }
      await use(async (file) => {
        if (open?.file === file) return open.desk
        await close()
        open = { file, desk: await host.openDesk(await copySample(file), settings) }
        return open.desk
      })
      await close()
      await host.stop()
    },
    { scope: 'worker', timeout: DESK_WITHIN_MS },
  ],
  desk: [async ({ desks }, use, { file }) => use(await desks(file)), { timeout: DESK_WITHIN_MS }],
  sample: async ({ desk }, use) => {
    const health = (await (await fetch(`${desk.url}/api/health`)).json()) as Health
    if (!health.sample) throw new Error('This is not the sample workspace.')
    await use(health.sample)
  },
  baseURL: async ({ desk }, use) => use(desk.url),
  context: async ({ context }, use) => {
    await setBrowserDay(context)
    await holdReadsBack(context)
    await use(context)
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  },
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads the pattern
  consoleWatch: async ({}, use) => {
    const expected: RegExp[] = []
    const faults: string[] = []
    await use({
      allow: (pattern) => expected.push(pattern),
      watch(page) {
        page.on('console', (message) => {
          const where = new URL(message.location().url || page.url()).pathname
          if (message.type() === 'error' || message.type() === 'warning')
            faults.push(`${message.text()} at ${where}`)
        })
        page.on('pageerror', (error) => faults.push(String(error)))
      },
    })
    expect(
      faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
      'messages on the console',
    ).toEqual([])
  },
  allowConsole: [
    async ({ page, consoleWatch }, use) => {
      consoleWatch.watch(page)
      await use(consoleWatch.allow)
    },
    { auto: true },
  ],
  sessionOf: async ({ desk, sample }, use) => {
    await use((role) => {
      const person = sample.people.find((each) => each.role.id === role)
      return openSession(desk, person?.username ?? '', sample.password)
    })
  },
  signIn: async ({ page, sessionOf }, use) => {
    await use(async (role) => {
      const session = await sessionOf(role)
      await keepSession(page, session)
      return session
    })
  },
  openColleague: async ({ browser, desk, sample, consoleWatch, viewport }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (username) => {
      const session = await openSession(desk, username, sample.password)
      const context = await browser.newContext({ baseURL: desk.url, viewport })
      contexts.push(context)
      await setBrowserDay(context)
      await holdReadsBack(context)
      const page = await context.newPage()
      consoleWatch.watch(page)
      await keepSession(page, session)
      return { page, session }
    })
    for (const context of contexts) {
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
  },
})

/** In a shuffled run, reads overtake one another: a test must not depend on the order of the responses. */
const MOST_DELAY_MS = 150
const seed = Number(process.env.TEST_ORDER ?? 0)
let read = 0

/** The delay of the next read in ms: the same for the same seed and position. */
function nextDelay(): number {
  read += 1
  return (Math.imul(seed + read, 2_654_435_761) >>> 8) % MOST_DELAY_MS
}

async function holdReadsBack(context: BrowserContext): Promise<void> {
  if (seed === 0) return
  await context.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') await sleep(nextDelay())
    await route.continue()
  })
}

async function openSession(desk: Desk, username: string, password: string): Promise<Session> {
  const answer = await fetch(`${desk.url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  if (!answer.ok) throw new Error(`${username} could not sign in: ${answer.status}`)
  const { token, user } = (await answer.json()) as { token: string; user: SignedInUser }
  return { token, user, call: (method, path, body) => call({ desk, token, method, path, body }) }
}

/** Signs a page in, without the form. */
async function keepSession(page: Page, { token, user }: Session): Promise<void> {
  // A page of the desk's own origin that makes no requests, neither API calls nor for an icon.
  const blank = { contentType: 'text/html', body: '<link rel="icon" href="data:,">' }
  await page.route('/blank', (route) => route.fulfill(blank))
  await page.goto('/blank')
  await page.unroute('/blank')
  await page.evaluate(
    (session) => {
      localStorage.setItem('copydesk.token', session.token)
      localStorage.setItem('copydesk.user', JSON.stringify(session.user))
    },
    { token, user },
  )
}

/**
 * Fills in and sends the sign-in form, once it is rendered: the previous page may have fields with the same
 * names.
 */
export async function signInByForm(page: Page, username: string, password: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign in' })
  await form.getByLabel('Email').fill(username)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Sign in', exact: true }).click()
}

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

/**
 * Navigates an open page to another address like a link of the product does, without a reload: most of the
 * cost of a screen is the first load. The next assertion must not match the previous screen.
 */
export const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), address)

/** Axe's rules that depend on colours, the only difference between the themes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Expects no serious or critical violation on the current page. Only the first ten rows of a table are
 * checked: the others consist of the same cells.
 */
export async function expectAccessible(page: Page, { rules }: { rules?: string[] } = {}): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // The default mode opens a second page to merge the results of frames. Our pages have no frames, and it
    // takes three times as long.
    .setLegacyMode(true)
    // Passed checks are not reported element by element, which would take time.
    .options({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) })
    .exclude('tbody tr:nth-of-type(n + 12)')
    .analyze()
  const grave = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('; ')}`,
    )
  expect(grave, 'accessibility').toEqual([])
}

/**
 * Checks both themes without reloading the page: for a signed-in user it follows the system's theme. Layout
 * does not depend on the theme, so other widths need not be checked in both.
 */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const [colorScheme, options] of [
    ['dark', { rules: COLOUR_RULES }],
    ['light', {}],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    await expectAccessible(page, options)
  }
}

/** Pins or unpins the menu, with effect from the next page load. The product must be open. */
export const pinMenu = (page: Page, isPinned = true): Promise<void> =>
  page.evaluate((pin) => localStorage.setItem('copydesk.menu-pinned', pin), isPinned ? 'yes' : 'no')

/** Expects that nothing on the page overflows a window of this width. */
export async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width)
}

/**
 * When one object replaced another, its buttons are held until the user has had time to read; this unlocks
 * them.
 */
export async function readFirst(page: Page, reach = () => page.mouse.move(0, 0)): Promise<void> {
  const held = page.locator('[data-held]')
  await expect(held.first()).toBeVisible()
  await reach()
  await expect(held).toHaveCount(0)
}

export { expect }
