import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, CDPSession, Page } from '@playwright/test'

/** A page is idle after this time without a request, in ms. */
const QUIET_MS = 150
const QUIET_WITHIN_MS = 20_000
const CODE = ['Document', 'Script', 'Stylesheet']

/** Runs in the page: records layout shifts, and the time of each interaction until the next paint. */
function watch() {
  const seen = { shift: 0, shifts: [] as string[], interactions: new Map<number, number>() }
  Object.assign(window, { seen })
  const wordsOf = ({ node, previousRect: before, currentRect: after }: LayoutShiftAttribution) => {
    const name = node instanceof Element ? `${node.tagName}.${node.className}` : node?.nodeName
    return `${name} ${before.x},${before.y} to ${after.x},${after.y}`
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      if (entry.hadRecentInput) continue
      seen.shift += entry.value
      seen.shifts.push(`${entry.value.toFixed(4)} ${entry.sources.map(wordsOf).join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId)
        seen.interactions.set(interactionId, Math.max(duration, seen.interactions.get(interactionId) ?? 0))
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

interface LayoutShiftAttribution {
  node: Node | null
  previousRect: DOMRectReadOnly
  currentRect: DOMRectReadOnly
}
interface LayoutShift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: LayoutShiftAttribution[]
}
interface PerformanceEventTiming extends PerformanceEntry {
  interactionId: number
}
interface Seen {
  shift: number
  shifts: string[]
  interactions: Map<number, number>
}

/** The requests of a page and the bytes of their responses as transferred, compressed. */
export interface Loaded {
  requests: number
  bytes: number
  /** Only documents, scripts and stylesheets. */
  codeBytes: number
}

/** Measures loading and running a page. */
export interface WatchedPage {
  page: Page
  /** Opens an address; resolves once the page is idle. */
  open(address: string): Promise<void>
  /** Waits until there has been no request for a while. */
  quiet(): Promise<void>
  loaded(): Loaded
  /** The cumulative layout shift, and the elements that moved. */
  shift(): Promise<{ shift: number; shifts: string[] }>
  /** The processor time of the page's main thread from now until it is idle again, in ms. */
  threadTime(work: () => Promise<unknown>): Promise<number>
  /** The longest interaction from now until the page is idle again, in ms; 0 if none took 16 ms. */
  interaction(work: () => Promise<unknown>): Promise<number>
  slowDown(rate: number): Promise<void>
  close(): Promise<void>
}

interface Transfers {
  loaded(): Loaded
  quiet(): Promise<void>
}

/** Counts network transfers, and knows when there are none. */
function countTransfers(cdp: CDPSession): Transfers {
  const underway = new Map<string, boolean>()
  const sum: Loaded = { requests: 0, bytes: 0, codeBytes: 0 }
  let lastAt = performance.now()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (request.url.startsWith('data:')) return
    sum.requests += 1
    underway.set(requestId, CODE.includes(type ?? ''))
  })
  cdp.on('Network.dataReceived', ({ requestId, encodedDataLength: bytes }) => {
    sum.bytes += bytes
    if (underway.get(requestId)) sum.codeBytes += bytes
  })
  const end = ({ requestId }: { requestId: string }) => {
    if (underway.delete(requestId)) lastAt = performance.now()
  }
  cdp.on('Network.loadingFinished', end)
  cdp.on('Network.loadingFailed', end)
  return {
    loaded: () => ({ ...sum }),
    async quiet() {
      lastAt = performance.now()
      const giveUpAt = lastAt + QUIET_WITHIN_MS
      // Does not poll inside the page, which would count as the page's own work.
      while (underway.size > 0 || performance.now() - lastAt < QUIET_MS) {
        if (performance.now() > giveUpAt) throw new Error('The page does not come to rest.')
        await sleep(20)
      }
    },
  }
}

/** A page in a browser context of its own, with an empty cache. Responses are compressed with gzip. */
export async function watchPage(
  browser: Browser,
  storage: Readonly<Record<string, string>> = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  await page.addInitScript(watch)
  await page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, storage)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setExtraHTTPHeaders', { headers: { 'accept-encoding': 'gzip' } })
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { loaded, quiet } = countTransfers(cdp)
  const taskTime = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
  return {
    page,
    quiet,
    loaded,
    async open(address) {
      await page.goto(address)
      await quiet()
    },
    shift: () =>
      page.evaluate(() => {
        const { shift, shifts } = (window as unknown as { seen: Seen }).seen
        return { shift, shifts }
      }),
    async threadTime(work) {
      const before = await taskTime()
      await work()
      await quiet()
      return (await taskTime()) - before
    },
    async interaction(work) {
      await page.evaluate(() => (window as unknown as { seen: Seen }).seen.interactions.clear())
      await work()
      await quiet()
      return page.evaluate(async () => {
        // Paint entries are reported with a delay.
        for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
        return Math.max(0, ...(window as unknown as { seen: Seen }).seen.interactions.values())
      })
    },
    async slowDown(rate) {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate })
    },
    close: () => context.close(),
  }
}
