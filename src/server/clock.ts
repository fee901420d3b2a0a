import { DAY_MS } from '#shared/format/duration.ts'

/** The machine's time, on another day if tests are run as on that day. */
export function clockOf({ clockDaysAhead }: { clockDaysAhead: number }): () => Date {
  return () => new Date(Date.now() + clockDaysAhead * DAY_MS)
}
