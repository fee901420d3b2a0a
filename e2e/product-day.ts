import type { BrowserContext } from '@playwright/test'
import { dayAt } from '../src/shared/format/day.ts'

const DAY_MS = 86_400_000

/** The difference between the product's date and the machine's in ms, on the server as in the browser. */
const AHEAD_MS = Number(process.env.CLOCK_DAYS_AHEAD ?? 0) * DAY_MS

/** The current time on the product's date. */
export const productNow = () => new Date(Date.now() + AHEAD_MS)

/** The current day in the organisation's time zone. */
export const productDay = (moment = productNow()) => dayAt(moment, process.env.ORG_TZ ?? 'UTC')

/** Sets the product's date in the pages of this context too. */
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
