// npm run bench:browser: what screens load and how much work a click causes, on the sample workspace. Needs
// the web build.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startDesk } from '../e2e/desk.ts'
import { findChromium } from '../scripts/chromium.mjs'
import type { Health } from '../src/shared/features/ground/system/contract.ts'
import { median, report } from './report.ts'
import { type WatchedPage, watchPage } from './watched-page.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10)
/** A short form walks only the last ones. */
const LAST_JOURNEYS = Number(process.env.BENCH_JOURNEYS ?? 0)
const WARMING = 1
const CHROMIUM = findChromium()
/** A keyword that is not on the first page. */
const LINKED = 40
/** CPU slowdown factor. */
const SLOW = 4
const ADMINISTRATOR = 'adm'
const [MOST_REQUESTS, MOST_KB, MOST_SHIFT, MOST_THREAD_MS, MOST_INTERACTION_MS] = [25, 350, 0.02, 50, 200]

/** Screens opened with an empty cache; each is ready once `row` exists. */
const SCREENS = [
  { name: 'My Pending Articles', path: '/articles/pending', row: 'tr[data-row-key]' },
  { name: 'Articles History', path: '/articles', row: 'tr[data-row-key]' },
  { name: 'Keywords Summary', path: '/keywords', row: 'tr[data-row-key]' },
  { name: 'Keyword Winners', path: '/reports/winners', row: '.matrix tbody tr' },
  { name: 'Content Surfaces', path: '/reports/surfaces', row: '.surfaces-list tbody tr' },
  { name: 'Users', path: '/users', row: 'tr[data-row-key]' },
]

/** An element to press, and the element that shows the result. */
interface Step {
  name: string
  press: string
  done: string
}
interface Journey {
  path: string
  /** The last step returns to the starting state. */
  steps: readonly Step[]
}

const pages = (name: string, path: string): Journey => ({
  path,
  steps: [
    {
      name: `${name}: next page`,
      press: '.pager [aria-label="Next Page"] button',
      done: '[title="2"][aria-current]',
    },
    {
      name: `${name}: previous page`,
      press: '.pager [aria-label="Previous Page"] button',
      done: '[title="1"][aria-current]',
    },
  ],
})
const row = (name: string, path: string): Journey => ({
  path,
  steps: [
    { name: `${name}: expand a row`, press: 'tr:nth-child(2) .expand-toggle', done: 'tr.expanded-row' },
    {
      name: `${name}: collapse it`,
      press: 'tr:nth-child(2) .expand-toggle',
      done: '.data-rows:not(:has(.expanded-row))',
    },
  ],
})
const TRACKED = '/keywords?tracked=true&sort=winning_percentage&sortOrder=desc'
const to = (name: string, press: string, done: string): Step => ({
  name: `Warm change to ${name}`,
  press,
  done,
})
const JOURNEYS: readonly Journey[] = [
  pages('Articles History', '/articles'),
  pages('Keywords Summary', '/keywords'),
  pages('Keyword Winners', '/reports/winners'),
  row('My Pending Articles', '/articles/pending'),
  row('Keywords Summary', TRACKED),
  {
    path: '/articles/pending',
    steps: [
      to(
        'Articles History',
        '.side-bar [href="/articles"]',
        'section[aria-label="Articles History"] tr[data-row-key]',
      ),
      to(
        'Keywords Summary',
        '.side-bar :is([href="/keywords"], [href^="/keywords?"])',
        'section[aria-label="Keywords"] tr[data-row-key]',
      ),
      to('Keyword Winners', '.side-bar [href="/reports"]', '.matrix tbody tr'),
      to('Content Surfaces', '.report-tabs [href^="/reports/surfaces"]', '.surfaces-list tbody tr'),
      to('Users', '.side-bar [href="/users"]', 'section[aria-label="Users"] tr[data-row-key]'),
      to('My Pending Articles', '.side-bar [href="/articles/pending"]', 'tr.pending-row'),
    ],
  },
]

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(0)

