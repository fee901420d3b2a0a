/** Milliseconds. A day of the calendar may be shorter or longer by an hour: of those `day.ts` knows. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
