// npm run bench:screen: Keywords Summary in a browser, on the data of `npm run bench:data`. Needs the web
// build.
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Page } from '@playwright/test'
import { dataFolder, NOON, openDataset } from './dataset.ts'
import { median, report } from './report.ts'
import { createSession, startWatchedServer } from './watched.ts'

const SCALE = Number(process.env.BENCH_SCALE ?? 1)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const LIST = '/keywords?tracked=true&sort=winning_percentage&sortOrder=desc'

/** Runs in the page: sets its clock to the last day with data, and records tasks that block for 50 ms. */
function prepare(now: string) {
  const Real = Date
  const shift = Real.parse(now) - Real.now()
  globalThis.Date = new Proxy(Real, {
    construct: (target, values) =>
      values.length === 0
        ? new target(Real.now() + shift)
        : new target(...(values as ConstructorParameters<DateConstructor>)),
    get: (target, key) => (key === 'now' ? () => Real.now() + shift : Reflect.get(target, key)),
  })
  const seen = { tasks: [] as number[] }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    seen.tasks.push(...list.getEntries().map(({ duration }) => duration))
  }).observe({ type: 'longtask' })
}

/** The time from the navigation until the first row can be used, in ms. */
async function open(page: Page, address: string): Promise<number> {
  const begun = performance.now()
  await page.goto(address + LIST)
  await page.getByRole('button', { name: 'Show details' }).first().waitFor()
  return performance.now() - begun
}

/** Scrolls to the end at reading speed; returns the duration of each frame. */
const scroll = (page: Page) =>
  page.evaluate(async () => {
    const frames: number[] = []
    const tasks = (window as unknown as { seen: { tasks: number[] } }).seen.tasks
    tasks.length = 0
    let last = performance.now()
    const end = document.documentElement.scrollHeight - window.innerHeight
    for (let top = 0; top < end; top += 60) {
      window.scrollTo(0, top)
      const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      frames.push(now - last)
      last = now
    }
    return { frames: frames.slice(1), tasks: [...tasks] }
  })

const { database, counts } = await openDataset(SCALE)
const server = await startWatchedServer({ ...database, dataDir: dataFolder(SCALE) }, { now: NOON })
const token = await createSession(database)
const user = await (
  await fetch(`${server.address}/api/profile`, { headers: { authorization: `Bearer ${token}` } })
).json()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
})
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
await page.addInitScript(prepare, NOON)
await page.addInitScript(
  ([kept, person]) => {
    localStorage.setItem('copydesk.token', kept ?? '')
    localStorage.setItem('copydesk.user', person ?? '')
  },
  [token, JSON.stringify(user)],
)
await open(page, server.address)
const times: number[] = []
for (let round = 0; round < ROUNDS; round += 1) times.push(await open(page, server.address))

const closed = page.getByRole('button', { name: 'Show details' })
while ((await closed.count()) > 0) {
  await closed.last().click()
  await sleep(100)
}
await page.locator('.month-grid').nth(19).waitFor()
const days = await page.locator('.month-grid td').count()
const badges = await page.locator('.month-grid td button').count()
await scroll(page)
const { frames, tasks } = await scroll(page)
await browser.close()
server.stop()
await database.close()

const sorted = frames.toSorted((a, b) => a - b)
const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(0)
report('keyword-screen', {
  title: `Keywords Summary in Chromium, ${counts.keywords?.toLocaleString('en')} keywords`,
  goal: 'warm, usable within 1 s; no frame over 50 ms while 1,000 expanded days are scrolled',
  head: ['question', 'median', 'highest', 'goal'],
  rows: [
    [
      'opened warm: first row can be used, ms',
      median(times).toFixed(0),
      Math.max(...times).toFixed(0),
      '1,000',
    ],
    [`frames while ${days} days are scrolled, ms`, at(0.5), at(1), '50'],
    ['frames over 50 ms', '', String(frames.filter((frame) => frame > 50).length), '0'],
    ['tasks that blocked the page for 50 ms', '', String(tasks.length), '0'],
  ],
  notes: [
    `20 rows, all expanded: ${days} days with ${badges} publishers, ${frames.length} steps of 60 pixels. No graphics card; browser, server and database share the cores.`,
  ],
})
