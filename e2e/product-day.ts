import type { BrowserContext } from '@playwright/test'
import { dayAt } from '../src/shared/format/day.ts'

const DAY_MS = 86_400_000

/** By how many days the product's day differs from the machine's, on the server as in the browser. */
const AHEAD_MS = Number(process.env.CLOCK_DAYS_AHEAD ?? 0) * DAY_MS

/** Now, on the day that the product is at. */
export const productNow = () => new Date(Date.now() + AHEAD_MS)

/** The day that it is at this moment by the organisation's clocks. */
export const productDay = (moment = productNow()) => dayAt(moment, process.env.ORG_TZ ?? 'UTC')

/** The pages of this context believe in the product's day, too. */
export async function setBrowserDay(context: BrowserContext): Promise<void> {
  if (AHEAD_MS === 0) return
  await context.addInitScript((ahead) => {
    const MachineDate = Date
    const now = () => MachineDate.now() + ahead
    window.Date = new Proxy(MachineDate, {
      construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
      apply: () => new MachineDate(now()).toString(),
      get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
    })
  }, AHEAD_MS)
}
