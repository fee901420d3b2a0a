// A day on which what counts days may trip, and where it is read, drawn anew for every run where nobody looks.
const DAY_MS = 86_400_000
/** Every eight years have a leap day. */
const WITHIN_DAYS = 8 * 366 + 1

/** What the browser tests are marked with that show days, months or years. */
export const DAYS = '@days'

/** @type {readonly (readonly [kind: string, fits: (day: Date) => boolean])[]} */
const KINDS = [
  ['1 January', (day) => day.getUTCMonth() === 0 && day.getUTCDate() === 1],
  ['29 February', (day) => day.getUTCMonth() === 1 && day.getUTCDate() === 29],
  ['the last of a month', (day) => new Date(day.getTime() + DAY_MS).getUTCDate() === 1],
  ['31 December', (day) => day.getUTCMonth() === 11 && day.getUTCDate() === 31],
  ['a Sunday', (day) => day.getUTCDay() === 0],
  ['a Monday', (day) => day.getUTCDay() === 1],
]

/**
 * The next day of a kind that chance picks.
 * @param {Date} now
 * @param {number} chance from 0 to less than 1
 * @returns {{ kind: string, day: string, daysAhead: number }} the day as `2028-02-29`
 */
export function drawDay(now, chance) {
  const [kind, fits] = KINDS[Math.floor(chance * KINDS.length)]
  for (let daysAhead = 0; daysAhead < WITHIN_DAYS; daysAhead++) {
    const day = new Date(now.getTime() + daysAhead * DAY_MS)
    if (fits(day)) return { kind, day: day.toISOString().slice(0, 10), daysAhead }
  }
  throw new Error(`There is no such day: ${kind}.`)
}

/** On both sides of UTC and half an hour beside it, with summer time in the north and in the south, and without any. */
export const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland']

/**
 * The time zone that chance picks.
 * @param {number} chance from 0 to less than 1
 */
export const drawZone = (chance) => ZONES[Math.floor(chance * ZONES.length)]
