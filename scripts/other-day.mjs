// The other day and time zones on which `npm run test:rest` repeats the browser tests that show dates.
const DAY_MS = 86_400_000
/** The longest that a run of the browser tests takes; its day does not end before it. */
export const RUN_MS = 5_400_000
/** A leap day comes at least every eight years. */
const WITHIN_DAYS = 8 * 366 + 1

/** The tag of browser tests that show days, months or years. */
export const DAYS = '@days'

/** @type {readonly (readonly [kind: string, fits: (day: Date) => boolean])[]} */
export const KINDS = [
  ['1 January', (day) => day.getUTCMonth() === 0 && day.getUTCDate() === 1],
  ['29 February', (day) => day.getUTCMonth() === 1 && day.getUTCDate() === 29],
  ['the last of a month', (day) => new Date(day.getTime() + DAY_MS).getUTCDate() === 1],
  ['31 December', (day) => day.getUTCMonth() === 11 && day.getUTCDate() === 31],
  ['a Sunday', (day) => day.getUTCDay() === 0],
  ['a Monday', (day) => day.getUTCDay() === 1],
]

/**
 * On both sides of UTC and offset by half an hour, with daylight saving time in the north, in the south, and
 * without.
 */
export const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']

/** How many pairs of a day and a zone there are. */
export const PAIRS = KINDS.length * ZONES.length

/** Number of the pair for this date; all pairs come up within `PAIRS` days. */
export const pairOf = (now) => Math.floor(now.getTime() / DAY_MS) % PAIRS

/** Midnight UTC of the date that it is in this zone. */
const dateIn = (timeZone, now) => new Date(new Intl.DateTimeFormat('en-CA', { timeZone }).format(now))

/**
 * A day that may break calculations with days, and the time zones.
 * @param {Date} now the day is the next one of its kind in the organisation's zone
 * @param {number} pair from 0 to less than `PAIRS`
 * @returns {{ kind: string, day: string, daysAhead: number, organisation: string, reader: string }} the day
 * as `2028-02-29`
 */
export function otherDay(now, pair) {
  const [kind, fits] = KINDS[pair % KINDS.length]
  const zone = Math.floor(pair / KINDS.length)
  const zones = { organisation: ZONES[zone], reader: ZONES[(zone + 1) % ZONES.length] }
  // Close to midnight a run belongs to the next day.
  const today = dateIn(zones.organisation, new Date(now.getTime() + RUN_MS))
  for (let daysAhead = 0; daysAhead < WITHIN_DAYS; daysAhead++) {
    const day = new Date(today.getTime() + daysAhead * DAY_MS)
    if (fits(day)) return { kind, day: day.toISOString().slice(0, 10), daysAhead, ...zones }
  }
  throw new Error(`There is no such day: ${kind}.`)
}
