import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import type { SignedInUser } from '../src/shared/features/auth/contract.ts'
import type { Health } from '../src/shared/features/system/contract.ts'
import { type Desk, type DeskSettings, startDeskHost } from './desk.ts'
import { setBrowserDay } from './product-day.ts'

export type Role = 'adm' | 'opm' | 'qa' | 'eng' | 'wrt'

export interface Session {
  token: string
  user: SignedInUser
  /** Calls the API as this person; answers the parsed body, throws on a refusal. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  call(method: string, path: string, body?: object): Promise<any>
}

interface WorkerFixtures {
  /** For a whole file, with `test.use`. */
  settings: DeskSettings
  /** The desk of a file of tests; the one of the file before is stopped. */
  desks(file: string): Promise<Desk>
}

interface ConsoleWatch {
  watch(page: Page): void
  allow(pattern: RegExp): void
}

interface TestFixtures {
  /** Every file of tests has a desk of its own: what it finds there does not depend on which ran before. */
  desk: Desk
  sample: NonNullable<Health['sample']>
  consoleWatch: ConsoleWatch
  /** A session through the API, without a page. */
  sessionOf(role: Role): Promise<Session>
  /** A page in a browser of its own, signed in as somebody of the sample who is not offered on the sign-in card. */
  openColleague(username: string): Promise<{ page: Page; session: Session }>
  /** Signs this page in as the sample's person of that role, past the form. */
  signIn(role: Role): Promise<Session>
  /**
   * Console messages that this test expects, e.g. the browser's own line about a request that the test has refused:
   * `Failed to load resource: the server responded with a status of 404 (Not Found) at /api/articles/1`.
   */
  allowConsole(pattern: RegExp): void
}

const DESK_WITHIN_MS = 200_000

async function copySample(file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `copydesk-desk-${basename(file, '.spec.ts')}-`))
  // With owners: the database's files belong to the account that it runs as.
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

/** In a shuffled run, reads overtake one another: a test must not depend on the order in which they are answered. */
const MOST_DELAY_MS = 150
const seed = Number(process.env.TEST_ORDER ?? 0)
let read = 0

/** Milliseconds by which the next read is held back: the same for the same seed and place. */
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

/** Signs a page in, past the form. */
async function keepSession(page: Page, { token, user }: Session): Promise<void> {
  // A page of the desk's own origin that asks the server for nothing, neither calls nor an icon.
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

/** Fills in the sign-in form and sends it, once it stands there: the page before may have fields of the same names. */
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
 * Leads an open page on to another address as the product's links do: what a page loads first, which is most of what a
 * screen costs, is loaded once. What is looked at next must not have stood on the screen before.
 */
export const goWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), address)

/** Axe's rules whose answer depends on colours, which are all that a theme changes. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/**
 * Nothing serious or critical on the page as it stands. Of a table the first ten rows are looked at: the others are
 * made of the same cells.
 */
export async function expectAccessible(page: Page, { rules }: { rules?: string[] } = {}): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // The usual way opens a second page to join what the frames of a page say; ours has none, and takes a third.
    .setLegacyMode(true)
    // What is fine is not described, element by element.
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
 * The same in both themes, without loading the page again: signed in, it follows the system's. Widths are a matter of
 * layout and need none of this.
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

/** Pins the menu, or lets it go, from the next page that is loaded on. The product must be open. */
export const pinMenu = (page: Page, isPinned = true): Promise<void> =>
  page.evaluate((pin) => localStorage.setItem('copydesk.menu-pinned', pin), isPinned ? 'yes' : 'no')

/** Nothing of the page stands outside a window of this width. */
export async function expectFits(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 844 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(width)
}

/** Where one object took the place of another: the person reads it first, and its held buttons unlock. */
export async function readFirst(page: Page, reach = () => page.mouse.move(0, 0)): Promise<void> {
  const held = page.locator('[data-held]')
  await expect(held.first()).toBeVisible()
  await reach()
  await expect(held).toHaveCount(0)
}

export { expect }
