import type { BrowserContext } from '@playwright/test'
import { RUN_MS } from '../scripts/other-day.mjs'
import { dayAt } from '../src/shared/format/day.ts'

const DAY_MS = 86_400_000

/** The difference between the product's clock and the machine's in ms, on the server as in the browser. */
const aheadMs = () => Number(process.env.CLOCK_DAYS_AHEAD ?? 0) * DAY_MS

/** The current time on the product's clock. */
export const productNow = () => new Date(Date.now() + aheadMs())

/** The current day in the organisation's time zone. */
export const productDay = (moment = productNow()) => dayAt(moment, process.env.ORG_TZ ?? 'UTC')

/** Sets the product's clock past midnight if a run that starts now could still be running then. */
export function keepOneDay(): void {
  const end = new Date(productNow().getTime() + RUN_MS)
  if (productDay(end) !== productDay()) process.env.CLOCK_DAYS_AHEAD = String((aheadMs() + RUN_MS) / DAY_MS)
}

/** Sets the product's clock in the pages of this context too. */
export async function setBrowserDay(context: BrowserContext): Promise<void> {
  if (aheadMs() === 0) return
  await context.addInitScript((ahead) => {
    const MachineDate = Date
    const now = () => MachineDate.now() + ahead
    window.Date = new Proxy(MachineDate, {
      construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
      apply: () => new MachineDate(now()).toString(),
      get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    })
  }, aheadMs())
}