/** The browser storage of a signed-in administrator. */
async function signIn(url: string): Promise<Record<string, string>> {
  const { sample } = (await (await fetch(`${url}/api/health`)).json()) as Health
  const person = sample?.people.find(({ role: { id } }) => id === ADMINISTRATOR)
  const answer = await fetch(`${url}/api/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: person?.username, password: sample?.password }),
  })
  const { token, user } = (await answer.json()) as { token: string; user: object }
  return { 'copydesk.token': token, 'copydesk.user': JSON.stringify(user) }
}

/** Opens an address with an empty cache and measures the load and the layout shifts. */
async function coldLoad(open: () => Promise<WatchedPage>, name: string, address: string, ready: string) {
  const watched = await open()
  await watched.open(address)
  await watched.page.locator(ready).first().waitFor()
  await watched.quiet()
  const { requests, bytes, codeBytes } = watched.loaded()
  const { shift, shifts } = await watched.shift()
  await watched.close()
  for (const moved of shifts) console.log(`${name}: ${moved}`)
  const isSmall = requests <= MOST_REQUESTS && codeBytes <= MOST_KB * 1000
  return [
    name,
    `${requests}`,
    kilobytes(codeBytes),
    kilobytes(bytes),
    shift.toFixed(3),
    verdict(isSmall && shift <= MOST_SHIFT),
  ]
}

/**
 * Prepares a press: the element's position is read beforehand, so that only the page's response is measured.
 */
async function pressOf({ page }: WatchedPage, selector: string): Promise<() => Promise<void>> {
  const target = page.locator(selector).first()
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error(`${selector} is not to be seen.`)
  return async () => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.up()
  }
}

/** Runs a journey repeatedly and records the result of `measure` for each step. */
async function walk(
  watched: WatchedPage,
  { steps }: Journey,
  measure: (press: () => Promise<void>) => Promise<number>,
): Promise<number[][]> {
  const seen: number[][] = steps.map(() => [])
  for (let round = -WARMING; round < ROUNDS; round += 1) {
    for (const [at, { press, done }] of steps.entries()) {
      const value = await measure(await pressOf(watched, press))
      await watched.page.locator(done).first().waitFor({ state: 'attached' })
      if (round >= 0) seen[at]?.push(value)
    }
  }
  return seen
}

/** For each step of a journey: the work at full speed, and the waiting time at a quarter of it. */
async function clicks(open: () => Promise<WatchedPage>, url: string, journey: Journey): Promise<string[][]> {
  const watched = await open()
  await watched.open(url + journey.path)
  const work = await walk(watched, journey, (press) => watched.threadTime(press))
  await watched.slowDown(SLOW)
  const waits = await walk(watched, journey, (press) => watched.interaction(press))
  await watched.close()
  return journey.steps.map(({ name }, at) => {
    const [ms, wait] = [work[at] ?? [], waits[at] ?? []]
    const isMet = median(ms) <= MOST_THREAD_MS && median(wait) <= MOST_INTERACTION_MS
    return [
      name,
      median(ms).toFixed(0),
      Math.max(...ms).toFixed(0),
      median(wait).toFixed(0),
      Math.max(...wait).toFixed(0),
      verdict(isMet),
    ]
  })
}

const dataDir = await mkdtemp(join(tmpdir(), 'copydesk-bench-'))
const desk = await startDesk({ dataDir })
const browser = await chromium.launch({
  ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
  args: ['--no-sandbox', '--disable-gpu'],
})
const times: string[][] = []
try {
  const session = await signIn(desk.url)
  const loads: string[][] = []
  const signedIn = () => watchPage(browser, session)
  loads.push(await coldLoad(() => watchPage(browser), 'Sign-in', desk.url, '.sample-person'))
  for (const { name, path, row: ready } of SCREENS)
    loads.push(await coldLoad(signedIn, name, desk.url + path, ready))
  const linked = `${desk.url}/keywords?keyword_id=${LINKED}`
  loads.push(await coldLoad(signedIn, 'Keywords Summary, a linked keyword', linked, '.month-grid'))
  report('browser-loads', {
    title: 'What a screen loads, with an empty cache',
    goal: `≤ ${MOST_REQUESTS} requests, ≤ ${MOST_KB} kB of documents, scripts and stylesheets as gzip, layout shift ≤ ${MOST_SHIFT}`,
    head: ['screen', 'requests', 'kB of code', 'kB in all', 'layout shift', ''],
    rows: loads,
    notes: [
      'The sample workspace, its administrator, 1440 × 900. Requests and kB in all include calls, pictures and fonts, but not files loaded after the first user input.',
    ],
  })
  const withMenu = () => watchPage(browser, { ...session, 'copydesk.menu-pinned': 'yes' })
  for (const journey of JOURNEYS.slice(-LAST_JOURNEYS))
    times.push(...(await clicks(withMenu, desk.url, journey)))
} finally {
  await browser.close()
  await desk.stop()
  await rm(dataDir, { recursive: true, force: true })
}

report('browser-clicks', {
  title: 'What a click takes in the browser',
  goal: `≤ ${MOST_THREAD_MS} ms of the main thread at full speed, ≤ ${MOST_INTERACTION_MS} ms until it is seen at a quarter of the speed`,
  head: ['click', 'main thread ms, median', 'highest', 'at a quarter ms, median', 'highest', ''],
  rows: times,
  notes: [
    `${ROUNDS} times each after ${WARMING} to warm up. The main thread's own processor time, from the pointer's arrival until the page is idle again, so other load on the machine does not count. The times at a quarter of the speed are wall-clock times, which other load does lengthen. Medians.`,
  ],
})
